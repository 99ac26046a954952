import Bookmarks

/// Reads a note of Google Keep, as Takeout exports it: each link in it is a bookmark.
enum KeepFormat {
    static func recognizes(_ root: Node) -> Bool {
        ["isTrashed", "isArchived", "userEditedTimestampUsec"].allSatisfy { root[$0] != nil }
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .keep)
        if root["isTrashed"]?.isTrue == true {
            result.skip(root.line, "it is in the trash")
            return result
        }
        var reader = RecordReader(
            RecordMapping([
                .name: ["title"], .tags: ["labels"], .added: ["createdTimestampUsec"],
                .modified: ["userEditedTimestampUsec"], .archived: ["isArchived"],
            ]), [root])
        var note = reader.bookmark(
            root, isRead: ["annotations", "textContent", "listContent"].contains)
        let items = root["listContent"]?.elements?.compactMap { $0["text"]?.text } ?? []
        let text = ([root["textContent"]?.text ?? ""] + items).joined(separator: "\n")
        let links = links(root["annotations"]?.elements ?? [], text)
        if links.isEmpty { result.skip(root.line, "a note, not a page") }
        note.notes = [note.name, text.withoutLooseEnds].filter { !$0.isEmpty }
            .joined(separator: "\n")
        if links.map(\.url) == [note.notes.trimmed] { note.notes = "" }
        for link in links {
            note.name = link.name
            note.url = link.url
            note.description = link.description
            result.take(note)
        }
        result.unreadFields = reader.unread
        return result
    }

    /// Returns the links that Keep found in a note, with their names, and the other links in its
    /// text.
    private static func links(_ found: [Node], _ text: String) -> [FoundLink] {
        var links = found.compactMap { node in
            node["url"]?.text.map { url in
                FoundLink(
                    name: node["title"]?.text ?? "", url: url,
                    description: node["description"]?.text ?? "")
            }
        }
        for line in text.split(separator: "\n") {
            for link in MarkdownLinks.links(in: line).links
            where !links.contains(where: { $0.url == link.url }) {
                links.append(FoundLink(name: "", url: link.url))
            }
        }
        return links
    }
}
