import Interchange

/// The description of an article in JSON-LD, with the vocabulary of schema.org.
struct PageDescription {
    private let node: Node

    /// Reads the first description of an article on a page.
    init?(_ tree: PageTree) {
        for id in tree.elements(["script"], in: tree.root) {
            guard tree[id]["type"]?.lowercased().contains("ld+json") == true,
                let root = try? JSONReader.value(Self.bare(tree.text(id))),
                let article = Self.article(in: root)
            else { continue }
            node = article
            return
        }
        return nil
    }

    /// Removes CDATA marks.
    private static func bare(_ text: String) -> [UInt8] {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("<![CDATA[") { text = text.dropFirst(9) }
        if text.hasSuffix("]]>") { text = text.dropLast(3) }
        return Array(text.utf8)
    }

    private static func article(in root: Node) -> Node? {
        let nodes = root.elements ?? [root]
        return nodes.prefix(100).lazy.flatMap { [$0] + ($0["@graph"]?.elements ?? []).prefix(100) }
            .first { node in
                let types = node["@type"]?.elements?.compactMap(\.string) ?? []
                return (types + [node["@type"]?.string ?? ""]).contains { isArticle($0) }
            }
    }

    private static func isArticle(_ type: String) -> Bool {
        type.hasSuffix("Article") || type.hasSuffix("Posting") || type.hasSuffix("Review")
            || ["Report", "BlogPost", "APIReference", "Recipe", "Book"].contains(type)
    }

    /// Returns the name or the headline; if they differ, the one more similar to the page's title.
    func title(like plain: String) -> String? {
        guard let name = node["name"]?.string, let headline = node["headline"]?.string,
            name != headline
        else { return node["headline"]?.string ?? node["name"]?.string }
        let match = TitleMatch(plain)
        return match.isRepeated(in: name) && !match.isRepeated(in: headline) ? name : headline
    }

    var author: String? {
        guard let author = node["author"] else { return nil }
        let names = (author.elements ?? [author]).prefix(20).compactMap { name(of: $0) }
        return names.joined(separator: ", ")
    }

    private func name(of node: Node) -> String? { node["name"]?.string ?? node.string }

    var publisher: String? { node["publisher"].flatMap { name(of: $0) } }

    var language: String? { node["inLanguage"]?.string }
}
