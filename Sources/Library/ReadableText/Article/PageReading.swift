/// Reads one page: what it says of itself, and its article.
struct PageReading {
    private var tree: PageTree
    private let url: String

    init(_ tree: PageTree, url: String) {
        self.tree = tree
        self.url = url
    }

    /// The page; throws the reason why it has no text.
    func page() throws(ExtractionFailure) -> ReadablePage {
        var tree = tree
        let around: Set = ["nav", "header", "footer", "aside", "form", "noscript"]
        let base = tree.firstElement("base", in: tree.root).flatMap { tree[$0]["href"] }
        let title = tree.firstElement("title", in: tree.root).map { tree.text($0) } ?? ""
        let article =
            tree.firstElement("article", in: tree.root) ?? tree.firstElement("main", in: tree.root)
            ?? tree.firstElement("body", in: tree.root) ?? tree.root
        for id in tree.elements(around, in: article) { tree.remove(id) }
        var writer = BlockWriter(
            tree, dataTables: Set(tree.elements(["table"], in: article)),
            addresses: Addresses(url: url, base: base))
        writer.write(article)
        guard writer.blocks.contains(where: { !$0.text.isEmpty }) else {
            throw ExtractionFailure(.noText, "the page has no text")
        }
        return ReadablePage(
            title: title.split { $0.isWhitespace }.joined(separator: " "),
            language: tree[tree.root]["lang"] ?? "", blocks: writer.blocks,
            links: writer.addresses.all)
    }
}
