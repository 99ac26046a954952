/// A page with counts of all its elements, which are kept up to date while elements are removed.
struct MeasuredTree {
    typealias ID = PageTree.ID

    var tree: PageTree
    private(set) var counts: [TextCounts] = []
    private(set) var hints: [NameHints] = []
    /// The tables that hold data instead of a layout.
    var dataTables: Set<ID> = []

    init(_ tree: PageTree) {
        self.tree = tree
        hints = tree.nodes.map { $0.isText ? [] : NameHints($0) }
        counts = tree.nodes.map { $0.isText ? TextCounts($0.text) : TextCounts() }
        for id in tree.subtree(tree.root).reversed() {
            let node = tree[id]
            if node.parent == PageTree.none { continue }
            counts[Int(node.parent)] += counts[Int(id)].seen(as: node)
        }
    }

    subscript(_ id: ID) -> PageTree.Node { tree[id] }

    func count(_ id: ID) -> TextCounts { counts[Int(id)] }
    func hint(_ id: ID) -> NameHints { hints[Int(id)] }

    /// Removes a node from the page.
    mutating func remove(_ id: ID) {
        var removed = counts[Int(id)].seen(as: tree[id])
        var parent = tree[id].parent
        while parent != PageTree.none {
            counts[Int(parent)] -= removed
            removed.wrap(in: tree[parent])
            parent = tree[parent].parent
        }
        tree.remove(id)
    }

    /// Renames an element.
    mutating func rename(_ id: ID, _ name: String) {
        let isParagraph = (name == "p" ? 1 : 0) - (tree[id].name == "p" ? 1 : 0)
        tree[id].name = name
        guard isParagraph != 0 else { return }
        var change = TextCounts()
        change.paragraphs = Int32(isParagraph)
        var parent = tree[id].parent
        while parent != PageTree.none {
            counts[Int(parent)] += change
            parent = tree[parent].parent
        }
    }

    /// Wraps a row of neighbors in a new element in their place.
    mutating func wrap(_ nodes: [ID], in name: String) {
        guard let first = nodes.first else { return }
        let wrapper = makeElement(name)
        tree.insert(wrapper, before: first)
        for node in nodes {
            tree.remove(node)
            tree.append(node, to: wrapper)
            counts[Int(wrapper)] += counts[Int(node)].seen(as: tree[node])
        }
        guard name == "p" else { return }
        var change = TextCounts()
        change.paragraphs = 1
        var parent = tree[wrapper].parent
        while parent != PageTree.none {
            counts[Int(parent)] += change
            parent = tree[parent].parent
        }
    }

    /// Makes a new element without a parent.
    mutating func makeElement(_ name: String) -> ID {
        counts.append(TextCounts())
        hints.append([])
        return tree.make(PageTree.Node(name: name, text: ""))
    }

    /// Moves a node to the end of an element that is not in the page.
    mutating func move(_ id: ID, to parent: ID) {
        tree.remove(id)
        tree.append(id, to: parent)
        counts[Int(parent)] += counts[Int(id)].seen(as: tree[id])
    }

    // MARK: Questions

    /// Whether the element has neither text nor elements other than breaks and rules.
    func isEmpty(_ id: ID) -> Bool {
        guard counts[Int(id)].characters == 0 else { return false }
        return tree.children(id).allSatisfy { ["", "br", "hr"].contains(tree[$0].name) }
    }

    /// Whether the node is inline content.
    func isPhrasing(_ id: ID) -> Bool {
        let node = tree[id]
        if node.isText || Self.phrasing.contains(node.name) { return true }
        guard ["a", "del", "ins"].contains(node.name) else { return false }
        return !hasElement(Self.notPhrasing, in: id)
    }

    /// Whether the node contains an element with one of these names.
    func hasElement(_ names: Set<String>, in root: ID) -> Bool {
        var node = tree.after(root, within: root)
        while node != PageTree.none {
            if names.contains(tree[node].name) { return true }
            node = tree.after(node, within: root)
        }
        return false
    }

    /// Whether the node is in a table of data.
    func isInDataTable(_ id: ID) -> Bool {
        if dataTables.isEmpty { return false }
        var node = tree[id].parent
        while node != PageTree.none {
            if tree[node].name == "table", dataTables.contains(node) { return true }
            node = tree[node].parent
        }
        return false
    }

    /// The elements that make a `<div>` more than a paragraph.
    static let paragraphBreakers: Set<String> = [
        "blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul",
    ]
    private static let notPhrasing = ElementNames.blocks
    static let phrasing: Set<String> = [
        "abbr", "audio", "b", "bdo", "br", "button", "cite", "code", "data", "datalist", "dfn",
        "em", "embed", "i", "img", "input", "kbd", "label", "mark", "math", "meter", "noscript",
        "object", "output", "progress", "q", "ruby", "samp", "script", "select", "small", "span",
        "strong", "sub", "sup", "textarea", "time", "var", "wbr",
    ]
}
