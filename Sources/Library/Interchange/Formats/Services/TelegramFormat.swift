import Bookmarks

/// Reads messages that Telegram exports as JSON (https://core.telegram.org/import-export): each
/// link in them is a bookmark.
enum TelegramFormat {
    static func recognizes(_ root: Node) -> Bool {
        chats(root).contains { $0["messages"]?.elements?.contains(where: isMessage) == true }
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .telegram)
        for chat in chats(root) {
            // The name of the whole file is not a folder.
            let isAlone = root["messages"] != nil
            let folder = isAlone ? "" : FolderPath.path([chat["name"]?.text ?? ""])
            for message in chat["messages"]?.elements ?? [] where isMessage(message) {
                for bookmark in bookmarks(message, folder) { result.take(bookmark) }
            }
        }
        return result
    }

    /// Returns the only chat, or all chats of an account, including those that were left.
    private static func chats(_ root: Node) -> [Node] {
        if root["messages"] != nil { return [root] }
        return ["chats", "left_chats"].flatMap { root[$0]?["list"]?.elements ?? [] }
    }

    private static func isMessage(_ node: Node) -> Bool {
        node["type"]?.text == "message" && node["date"] != nil && node["text"] != nil
    }

    private static func bookmarks(_ message: Node, _ folder: String) -> [ImportedBookmark] {
        let parts = parts(message)
        let tags = parts.filter { $0.type == "hashtag" }.map { String($0.text.dropFirst()) }
        let whole = parts.map(\.text).joined().withoutLooseEnds
        var bookmarks: [ImportedBookmark] = []
        for part in parts {
            guard let url = part.url, !bookmarks.contains(where: { $0.url == url }) else {
                continue
            }
            bookmarks.append(
                ImportedBookmark(
                    name: part.text == url ? "" : part.text, url: url, tags: TagText.clean(tags),
                    notes: whole == part.text ? "" : whole, folder: folder,
                    added: (message["date_unixtime"] ?? message["date"])?.moment,
                    line: message.line))
        }
        return bookmarks
    }

    /// Returns the parts of a message's text: the list of all parts or, in older exports, a text or
    /// a list of texts and objects.
    private static func parts(
        _ message: Node
    ) -> [(type: String, text: String, url: String?)] {
        let text = message["text"]
        let nodes = message["text_entities"]?.elements ?? text?.elements ?? [text].compactMap { $0 }
        return nodes.map { node in
            let type = node["type"]?.text ?? "plain"
            let text = node["text"]?.text ?? node.text ?? ""
            let url = type == "text_link" ? node["href"]?.text : type == "link" ? text : nil
            return (type, text, url)
        }
    }
}
