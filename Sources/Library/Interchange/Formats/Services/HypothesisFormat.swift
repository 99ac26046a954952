/// Reads annotations of pages from exports or API replies of Hypothesis, in JSON.
enum HypothesisFormat {
    static func recognizes(_ root: Node) -> Bool {
        annotations(root).first.map(isAnnotation) ?? false
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .json)
        // Of the group, only the id is known.
        let mapping = RecordMapping([
            .name: ["document.title"], .url: ["uri"], .tags: ["tags"], .added: ["created"],
            .modified: ["updated"],
        ])
        var reader = RecordReader(mapping, [root])
        for annotation in annotations(root) {
            var bookmark = reader.bookmark(annotation) { _ in true }
            if let title = annotation.at("document.title")?.elements?.first?.text {
                bookmark.name = title
            }
            bookmark.notes = RecordText.notes(
                quotes(annotation) + [annotation["text"]].compactMap { $0 })
            result.take(bookmark)
        }
        return result
    }

    /// Returns the list in an export or a reply, or the list itself.
    private static func annotations(_ root: Node) -> [Node] {
        (root["annotations"] ?? root["rows"] ?? root).elements ?? []
    }

    private static func isAnnotation(_ node: Node) -> Bool {
        ["uri", "user", "group", "permissions"].allSatisfy { node[$0] != nil }
            && node["target"]?.elements != nil
    }

    /// Returns the texts that the person marked.
    private static func quotes(_ annotation: Node) -> [Node] {
        (annotation["target"]?.elements ?? []).flatMap { $0["selector"]?.elements ?? [] }
            .compactMap { $0["exact"] }
    }
}
