import Bookmarks

/// The properties at the beginning of a Markdown page, between two lines `---`. Obsidian's web
/// clipper and other programs that keep each page in a file write them.
struct FrontMatter {
    /// The properties, if one of them is the URL of a page.
    private let record: Node
    /// The line that ends the properties.
    private let end: Int

    /// The maximum length of notes; a longer text is the page itself.
    private static let longestNotes = 4096
    private static let mostLines = 500

    /// Reads properties; `nil` for any other text.
    init?(_ lines: some Sequence<(Int, Substring)>) {
        var properties = YAMLProperties()
        var end: Int?
        for (number, line) in lines.prefix(Self.mostLines) {
            let text = String(line).trimmed
            if number == 1 {
                guard text == "---" else { return nil }
            } else if text == "---" || text == "..." {
                end = number
                break
            } else {
                properties.take(line, number)
            }
        }
        guard let end else { return nil }
        var members = properties.members
        let isKnown = { (name: String) in
            FieldName.place(FieldName.plain(name))?.part == .url
        }
        if !members.contains(where: { isKnown($0.key) }),
            let source = members.firstIndex(where: { $0.key.lowercased() == "source" })
        {
            members[source].key = "url"
        }
        guard members.contains(where: { isKnown($0.key) && Self.isWeb($0.node.text ?? "") }) else {
            return nil
        }
        record = Node(value: .object(members), line: 1)
        self.end = end
    }

    private static func isWeb(_ text: String) -> Bool {
        text.hasPrefix("https://") || text.hasPrefix("http://")
    }

    /// Returns the page as a bookmark. The text below the properties becomes its notes, unless it
    /// is long.
    func parsed(_ lines: some Sequence<(Int, Substring)>) -> ParsedImport {
        let format = RecordFormat(format: .markdown, signature: [], mapping: .common)
        var result = format.parse([record])
        guard !result.bookmarks.isEmpty else { return result }
        var (notes, links): (String, [Int]) = ("", [])
        for (number, line) in lines where number > end {
            notes += line + "\n"
            links += MarkdownLinks.links(in: line).links.map { _ in number }
        }
        notes = notes.withoutLooseEnds
        if notes.count > Self.longestNotes {
            result.skip(end + 1, "the saved text of the page")
            return result
        }
        let own = result.bookmarks[0].notes
        result.bookmarks[0].notes = [own, notes].filter { !$0.isEmpty }.joined(separator: "\n\n")
        for number in links {
            result.skip(number, "a link in the notes of another bookmark, where it stays")
        }
        return result
    }
}
