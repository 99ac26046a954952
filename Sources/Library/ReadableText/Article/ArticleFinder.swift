/// Searches a page for its article once, with given settings.
///
/// First, it removes elements that are hidden or named like a menu. Then each paragraph gives
/// points to the five elements around it. The element with the most points, in relation to its
/// links, is the article; neighbors that look like more of it are joined.
struct ArticleFinder {
    typealias ID = PageTree.ID

    /// The strictness of a search; looser settings are tried if little text is left.
    struct Settings: Sendable {
        var removesUnlikely = true
        var weighsNames = true
        var cleans = true

        /// The settings to try, in order.
        static let all = [
            Settings(), Settings(removesUnlikely: false),
            Settings(removesUnlikely: false, weighsNames: false),
            Settings(removesUnlikely: false, weighsNames: false, cleans: false),
        ]
    }

    let settings: Settings
    var page: MeasuredTree
    /// The title of the page, whose repetition at the beginning of the text is removed.
    let title: TitleMatch
    /// The author, if the text names one and the page's head does not.
    private(set) var byline: String
    private var scored: [ID] = []
    private var scores: [ID: Float] = [:]

    init(_ page: MeasuredTree, _ settings: Settings, title: TitleMatch, byline: String) {
        self.page = page
        self.settings = settings
        self.title = title
        self.byline = byline
    }

    /// Returns an element with only the article, cleaned.
    mutating func article() -> ID {
        let paragraphs = prepare()
        score(paragraphs)
        let article = joined()
        var cleaner = ArticleCleaner(page, settings)
        cleaner.clean(article)
        page = cleaner.page
        return article
    }

    // MARK: Preparing

    /// Removes elements that do not belong to the article; returns the elements that give points.
    private mutating func prepare() -> [ID] {
        var paragraphs: [ID] = []
        var removesTitle = true
        var id = page.tree.root
        while id != PageTree.none {
            let node = page[id]
            if node.isText {
                id = page.tree.after(id, within: page.tree.root)
                continue
            }
            let duplicates = removesTitle && title.isRepeated(in: id, page)
            if duplicates { removesTitle = false }
            if isHidden(node) || takeByline(id, node) || duplicates || isUnlikely(id, node)
                || Self.emptied.contains(node.name) && page.isEmpty(id)
            {
                let next = page.tree.afterSubtree(id, within: page.tree.root)
                page.remove(id)
                id = next
                continue
            }
            if Self.scoring.contains(node.name) { paragraphs.append(id) }
            if node.name == "div" { id = prepareDivision(id, &paragraphs) }
            id = page.tree.after(id, within: page.tree.root)
        }
        return paragraphs
    }

