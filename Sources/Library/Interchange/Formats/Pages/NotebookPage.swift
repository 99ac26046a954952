import Bookmarks

/// A bookmark in a separate file, as the program nb keeps it: a heading, a URL in angle brackets,
/// and sections for description, tags and more.
struct NotebookPage {
    private var page: ImportedBookmark
    private var skipped: [ImportNote] = []

    /// Reads such a file; `nil` for any other text.
    init?(_ lines: some Sequence<(Int, Substring)>) {
        let written = lines.lazy.filter { !$0.1.allSatisfy(\.isWhitespace) }
        var name = ""
        var url: (text: String, line: Int)?
        for (number, line) in written.prefix(2) {
            let text = String(line).trimmed
            if text.hasPrefix("# "), number == 1 { name = String(text.dropFirst(2)).trimmed }
            if text.hasPrefix("<"), text.hasSuffix(">"), url == nil {
                let inside = String(text.dropFirst().dropLast())
                if inside.isLikeURL, !inside.contains(where: \.isWhitespace) {
                    url = (inside, number)
                }
            }
        }
        guard let url else { return nil }
        page = ImportedBookmark(name: name, url: url.text, line: url.line)
        guard read(lines, behind: url.line) || Self.namesHost(name) else { return nil }
    }

    var parsed: ParsedImport {
        var result = ParsedImport(format: .markdown)
        result.take(page)
        for note in skipped { result.skip(note.line, note.reason) }
        return result
    }

    /// Whether a heading ends with the host of the page: `Example (www.example.org)`.
    private static func namesHost(_ name: String) -> Bool {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return false }
        let host = name[open...].dropFirst().dropLast()
        return host.contains(".") && !host.contains(where: \.isWhitespace)
    }

    /// Reads the text under the headings. Returns whether at least one heading is known, and none
    /// is foreign.
    private mutating func read(
        _ lines: some Sequence<(Int, Substring)>, behind first: Int
    ) -> Bool {
        var section = ""
        var texts: [String: [String]] = [:]
        for (number, line) in lines where number > first {
            let text = String(line).trimmed
            if section != "content" && section != "source", text.hasPrefix("## ") {
                section = text.dropFirst(3).lowercased()
                guard Self.sections.contains(section) else { return false }
                if section == "content" || section == "source" {
                    skipped.append(ImportNote(line: number, reason: "the saved text of the page"))
                }
            } else if section.isEmpty {
                if !text.isEmpty { return false }
            } else {
                texts[section, default: []].append(String(line))
            }
        }
        for line in texts["tags"] ?? [] { page.tags += Tags.parsed(line) }
        page.tags = Tags.unique(page.tags)
        let written = { (section: String) in
            (texts[section] ?? []).joined(separator: "\n").withoutLooseEnds
        }
        // nb takes it from the page.
        page.description = written("description")
        let notes = ["quote", "comment", "related"].compactMap { section in
            let text = written(section)
            return text.isEmpty ? nil : section == "related" ? "Related:\n" + text : text
        }
        page.notes = notes.joined(separator: "\n\n")
        return !section.isEmpty
    }

    private static let sections: Set<String> = [
        "description", "quote", "comment", "related", "tags", "content", "source",
    ]
}
