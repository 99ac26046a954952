import BrowserFiles
import Interchange

/// Reads the tree in the file `Bookmarks` of Chromium and browsers based on it.
///
/// The browser replaces the file atomically, so every reading is complete.
enum ChromiumTree {
    private static let deepest = 200

    static func read(path: String) throws(ImportError) -> BrowserTree {
        let root = try JSONReader.value(FileBytes.read(path))
        guard let roots = root["roots"]?.members, !roots.isEmpty else {
            throw ImportError("it has no bookmarks of Chromium or a browser based on it")
        }
        var tree = BrowserTree()
        for (name, node) in roots where name != "trash" && node["children"] != nil {
            add(node, in: "", depth: 0, to: &tree)
        }
        return tree
    }

    private static func add(
        _ node: Node, in parent: String, depth: Int, to tree: inout BrowserTree
    ) {
        guard depth <= deepest, let guid = (node["guid"] ?? node["id"])?.text else { return }
        let title = node["name"]?.text ?? ""
        if let children = node["children"]?.elements {
            guard tree.add(BrowserTree.Item(guid: guid, parent: parent, title: title)) else {
                return
            }
            for child in children { add(child, in: guid, depth: depth + 1, to: &tree) }
        } else if let url = node["url"]?.text {
            tree.add(BrowserTree.Item(guid: guid, parent: parent, title: title, url: url))
        }
    }
}
