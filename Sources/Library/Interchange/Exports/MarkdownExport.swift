import Bookmarks

/// Writes lists of links under headings, as a person would.
enum MarkdownExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        var isListed = false
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, let depth):
                // Markdown has six levels, but the reader of these files takes any number.
                let marks = String(repeating: "#", count: depth + 1)
                text += "\(text.isEmpty ? "" : "\n")\(marks) \(name.collapsed)\n"
                isListed = false
            case .bookmark(let bookmark, let depth):
                if !isListed && depth > 0 { text += "\n" }
                isListed = true
                append(bookmark, to: &text)
            case .close: break
            }
        }
        return text
    }

    private static func append(_ bookmark: Bookmark, to text: inout String) {
        let tags = bookmark.tags.map { " #\(escaped($0).replacing("://", with: "\\://"))" }.joined()
        let marks = MarkdownMarks.text(bookmark)
        text += "- \(link(bookmark))\(tags)\(marks)\n\(NoteLines.text(bookmark.notes))"
    }

    private static func link(_ bookmark: Bookmark) -> String {
        let address = bookmark.url.replacing("<", with: "%3C").replacing(">", with: "%3E")
        let url = HTMLEntities.escapedMarkdown(address, with: "&amp;")
        let name = bookmark.name.collapsed
        let description = bookmark.description.collapsed
        if name.isEmpty && description.isEmpty && !url.contains(" ") { return "<\(url)>" }
        let title = description.isEmpty ? "" : " \"\(escapedTitle(description))\""
        let target = url.replacing("\\", with: "\\\\")
        let isBare = !url.contains { "() ".contains($0) }
        let words = escaped(name.isEmpty ? address : name)
        let shown = HTMLEntities.escapedMarkdown(words, with: "\\&")
        return "[\(shown)](\(isBare ? target : "<\(target)>")\(title))"
    }

    private static func escaped(_ text: String) -> String {
        escaped(text, signs: "\\`*_[]<>")
    }

    private static func escapedTitle(_ text: String) -> String {
        escaped(text, signs: "\\`*_[]<>()\"&")
    }

    private static func escaped(_ text: String, signs: String) -> String {
        var escaped = ""
        for character in text {
            if signs.contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
