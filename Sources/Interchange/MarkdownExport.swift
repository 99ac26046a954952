import Bookmarks

/// Writes lists of links under headings, as a person would.
enum MarkdownExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        var isListed = false
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, let depth):
                let marks = String(repeating: "#", count: min(depth + 1, 6))
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
        let tags = bookmark.tags.map { " #\($0)" }.joined()
        text += "- [\(escaped(bookmark.title))](\(target(bookmark.url)))\(tags)\n"
        for line in bookmark.notes.split(separator: "\n", omittingEmptySubsequences: false)
        where !bookmark.notes.isEmpty {
            text += line.allSatisfy(\.isWhitespace) ? "\n" : "  \(line)\n"
        }
    }

    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for character in name.collapsed {
            if "\\`*_[]<>".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }

    private static func target(_ url: String) -> String {
        let url = url.replacing("<", with: "%3C").replacing(">", with: "%3E")
        return url.contains { "() ".contains($0) } ? "<\(url)>" : url.replacing("\\", with: "\\\\")
    }
}
