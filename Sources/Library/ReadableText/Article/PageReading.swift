/// Reads one page: its description of itself, and its article.
struct PageReading {
    private let tree: PageTree
    private let url: String

    init(_ tree: PageTree, url: String) {
        self.tree = tree
        self.url = url
    }

    /// The number of characters that makes a search with looser settings unnecessary.
    private static let enough: Int32 = 500

    /// Returns the page; throws if it has no text.
    func page() throws(ExtractionFailure) -> ReadablePage {
        let metadata = PageMetadata(tree)
        let base = tree.firstElement("base", in: tree.root).flatMap { tree[$0]["href"] }
        guard let found = article(metadata) else { throw Self.noText }
        var writer = BlockWriter(
            found.page.tree, dataTables: found.page.dataTables,
            addresses: Addresses(url: url, base: base))
        writer.write(found.id)
        guard writer.blocks.contains(where: { !$0.text.isEmpty }) else { throw Self.noText }
        return ReadablePage(
            title: metadata.title, byline: Self.name(found.byline), site: metadata.site,
            language: metadata.language, blocks: writer.blocks, links: writer.addresses.all)
    }

    /// Removes “By”, which English newspapers write.
    private static func name(_ byline: String) -> String {
        let rest = byline.dropFirst(3)
        return byline.lowercased().hasPrefix("by ") && !rest.isEmpty ? String(rest) : byline
    }

    private static let noText = ExtractionFailure(
        .noText, "the page has no text of its own; perhaps its scripts write it in a browser")

    private struct Found {
        var page: MeasuredTree
        var id: PageTree.ID
        var byline: String
        var characters: Int32 { page.count(id).characters }
    }

    /// Returns the first article that is long enough. A result of looser settings counts only if it
    /// is more than twice as long: otherwise, the additional text is probably menus and comments.
    private func article(_ metadata: PageMetadata) -> Found? {
        let page = MeasuredTree(prepared())
        let title = TitleMatch(metadata.title)
        var best: Found?
        for settings in ArticleFinder.Settings.all {
            var finder = ArticleFinder(page, settings, title: title, byline: metadata.byline)
            let id = finder.article()
            let found = Found(page: finder.page, id: id, byline: finder.byline)
            if found.characters > 2 * (best?.characters ?? 0) { best = found }
            if let best, best.characters >= Self.enough { return best }
        }
        return best
    }

    private func prepared() -> PageTree {
        var tree = tree
        for id in tree.elements(Self.unread, in: tree.root) { tree.remove(id) }
        for id in tree.elements(["font"], in: tree.root) { tree[id].name = "span" }
        return LineBreaks.replaced(in: tree)
    }

    private static let unread: Set<String> = ["head", "script", "noscript", "template", "style"]
}
