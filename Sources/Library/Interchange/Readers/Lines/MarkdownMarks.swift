import Bookmarks

/// Comments after a link with facts about it: the tags that buku writes, such as `<!-- TAGS:
/// one,two words -->`, and `<!-- UNREAD -->` and `<!-- ARCHIVED -->`, which Cloudy writes.
enum MarkdownMarks {
    enum Mark {
        case tags([String])
        case unread
        case archived
    }

    /// Returns the mark at the beginning of a text, and the text after it.
    static func mark(at text: Substring) -> (mark: Mark, rest: Substring)? {
        guard text.hasPrefix("<!--"), let end = text.firstRange(of: "-->") else { return nil }
        let content = String(text[..<end.lowerBound].dropFirst(4)).trimmed
        let rest = text[end.upperBound...]
        switch content {
        case "UNREAD": return (.unread, rest)
        case "ARCHIVED": return (.archived, rest)
        default: break
        }
        guard content.prefix(5).lowercased() == "tags:" else { return nil }
        return (.tags(TagText.separated(String(content.dropFirst(5)), by: ",")), rest)
    }

    /// Returns the marks of a bookmark, to write after its link and tags.
    static func text(_ bookmark: Bookmark) -> String {
        (bookmark.isUnread ? " <!-- UNREAD -->" : "")
            + (bookmark.isArchived ? " <!-- ARCHIVED -->" : "")
    }
}
