/// The elements and texts of a page, which change during the search for the article.
///
/// Nodes are numbers, and every walk is a loop, so that a deep page needs no deep stack.
struct PageTree {
    typealias ID = Int32

    /// The number for no node.
    static let none: ID = -1
    /// The maximum number of nodes of a page.
    static let most = 3_000_000

    struct Node {
        /// The name in lower case; empty for a text.
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

    /// Removes a node and its contents from the tree.
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

    /// Replaces a node by its children.
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

    /// Returns the next node in page order, within a root; `none` at its end.
    func after(_ node: ID, within root: ID) -> ID {
        self[node].first != Self.none ? self[node].first : afterSubtree(node, within: root)
    }

    /// Returns the next node after the contents of a node.
    func afterSubtree(_ node: ID, within root: ID) -> ID {
        var node = node
        while node != root, node != Self.none {
            if self[node].next != Self.none { return self[node].next }
            node = self[node].parent
        }
        return Self.none
    }

    /// Returns all nodes in a root, beginning with it, in page order.
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

    /// Returns the elements below a root with one of these names.
    func elements(_ names: Set<String>, in root: ID) -> [ID] {
        subtree(root).dropFirst().filter { names.contains(self[$0].name) }
    }

    /// Returns the first element with a name, in page order.
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

    /// Returns the text in a node, unchanged.
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
