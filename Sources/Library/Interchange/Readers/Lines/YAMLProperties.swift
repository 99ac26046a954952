import Bookmarks

/// Properties in the subset of YAML that is common above a text: names with a text or a list.
struct YAMLProperties {
    private(set) var members: [(key: String, node: Node)] = []

    /// Takes a line: `name: text`, `name: [a, "b c"]`, or `- a` below a name.
    mutating func take(_ line: Substring, _ number: Int) {
        let text = String(line).trimmed
        if text.isEmpty || text.hasPrefix("#") { return }
        if text == "-" || text.hasPrefix("- ") {
            append(Node(value: .string(Self.scalar(String(text.dropFirst(1)))), line: number))
        } else if line.first?.isWhitespace == true {
            continueText(text, number)
        } else if let (name, value) = Self.pair(text) {
            members.append((name, Self.node(value, number)))
        }
    }

    private mutating func append(_ node: Node) {
        guard let last = members.indices.last else { return }
        let elements = members[last].node.elements ?? []
        members[last].node.value = .array(elements + [node])
    }

    /// Continues a text with an indented line; the text may begin with `>` or `|`.
    private mutating func continueText(_ text: String, _ number: Int) {
        guard let last = members.indices.last, case .string(let above) = members[last].node.value
        else { return }
        let isMark = above.isEmpty || ">|".contains(above.prefix(1)) && above.count < 3
        members[last].node.value = .string(isMark ? text : "\(above) \(text)")
    }

    /// Returns a name and the text after its colon.
    static func pair(_ text: String) -> (name: String, value: String)? {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let value = text[colon...].dropFirst()
        guard value.isEmpty || value.first == " " || value.first == "\t" else { return nil }
        let name = scalar(String(text[..<colon]))
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
        return isName ? (name, String(value).trimmed) : nil
    }

    private static func node(_ value: String, _ line: Int) -> Node {
        guard value.hasPrefix("["), value.hasSuffix("]"), !value.hasPrefix("[[") else {
            return Node(value: .string(scalar(value)), line: line)
        }
        let inside = value.dropFirst().dropLast()
        let texts = inside.split(separator: ",").map { scalar(String($0)) }
        return Node(
            value: .array(
                texts.filter { !$0.isEmpty }.map { Node(value: .string($0), line: line) }),
            line: line)
    }

    /// A text without its quotes.
    private static func scalar(_ text: String) -> String {
        let text = text.trimmed
        guard text.count > 1, let quote = text.first, text.last == quote else { return text }
        let inside = String(text.dropFirst().dropLast())
        if quote == "'" { return inside.replacing("''", with: "'") }
        guard quote == "\"" else { return text }
        return inside.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }

    /// Whether a text is a YAML file with URLs, which looks like a Markdown list: all its lines are
    /// properties or items.
    static func recognizes(_ text: [UInt8]) -> Bool {
        if FrontMatter(LinesFormats.lines(text)) != nil { return false }
        var (hasURL, hasOthers) = (false, false)
        for line in text.prefix(65_536).split(separator: 0x0A).prefix(200).lazy.map(\.string) {
            var text = line.trimmed
            if text.isEmpty || text.hasPrefix("#") || text == "---" { continue }
            let isItem = text.hasPrefix("- ")
            while text.hasPrefix("- ") { text = String(text.dropFirst(2)).trimmed }
            guard let (name, value) = pair(text) else {
                if isItem, !text.contains("://"), !text.contains("](") { continue }
                return false
            }
            let isURL = FieldName.place(FieldName.plain(name))?.part == .url
            hasURL = hasURL || isURL && value.contains("://")
            hasOthers = hasOthers || !isURL
        }
        return hasURL && hasOthers
    }
}
