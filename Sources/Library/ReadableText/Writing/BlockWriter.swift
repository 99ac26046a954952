import Bookmarks

/// Turns a part of the tree into blocks.
struct BlockWriter {
    private enum Step {
        case enter(PageTree.ID)
        case leave(PageTree.ID)
    }

    private struct List {
        /// The number of the next item; `nil` if items have no numbers.
        var number: Int?
    }

    private let tree: PageTree
    private let dataTables: Set<PageTree.ID>
    /// Whether it writes a cell of a table, in which nested tables are text.
    private let isInCell: Bool
    private(set) var addresses: Addresses
    private(set) var blocks: [ReadablePage.Block] = []
    private var inlines = InlineText()
    private var pictures: [ReadablePage.Block] = []
    private var quotes = 0
    private var lists: [List] = []
    private var items = 0
    private var mark = ""
    private var heading: Int?
    private var emphasis = 0
    private var strong = 0
    private var code = 0
    private var figures = 0
    private var captions = 0
    private var link: Int?
    private var cellsInLine: Set<PageTree.ID> = []

    init(_ tree: PageTree, dataTables: Set<PageTree.ID>, addresses: Addresses) {
        self.init(tree, dataTables, addresses, isInCell: false)
    }

    private init(
        _ tree: PageTree, _ dataTables: Set<PageTree.ID>, _ addresses: Addresses, isInCell: Bool
    ) {
        self.tree = tree
        self.dataTables = dataTables
        self.addresses = addresses
        self.isInCell = isInCell
    }

    /// Writes the contents of a node.
    mutating func write(_ root: PageTree.ID) {
        var steps = [Step.enter(root)]
        while let step = steps.popLast() {
            switch step {
            case .leave(let id): leave(id, tree[id])
            case .enter(let id):
                let node = tree[id]
                if node.isText {
                    inlines.append(node.text, style, link: link)
                    continue
                }
                guard enter(id, node) else { continue }
                steps.append(.leave(id))
                var child = node.last
                while child != PageTree.none {
                    steps.append(.enter(child))
                    child = tree[child].previous
                }
            }
        }
        flush()
    }

    private var style: ReadablePage.Style {
        var style: ReadablePage.Style = []
        if emphasis > 0 { style.insert(.emphasis) }
        if strong > 0 { style.insert(.strong) }
        if code > 0 { style.insert(.code) }
        return style
    }

    /// Ends the paragraph.
    private mutating func flush() {
        let text = inlines.take()
        defer {
            blocks += pictures
            pictures = []
        }
        if text.isEmpty { return }
        if captions > 0, figures > 0, setCaption(text) { return }
        if let heading { return add(.heading(level: heading, text)) }
        guard !lists.isEmpty || items > 0 else { return add(.paragraph(text)) }
        add(.item(depth: max(lists.count - 1, 0), mark: mark, text))
        mark = ""
    }

    private mutating func add(_ content: ReadablePage.Content) {
        blocks.append(ReadablePage.Block(content, quotes: quotes))
    }

    /// Makes a text the caption of the picture before it, if that has none yet.
    private mutating func setCaption(_ text: [ReadablePage.Inline]) -> Bool {
        guard case .picture(let description, let caption, let link)? = blocks.last?.content,
            caption.isEmpty
        else { return false }
        blocks[blocks.count - 1].content = .picture(
            description: description, caption: text, link: link)
        return true
    }

    // MARK: Elements

