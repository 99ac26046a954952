import Bookmarks

/// Folders that records refer to by id, such as `"lists": ["l1"]` and `"parentId": 7`.
struct NamedContainers {
    private var nodes: [String: (name: String, parent: String?)] = [:]
    private var parents: Set<String> = []

    init(_ root: Node) {
        var found: [Node] = []
        Self.collect(root, &found)
        for node in found {
            if let parent = Self.parent(of: node) { parents.insert(parent) }
            guard let id = node["id"]?.text ?? node["_id"]?.text ?? node["guid"]?.text,
                node["url"] == nil, let name = node["name"]?.text ?? node["title"]?.text,
                nodes[id] == nil
            else { continue }
            nodes[id] = (FolderPath.cut(name), Self.parent(of: node))
        }
    }

    private static func collect(_ node: Node, _ found: inout [Node]) {
        if node.members != nil { found.append(node) }
        for element in node.elements ?? [] { collect(element, &found) }
        for member in node.members ?? [] { collect(member.node, &found) }
    }

    private static let parentNames: Set<String> = [
        "parentid", "parent", "folderid", "collectionid", "listid", "groupid", "categoryid",
    ]

    private static func parent(of node: Node) -> String? {
        node.members?.first {
            parentNames.contains(FieldName.plain($0.key)) && $0.node.text != nil
        }?
        .node.text
    }

    /// Whether another value refers to this node as its parent.
    func isReferred(to node: Node) -> Bool {
        guard let id = node["id"]?.text ?? node["_id"]?.text ?? node["guid"]?.text
        else { return false }
        return parents.contains(id)
    }

    /// Returns the path of the folder with an id; `nil` if there is none.
    func path(_ id: String) -> String? {
        guard nodes[id] != nil else { return nil }
        var names: [String] = []
        var next: String? = id
        // Damaged files may have a cycle.
        while let one = next, let node = nodes[one], names.count < 50 {
            names.insert(node.name, at: 0)
            next = node.parent
        }
        return names.reduce("") { FolderPath.path($0, $1) }
    }

    /// Returns the path of the folder that a record refers to.
    func path(around record: Node) -> String? { Self.parent(of: record).flatMap(path) }
}
