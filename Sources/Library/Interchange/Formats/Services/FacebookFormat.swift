/// Reads the links in saves and posts that Facebook exports as JSON. Each link is attached to a
/// post with a date.
enum FacebookFormat {
    static func recognizes(_ root: Node) -> Bool {
        posts(root).contains { !links($0).isEmpty }
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .json)
        for post in posts(root) {
            let links = links(post)
            if links.isEmpty { result.skip(post.line, "a post without a link") }
            let words = (post["data"]?.elements ?? []).compactMap { $0["post"] }
            let notes = RecordText.notes(words + [post["title"]].compactMap { $0 })
            for link in links {
                result.take(
                    ImportedBookmark(
                        name: link["name"]?.text ?? "", url: url(link), notes: notes,
                        added: post["timestamp"]?.moment, line: post.line))
            }
        }
        return result
    }

    /// Returns the posts of a list, or of the only list in an object, such as `saves_v2`.
    private static func posts(_ root: Node) -> [Node] {
        let lists = root.elements.map { [$0] } ?? root.members?.compactMap(\.node.elements) ?? []
        return lists.count == 1 ? lists[0].filter { $0["timestamp"] != nil } : []
    }

    private static func links(_ post: Node) -> [Node] {
        (post["attachments"]?.elements ?? []).flatMap { $0["data"]?.elements ?? [] }
            .compactMap { $0["external_context"] }
    }

    /// Returns the whole address: some exports have it in `url`, others in `source`, and the host
    /// in the other field.
    private static func url(_ link: Node) -> String {
        let texts = ["url", "source"].compactMap { link[$0]?.text }
        return texts.first { $0.contains("://") } ?? texts.first ?? ""
    }
}
