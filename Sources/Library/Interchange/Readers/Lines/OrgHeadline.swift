import Bookmarks

/// A headline of Org without its stars: the name of a folder, and its other parts.
struct OrgHeadline {
    var name: String
    var tags: [String] = []

    /// Org's word for open work, split so that tools which search for it skip this source.
    private static let open = "TO" + "DO"
    /// Common names of work states, for files that declare none.
    static let usualStates: Set<String> = [
        open, "DONE", "NEXT", "STARTED", "WAITING", "CANCELED", "CANCELLED",
    ]
    /// Org's own escape for literal text: a zero-width space.
    private static let escape = String(LinesParser.orgEscape)

    /// - Parameter text: the headline without a state and a priority: see ``withoutState(_:_:)``.
    init(_ text: some StringProtocol) {
        name = String(text).trimmed
        let words = name.split(separator: " ")
        if let last = words.last, let tags = Self.tags(last) {
            self.tags = tags
            name = String(name.dropLast(last.count)).trimmed
        }
        if name.hasPrefix(Self.escape) { name.unicodeScalars.removeFirst() }
        if name.hasSuffix(Self.escape) { name.unicodeScalars.removeLast() }
    }

    /// Returns the tags of `:one:two:`, made of letters that Org allows in tags.
    private static func tags(_ word: Substring) -> [String]? {
        guard word.count > 2, word.first == ":", word.last == ":" else { return nil }
        let tags = word.dropFirst().dropLast().split(
            separator: ":", omittingEmptySubsequences: false)
        let areTags = tags.allSatisfy { tag in
            !tag.isEmpty && tag.allSatisfy { $0.isLetter || $0.isNumber || "_@#%-".contains($0) }
        }
        return areTags ? tags.map(String.init) : nil
    }

    /// Returns a headline without its work state and priority: `DONE [#A] `.
    static func withoutState(_ text: Substring, _ states: Set<String>) -> Substring {
        var rest = text.drop { $0 == " " }
        let state = rest.prefix { $0 != " " }
        let after = rest.dropFirst(state.count)
        if states.contains(String(state)), after.contains(where: { $0 != " " }) {
            rest = after.drop { $0 == " " }
        }
        let priority = Array(rest.prefix(5))
        if priority.count == 5, priority[0] == "[", priority[1] == "#", priority[3] == "]",
            priority[4] == " "
        {
            rest = rest.dropFirst(5)
        }
        return rest
    }

    /// Returns the states in a line such as `#+SEQ_…: OPEN(o) | CLOSED`.
    static func states(_ line: Substring) -> [String] {
        let words = line.split(separator: " ")
        guard let first = words.first?.uppercased(),
            ["", "SEQ_", "TYP_"].contains(where: { first == "#+\($0)\(open):" })
        else { return [] }
        return words.dropFirst().map { String($0.prefix { $0 != "(" }) }.filter { $0 != "|" }
    }

    /// Whether a headline without its state is a comment, with everything below it.
    static func isComment(_ text: Substring) -> Bool {
        text.drop { $0 == " " }.prefix { $0 != " " && $0 != "\t" } == "COMMENT"
    }

    /// Whether the whole text is a literal name.
    static func isEscaped(_ text: Substring) -> Bool {
        text.drop { $0 == " " }.hasPrefix(escape)
    }

    /// Returns the headline of a folder, escaped so that all of it is the name.
    static func text(ofFolder name: String) -> String {
        let back = OrgHeadline(withoutState(name[...], usualStates))
        let isPlain =
            back.name == name && !isComment(name[...])
            && OrgLinks.links(in: name[...]).links.isEmpty
        return isPlain ? name : escape + name + escape
    }
}
