import Bookmarks

/// Reads a Discord channel that DiscordChatExporter wrote as JSON. Each page with a preview is a
/// bookmark; in a message without previews, each link is.
enum DiscordFormat {
    static func recognizes(_ root: Node) -> Bool {
        root["guild"]?.members != nil && root["channel"]?.members != nil
            && root["messages"]?.elements != nil
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .json)
        for message in root["messages"]?.elements ?? [] {
            let text = (message["content"]?.text ?? "").withoutLooseEnds
            for link in links(message, text) {
                let isAll = [link.url, "<\(link.url)>"].contains(text.trimmed)
                result.take(
                    ImportedBookmark(
                        name: link.name, url: link.url, notes: isAll ? "" : text,
                        description: link.description, added: message["timestamp"]?.moment,
                        line: message.line))
            }
        }
        return result
    }

    /// The date in a preview is the date of the page.
    private static func links(_ message: Node, _ text: String) -> [FoundLink] {
        let shown = (message["embeds"]?.elements ?? []).compactMap { embed in
            embed["url"]?.text.map { url in
                FoundLink(
                    name: embed["title"]?.text ?? "", url: url,
                    description: embed["description"]?.text ?? "")
            }
        }
        if !shown.isEmpty { return shown }
        return text.split(separator: "\n").flatMap { MarkdownLinks.links(in: $0).links }
    }
}
