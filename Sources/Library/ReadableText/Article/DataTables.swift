/// Distinguishes tables of data from layout tables.
enum DataTables {
    /// Returns the tables of data below a node.
    static func found(in tree: PageTree, under root: PageTree.ID) -> Set<PageTree.ID> {
        let tables = tree.elements(["table"], in: root)
        if tables.isEmpty { return [] }
        // The size of each table, computed in one walk.
        var rows: [PageTree.ID: Int] = [:]
        var columns: [PageTree.ID: Int] = [:]
        var marked: Set<PageTree.ID> = []
        var nesting: Set<PageTree.ID> = []
        for id in tree.subtree(root) {
            let node = tree[id]
            guard parts.contains(node.name) else { continue }
            guard let table = tree.ancestor(of: id, depth: 12, where: { $0.name == "table" }) else {
                continue
            }
            switch node.name {
            case "table": nesting.insert(table)
            case "tr":
                rows[table, default: 0] += min(max(Int(node["rowspan"] ?? "") ?? 1, 1), 1000)
                let count = tree.children(id).reduce(0) { sum, cell in
                    guard ["td", "th"].contains(tree[cell].name) else { return sum }
                    return sum + min(max(Int(tree[cell]["colspan"] ?? "") ?? 1, 1), 1000)
                }
                columns[table] = max(columns[table] ?? 0, count)
            case "caption": if node.first != PageTree.none { marked.insert(table) }
            default: marked.insert(table)
            }
        }
        return Set(
            tables.filter { id in
                let node = tree[id]
                if node["role"] == "presentation" || node["datatable"] == "0" { return false }
                if node["summary"]?.isEmpty == false || marked.contains(id) { return true }
                if nesting.contains(id) { return false }
                let (height, width) = (rows[id] ?? 0, columns[id] ?? 0)
                if width <= 1 || height <= 1 { return false }
                return height >= 10 || width > 4 || width * height > 10
            })
    }

    private static let parts: Set<String> = [
        "table", "tr", "caption", "col", "colgroup", "tfoot", "thead", "th",
    ]
}