    /// Begins an element. Returns whether to write its children.
    private mutating func enter(_ id: PageTree.ID, _ node: PageTree.Node) -> Bool {
        if ElementNames.unwritten.contains(node.name) { return false }
        if ElementNames.blocks.contains(node.name), !isInLine(id, node) { flush() }
        switch node.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            heading = node.name.utf8.last.map { Int($0) - 0x30 }
        case "blockquote": quotes += 1
        case "ul", "menu", "dir": lists.append(List())
        case "ol": lists.append(List(number: Int(node["start"] ?? "") ?? 1))
        case "dd": lists.append(List())
        case "dt": strong += 1
        case "li": beginItem(node)
        case "figure": figures += 1
        case "figcaption": captions += 1
        case "em", "i", "cite", "dfn", "var": emphasis += 1
        case "strong", "b": strong += 1
        case "code", "kbd", "samp", "tt": code += 1
        case "a":
            if heading != nil, isAnchor(id) { return false }
            if link == nil, let href = node["href"] { link = addresses.number(href) }
        case "q": inlines.append("“", style, link: link)
        case "br": if !inlines.breakLine(), !isInCell { flush() }
        case "hr": addRule()
        case "img", "image": addPicture(node)
        case "pre", "xmp", "listing": return enterCode(id)
        case "table" where dataTables.contains(id) && !isInCell:
            addTable(id)
            return false
        default: break
        }
        return true
    }

    private mutating func leave(_ id: PageTree.ID, _ node: PageTree.Node) {
        if ElementNames.blocks.contains(node.name), cellsInLine.remove(id) == nil { flush() }
        switch node.name {
        case "h1", "h2", "h3", "h4", "h5", "h6": heading = nil
        case "blockquote": quotes -= 1
        case "ul", "menu", "dir", "ol", "dd": lists.removeLast()
        case "dt": strong -= 1
        case "li":
            items -= 1
            mark = ""
        case "figure": figures -= 1
        case "figcaption": captions -= 1
        case "em", "i", "cite", "dfn", "var": emphasis -= 1
        case "strong", "b": strong -= 1
        case "code", "kbd", "samp", "tt": code -= 1
        case "a": link = nil
        case "q": inlines.append("”", style, link: link)
        case "td", "th": inlines.append(" ", style, link: nil)
        default: break
        }
    }

    /// Whether the node is a cell of a layout table with only text: such cells in a row share a
    /// line.
    private mutating func isInLine(_ id: PageTree.ID, _ node: PageTree.Node) -> Bool {
        guard node.name == "td" || node.name == "th" else { return false }
        var child = tree.after(id, within: id)
        while child != PageTree.none {
            let name = tree[child].name
            if name == "br" || name == "img" || ElementNames.blocks.contains(name) { return false }
            child = tree.after(child, within: id)
        }
        cellsInLine.insert(id)
        return true
    }

    private mutating func beginItem(_ node: PageTree.Node) {
        items += 1
        mark = "•"
        guard let index = lists.indices.last, var number = lists[index].number else { return }
        if let value = node["value"].flatMap(Int.init) { number = value }
        mark = "\(number)."
        lists[index].number = number < .max ? number + 1 : number
    }

    private mutating func addRule() {
        if case .rule? = blocks.last?.content { return }
        if !blocks.isEmpty, !isInCell { add(.rule) }
    }

    private mutating func enterCode(_ id: PageTree.ID) -> Bool {
        let text = CodeText.text(of: id, in: tree)
        if isInCell {
            inlines.append(text, [.code], link: nil)
        } else if !text.isEmpty, !CodeText.isLineNumbers(text) {
            add(.code(text))
        }
        return false
    }

    /// Whether a link in a heading leads to the heading itself, and only shows a sign.
    private func isAnchor(_ id: PageTree.ID) -> Bool {
        ["¶", "#", "§", "🔗", "∞", "link"].contains(tree.text(id).oneLine.lowercased())
    }

    private mutating func addPicture(_ node: PageTree.Node) {
        let description = (node["alt"] ?? "").collapsed
        let classes = (node["class"] ?? "").lowercased()
        let isSign = ["emoji", "math", "tex", "smiley"].contains { classes.contains($0) }
        if isSign || description.count == 1 {
            return inlines.append(description, style, link: link)
        }
        let sizes = ["width", "height"].compactMap { node[$0].flatMap { Int($0) } }
        if sizes.contains(where: { $0 <= 40 }) { return }
        let source = [node["src"], node["data-src"]].compactMap { $0 }
            .first { !$0.hasPrefix("data:") && !$0.isEmpty }
        let number = source.flatMap { addresses.number($0) }
        guard number != nil || !description.isEmpty else { return }
        pictures.append(
            ReadablePage.Block(
                .picture(description: description, caption: [], link: number), quotes: quotes))
    }

    // MARK: Tables

    private mutating func addTable(_ table: PageTree.ID) {
        var rows: [ReadablePage.Row] = []
        for caption in tree.elements(["caption"], in: table).prefix(1) {
            add(.paragraph(cell(caption)))
        }
        for row in tree.elements(["tr"], in: table)
        where tree.ancestor(of: row, where: { $0.name == "table" }) == table {
            let cells = tree.children(row).filter { ["td", "th"].contains(tree[$0].name) }
            var texts: [[ReadablePage.Inline]] = []
            for id in cells {
                texts.append(cell(id))
                let span = Int(tree[id]["colspan"] ?? "") ?? 1
                texts += Array(repeating: [], count: min(max(span, 1), 100) - 1)
            }
            let isHeading = !cells.isEmpty && cells.allSatisfy { tree[$0].name == "th" }
            if texts.contains(where: { !$0.isEmpty }) {
                rows.append(ReadablePage.Row(isHeading: isHeading, cells: texts))
            }
        }
        if !rows.isEmpty { add(.table(rows)) }
    }

    /// Returns the text of a cell.
    private mutating func cell(_ id: PageTree.ID) -> [ReadablePage.Inline] {
        var writer = BlockWriter(tree, dataTables, addresses, isInCell: true)
        // Move the addresses out, so that adding one does not copy the array.
        addresses = Addresses(url: "", base: nil)
        writer.write(id)
        addresses = writer.addresses
        var text = InlineText()
        for block in writer.blocks {
            switch block.content {
            case .heading(_, let inlines), .paragraph(let inlines), .item(_, _, let inlines):
                for inline in inlines { text.append(inline.text, inline.style, link: inline.link) }
                text.append(" ", [], link: nil)
            case .code, .table, .picture, .rule: continue
            }
        }
        if text.isEmpty, let picture = writer.blocks.first(where: { !$0.text.isEmpty }) {
            text.append(picture.text, [], link: nil)
        }
        return text.take()
    }
}
