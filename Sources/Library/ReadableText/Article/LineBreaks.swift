/// Turns line breaks between paragraphs, as in old pages, into paragraphs.
struct LineBreaks {
    typealias ID = PageTree.ID

    fileprivate var tree: PageTree

    /// Returns the page with a `<p>` around the content after two or more `<br>`.
    static func replaced(in tree: PageTree) -> PageTree {
        var breaks = LineBreaks(tree: tree)
        for id in tree.elements(["br"], in: tree.root)
        where breaks.tree[id].parent != PageTree.none { breaks.replace(id) }
        return breaks.tree
    }

    private mutating func replace(_ first: ID) {
        var next = afterBlank(tree[first].next)
        var hasMore = false
        while next != PageTree.none, tree[next].name == "br" {
            hasMore = true
            let following = tree[next].next
            tree.remove(next)
            next = afterBlank(following)
        }
        guard hasMore else { return }
        let paragraph = tree.make(PageTree.Node(name: "p", text: ""))
        tree.insert(paragraph, before: first)
        tree.remove(first)
        var node = tree[paragraph].next
        while node != PageTree.none {
            if tree[node].name == "br" {
                let after = afterBlank(tree[node].next)
                if after != PageTree.none, tree[after].name == "br" { break }
            }
            guard isPhrasing(node) else { break }
            let following = tree[node].next
            tree.remove(node)
            tree.append(node, to: paragraph)
            node = following
        }
        let parent = tree[paragraph].parent
        if parent != PageTree.none, tree[parent].name == "p" { tree[parent].name = "div" }
    }

    private func afterBlank(_ start: ID) -> ID {
        var node = start
        while node != PageTree.none, tree[node].isText,
            tree[node].text.utf8.allSatisfy({ $0 <= 0x20 })
        { node = tree[node].next }
        return node
    }

    private func isPhrasing(_ id: ID) -> Bool {
        let node = tree[id]
        if node.isText || MeasuredTree.phrasing.contains(node.name) || node.name == "font" {
            return true
        }
        guard ["a", "del", "ins"].contains(node.name) else { return false }
        return tree.children(id).allSatisfy {
            tree[$0].isText || MeasuredTree.phrasing.contains(tree[$0].name)
        }
    }
}
