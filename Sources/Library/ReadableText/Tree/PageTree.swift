/// The elements and texts of a page, which change while the article is looked for.
///
/// Nodes are numbers, and everything that walks the tree is a loop: however deep a page is, no
/// stack grows with it.
struct PageTree {
    typealias ID = Int32

    /// Stands for no node.
    static let none: ID = -1
    /// How many nodes a page may have.
    static let most = 3_000_000

    struct Node {
        /// In lower case; empty for a text.
        var name: String
        var text: String
        var attributes: [Attribute] = []
        var parent = PageTree.none
        var first = PageTree.none
        var last = PageTree.none
        var next = PageTree.none
        var previous = PageTree.none

        var isText: Bool { name.isEmpty }

        subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    struct Attribute {
        var name: String
        var value: String
    }

    var nodes: [Node] = []
    /// The element `html`.
    let root: ID = 0

    subscript(_ id: ID) -> Node {
        get { nodes[Int(id)] }
        _modify { yield &nodes[Int(id)] }
    }

    mutating func make(_ node: Node) -> ID {
        nodes.append(node)
        return ID(nodes.count - 1)
    }

    mutating func append(_ child: ID, to parent: ID) {
        let last = self[parent].last
        self[child].parent = parent
        self[child].previous = last
        self[child].next = Self.none
        if last == Self.none { self[parent].first = child } else { self[last].next = child }
        self[parent].last = child
    }

    mutating func insert(_ node: ID, before other: ID) {
        let parent = self[other].parent
        let previous = self[other].previous
        self[node].parent = parent
        self[node].previous = previous
        self[node].next = other
        self[other].previous = node
        if previous == Self.none {
            if parent != Self.none { self[parent].first = node }
        } else {
            self[previous].next = node
        }
    }

    /// Takes a node out of the tree, with all in it.
    mutating func remove(_ node: ID) {
        let (parent, previous, next) = (self[node].parent, self[node].previous, self[node].next)
        if previous != Self.none { self[previous].next = next }
        if next != Self.none { self[next].previous = previous }
        if parent != Self.none {
            if self[parent].first == node { self[parent].first = next }
            if self[parent].last == node { self[parent].last = previous }
        }
        self[node].parent = Self.none
        self[node].previous = Self.none
        self[node].next = Self.none
    }

    /// Puts the children of a node in its place.
    mutating func unwrap(_ node: ID) {
        var child = self[node].first
        while child != Self.none {
            let next = self[child].next
            remove(child)
            insert(child, before: node)
            child = next
        }
        remove(node)
    }

    // MARK: Walking

    /// The node after this one in the order of the page, within a root; `none` at its end.
    func after(_ node: ID, within root: ID) -> ID {
        self[node].first != Self.none ? self[node].first : afterSubtree(node, within: root)
    }

    /// The same, without the contents of the node.
    func afterSubtree(_ node: ID, within root: ID) -> ID {
        var node = node
        while node != root, node != Self.none {
            if self[node].next != Self.none { return self[node].next }
            node = self[node].parent
        }
        return Self.none
    }

    /// All nodes in a root, which comes first, in the order of the page.
    func subtree(_ root: ID) -> [ID] {
        var found: [ID] = []
        var node = root
        while node != Self.none {
            found.append(node)
            node = after(node, within: root)
        }
        return found
    }

    func children(_ node: ID) -> [ID] {
        var found: [ID] = []
        var child = self[node].first
        while child != Self.none {
            found.append(child)
            child = self[child].next
        }
        return found
    }

    /// The elements in a root, without itself, that have one of the names.
    func elements(_ names: Set<String>, in root: ID) -> [ID] {
        subtree(root).dropFirst().filter { names.contains(self[$0].name) }
    }

    /// The first element of a name in the order of the page.
    func firstElement(_ name: String, in root: ID) -> ID? {
        var node = root
        while node != Self.none {
            if self[node].name == name { return node }
            node = after(node, within: root)
        }
        return nil
    }

    func ancestor(of node: ID, depth: Int = .max, where isWanted: (Node) -> Bool) -> ID? {
        var node = self[node].parent
        var left = depth
        while node != Self.none, left > 0 {
            if isWanted(self[node]) { return node }
            node = self[node].parent
            left -= 1
        }
        return nil
    }

    /// The text in a node, as it is written.
    func text(_ root: ID) -> String {
        var text = ""
        var node = root
        while node != Self.none {
            if self[node].isText { text += self[node].text }
            node = after(node, within: root)
        }
        return text
    }
}
