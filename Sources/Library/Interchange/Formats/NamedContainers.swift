import Bookmarks

/// Folders that records refer to by id, such as `"lists": ["l1"]` and `"parentId": 7`.
///
/// The tree and its reader use the same object. It remembers paths, so that the records of a folder
/// share them.
final class NamedContainers {
    private struct Folder {
        let name: String
        /// The number of the folder around it.
        var outer: Int?
    }

    private var folders: [Folder] = []
    /// The numbers of the folders, by id.
    private var numbers: [String: Int] = [:]
    private var parents: Set<String> = []
    /// The paths of some folders, by number, and their length in bytes together.
    private var paths: [Int: String] = [:]
    private var pathBytes = 0

    init(_ root: Node) {
        var found: [Node] = []
        Self.collect(root, &found)
        var outer: [String?] = []
        for node in found {
            let parent = Self.parent(of: node)
            if let parent { parents.insert(parent) }
            guard let id = node["id"]?.text ?? node["_id"]?.text ?? node["guid"]?.text,
                node["url"] == nil, let name = node["name"]?.text ?? node["title"]?.text,
                numbers[id] == nil
            else { continue }
            numbers[id] = folders.count
            folders.append(Folder(name: FolderPath.path("", name)))
            outer.append(parent)
        }
        for (number, parent) in outer.enumerated() {
            if let parent { folders[number].outer = numbers[parent] }
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

    /// Whether a folder has an id.
    func contains(_ id: String) -> Bool { numbers[id] != nil }

    /// Returns the name of the folder with an id, as in a path; `nil` if there is none.
    func name(_ id: String) -> String? { numbers[id].map { folders[$0].name } }

    /// Returns the path of the folder with an id; `nil` if there is none.
    func path(_ id: String) -> String? {
        guard let number = numbers[id] else { return nil }
        if let known = paths[number] { return known }
        let path = path(of: number)
        if pathBytes > Self.mostPathBytes {
            paths = [:]
            pathBytes = 0
        }
        paths[number] = path
        pathBytes += path.utf8.count
        return path
    }

    /// A damaged file may have a long path for each record.
    private static let mostPathBytes = 16_777_216

    private func path(of number: Int) -> String {
        var names: [String] = []
        var next: Int? = number
        // Damaged files may have a cycle.
        while let one = next, names.count < 50 {
            names.append(folders[one].name)
            next = folders[one].outer
        }
        return FolderPath.joined(names.reversed())
    }

    /// Returns the path of the folder that a record refers to.
    func path(around record: Node) -> String? {
        Self.parent(of: record).flatMap { path($0) }
    }
}
