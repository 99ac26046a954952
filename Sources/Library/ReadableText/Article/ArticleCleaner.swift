/// Removes elements from an article that do not belong to it.
struct ArticleCleaner {
    typealias ID = PageTree.ID

    private(set) var page: MeasuredTree
    private let settings: ArticleFinder.Settings

    init(_ page: MeasuredTree, _ settings: ArticleFinder.Settings) {
        self.page = page
        self.settings = settings
    }

    mutating func clean(_ article: ID) {
        page.dataTables = DataTables.found(in: page.tree, under: article)
        cleanConditionally("form", article)
        cleanConditionally("fieldset", article)
        remove(["object", "embed", "footer", "link", "aside", "nav", "dialog"], article)
        removeShares(article)
        remove(["iframe", "input", "textarea", "select", "button"], article)
        for id in page.tree.elements(["h1", "h2"], in: article) where weight(id) < 0 {
            page.remove(id)
        }
        for name in ["table", "ul", "div"] { cleanConditionally(name, article) }
        removeMenuCells(article)
        for id in page.tree.elements(["p"], in: article).reversed() {
            let counts = page.count(id)
            if counts.characters == 0, counts.pictures == 0, counts.embedded == 0 {
                page.remove(id)
            }
        }
    }

    private func weight(_ id: ID) -> Float { settings.weighsNames ? page.hint(id).weight : 0 }

    private mutating func remove(_ names: Set<String>, _ article: ID) {
        for id in page.tree.elements(names, in: article).reversed() { page.remove(id) }
    }

    /// Removes the menus in cells of a layout table.
    private mutating func removeMenuCells(_ article: ID) {
        guard settings.cleans else { return }
        for id in page.tree.elements(["td", "th"], in: article).reversed() {
            let counts = page.count(id)
            if counts.linkDensity > 0.5, counts.commas < 10, !page.isInDataTable(id) {
                page.remove(id)
            }
        }
    }

    private mutating func removeShares(_ article: ID) {
        for id in page.tree.subtree(article).dropFirst().reversed()
        where page.hint(id).contains(.share) && page.count(id).characters < 500
            && page[id].parent != article
        {
            page.remove(id)
        }
    }

    private mutating func cleanConditionally(_ name: String, _ article: ID) {
        guard settings.cleans else { return }
        for id in page.tree.elements([name], in: article).reversed() where !isKept(id, name) {
            page.remove(id)
        }
    }

    /// Whether an element stays, by its content.
    private func isKept(_ id: ID, _ name: String) -> Bool {
        if name == "table", page.dataTables.contains(id) { return true }
        if page.isInDataTable(id) || holdsDataTable(id) { return true }
        if page.tree.ancestor(of: id, depth: 3, where: { $0.name == "code" }) != nil { return true }
        let weight = weight(id)
        if weight < 0 { return false }
        let counts = page.count(id)
        if counts.commas >= 10 { return true }
        if counts.characters < 20, Self.noise.contains(page.tree.text(id).oneLine.lowercased()) {
            return false
        }
        let isList = name == "ul" || Float(counts.listed) > 0.9 * Float(counts.characters)
        guard looksForeign(id, counts, weight, isList: isList) else { return true }
        return isList && isPictureList(id, counts)
    }

    private func looksForeign(
        _ id: ID, _ counts: TextCounts, _ weight: Float, isList: Bool
    ) -> Bool {
        let isInFigure = page.tree.ancestor(of: id, depth: 3) { $0.name == "figure" } != nil
        let density = counts.linkDensity
        let headings =
            counts.characters > 0 ? Float(counts.headings) / Float(counts.characters) : 0
        if !isInFigure, counts.pictures > 1, counts.paragraphs * 2 < counts.pictures { return true }
        if !isList, counts.items - 100 > counts.paragraphs { return true }
        if counts.inputs > counts.paragraphs / 3 { return true }
        if !isList, !isInFigure, headings < 0.9, counts.characters < 25,
            counts.pictures == 0 || counts.pictures > 2, density > 0
        {
            return true
        }
        if !isList, weight < 25, density > 0.2 { return true }
        if weight >= 25, density > 0.5 { return true }
        if counts.embedded > 1 || counts.embedded == 1 && counts.characters < 75 { return true }
        return counts.pictures == 0 && !hasText(id)
    }

    /// Whether it contains text in an element that usually has text.
    private func hasText(_ root: ID) -> Bool {
        var id = page.tree.after(root, within: root)
        while id != PageTree.none {
            if Self.textual.contains(page[id].name), page.count(id).characters > 0 { return true }
            id = page.tree.after(id, within: root)
        }
        return false
    }

    /// Whether the element is a list with a picture in each item, such as a gallery.
    private func isPictureList(_ id: ID, _ counts: TextCounts) -> Bool {
        let children = page.tree.children(id).filter { !page[$0].isText }
        let areSimple = children.allSatisfy { child in
            page.tree.children(child).count { !page[$0].isText } <= 1
        }
        return areSimple && counts.items == counts.pictures
    }

    private func holdsDataTable(_ id: ID) -> Bool {
        guard !page.dataTables.isEmpty else { return false }
        return page.tree.elements(["table"], in: id).contains { page.dataTables.contains($0) }
    }

    private static let textual = MeasuredTree.paragraphBreakers.union(["span", "li", "td"])
        .subtracting(["img"])
    private static let noise: Set<String> = [
        "ad", "advertising", "advertisement", "pub", "publicité", "werb", "werbung", "anzeige",
        "广告", "реклама", "anuncio", "loading", "loading…", "loading...", "正在加载", "загрузка",
        "chargement", "cargando",
    ]
}