    private static let scoring: Set<String> = [
        "section", "h2", "h3", "h4", "h5", "h6", "p", "td", "pre",
    ]
    private static let emptied: Set<String> = [
        "div", "section", "header", "h1", "h2", "h3", "h4", "h5", "h6",
    ]
    private static let unlikelyRoles: Set<String> = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog",
    ]

    private func isHidden(_ node: PageTree.Node) -> Bool {
        if node.attributes.isEmpty || node.name == "html" || node.name == "body" { return false }
        if node["hidden"] != nil { return true }
        if let style = node["style"]?.lowercased().filter({ !$0.isWhitespace }),
            style.contains("display:none") || style.contains("visibility:hidden")
        {
            return true
        }
        if node["aria-hidden"] == "true", !(node["class"] ?? "").contains("fallback-image") {
            return true
        }
        return node["aria-modal"] == "true" && node["role"] == "dialog"
    }

    private mutating func takeByline(_ id: ID, _ node: PageTree.Node) -> Bool {
        // With looser settings, this could be the author of a comment.
        guard byline.isEmpty, settings.removesUnlikely, node.name != "html", node.name != "body",
            node["rel"] == "author" || node["itemprop"]?.contains("author") == true
                || page.hint(id).contains(.byline)
        else { return false }
        guard (1..<100).contains(page.count(id).characters) else { return false }
        let name = page.tree.subtree(id).first {
            page[$0]["itemprop"]?.contains("name") == true && page.count($0).characters > 0
        }
        byline = page.tree.text(name ?? id).oneLine
        return true
    }

    private func isUnlikely(_ id: ID, _ node: PageTree.Node) -> Bool {
        guard settings.removesUnlikely, node.name != "body", node.name != "html" else {
            return false
        }
        if let role = node["role"], Self.unlikelyRoles.contains(role) { return true }
        let hints = page.hint(id)
        guard hints.contains(.unlikely), !hints.contains(.maybe), node.name != "a" else {
            return false
        }
        return page.tree.ancestor(of: id, depth: 3) { $0.name == "table" || $0.name == "code" }
            == nil
    }

    /// Wraps bare text in a `<div>` in paragraphs, and turns a `<div>` that is only a paragraph
    /// into one. Returns the element in its place.
    private mutating func prepareDivision(_ id: ID, _ paragraphs: inout [ID]) -> ID {
        wrapPhrasing(id)
        let elements = page.tree.children(id).filter { !page[$0].isText }
        let isBare = page.tree.children(id).allSatisfy {
            !page[$0].isText || page.count($0).characters == 0
        }
        if elements.count == 1, page[elements[0]].name == "p", isBare,
            page.count(id).linkDensity < 0.25
        {
            // The loop visits the paragraph next.
            page.tree.unwrap(id)
            let paragraph = elements[0]
            paragraphs.append(paragraph)
            return paragraph
        }
        if !page.hasElement(MeasuredTree.paragraphBreakers, in: id) {
            page.rename(id, "p")
            paragraphs.append(id)
        }
        return id
    }

    private mutating func wrapPhrasing(_ id: ID) {
        var run: [ID] = []
        var runs: [[ID]] = []
        func isBlank(_ node: ID) -> Bool {
            page[node].isText && page.count(node).characters == 0 || page[node].name == "br"
        }
        for child in page.tree.children(id) {
            if page.isPhrasing(child) {
                if !run.isEmpty || !isBlank(child) { run.append(child) }
            } else if !run.isEmpty {
                runs.append(run)
                run = []
            }
        }
        if !run.isEmpty { runs.append(run) }
        for var run in runs {
            while let last = run.last, isBlank(last) { run.removeLast() }
            page.wrap(run, in: "p")
        }
    }

    // MARK: Points

    private mutating func score(_ paragraphs: [ID]) {
        for id in paragraphs {
            let counts = page.count(id)
            guard counts.characters >= 25, page[id].parent != PageTree.none else { continue }
            let points = 2 + Float(counts.commas) + Float(min(counts.characters / 100, 3))
            var ancestor = page[id].parent
            for level in 0..<5 where ancestor != PageTree.none {
                guard page[ancestor].parent != PageTree.none else { break }
                begin(ancestor)
                let divider: Float = level == 0 ? 1 : level == 1 ? 2 : Float(level * 3)
                scores[ancestor, default: 0] += points / divider
                ancestor = page[ancestor].parent
            }
        }
        for id in scored {
            scores[id, default: 0] *= 1 - page.count(id).linkDensity
        }
    }

    /// Gives an element the points for its name.
    private mutating func begin(_ id: ID) {
        guard scores[id] == nil else { return }
        var points: Float = 0
        switch page[id].name {
        case "div": points = 5
        case "pre", "td", "blockquote": points = 3
        case "address", "ol", "ul", "dl", "dd", "dt", "li", "form": points = -3
        case "h1", "h2", "h3", "h4", "h5", "h6", "th": points = -5
        default: break
        }
        if settings.weighsNames { points += page.hint(id).weight }
        scores[id] = points
        scored.append(id)
    }

    private func points(_ id: ID) -> Float { scores[id] ?? 0 }

    /// Returns the element with the most points, or a better one around it.
    private mutating func top() -> ID? {
        // With equal points, the first one wins.
        let best = scored.enumerated()
            .sorted { (points($0.1), -$0.0) > (points($1.1), -$1.0) }.prefix(5).map(\.element)
        guard var top = best.first, page[top].name != "body" else { return nil }
        let others = best.dropFirst().filter { points($0) >= 0.75 * points(top) && points(top) > 0 }
            .map { Set(ancestors($0)) }
        if others.count >= 3 {
            for parent in ancestors(top) {
                if page[parent].name == "body" { break }
                if others.count(where: { $0.contains(parent) }) >= 3 {
                    top = parent
                    break
                }
            }
        }
        begin(top)
        var last = points(top)
        let threshold = last / 3
        for parent in ancestors(top) {
            if page[parent].name == "body" { break }
            guard let score = scores[parent] else { continue }
            if score < threshold { break }
            if score > last {
                top = parent
                break
            }
            last = score
        }
        for parent in ancestors(top) {
            let elements = page.tree.children(parent).count { !page[$0].isText }
            if page[parent].name == "body" || elements != 1 { break }
            top = parent
        }
        begin(top)
        return top
    }

    private func ancestors(_ id: ID) -> [ID] {
        var found: [ID] = []
        var node = page[id].parent
        while node != PageTree.none {
            found.append(node)
            node = page[node].parent
        }
        return found
    }

    // MARK: Joining

    /// Returns a new element with the article and the neighbors that belong to it.
    private mutating func joined() -> ID {
        let article = page.makeElement("div")
        guard let top = top(), page[top].name != "html" else {
            let body = page.tree.firstElement("body", in: page.tree.root) ?? page.tree.root
            for child in page.tree.children(body) { page.move(child, to: article) }
            return article
        }
        let best = points(top)
        let threshold = max(10, best * 0.2)
        let classes = page[top]["class"] ?? ""
        for sibling in page.tree.children(page[top].parent) {
            let node = page[sibling]
            if node.isText { continue }
            let isAlike = !classes.isEmpty && node["class"] == classes
            let bonus = isAlike ? best * 0.2 : 0
            let isMore = scores[sibling].map { $0 + bonus >= threshold } ?? false
            guard sibling == top || isMore || node.name == "p" && isText(sibling) else { continue }
            if !Self.kept.contains(node.name) { page.rename(sibling, "div") }
            page.move(sibling, to: article)
        }
        return article
    }

    private static let kept: Set<String> = ["div", "article", "section", "p", "ol", "ul"]

    private func isText(_ id: ID) -> Bool {
        let counts = page.count(id)
        if counts.characters > 80 { return counts.linkDensity < 0.25 }
        guard counts.characters > 0, counts.linked == 0 else { return false }
        let text = page.tree.text(id).oneLine
        return text.hasSuffix(".") || text.contains(". ") || text.hasSuffix("。")
    }
}

extension String {
    /// The text on one line: white space becomes single blanks, and is removed at both ends.
    var oneLine: String { split { $0.isWhitespace }.joined(separator: " ") }
}
