import BrowserFiles
import Interchange

/// Reads the tree in Firefox's table of bookmarks.
///
/// The bookmarks menu is the top, as in an import; the other roots are folders.
enum PlacesTree {
    private static let roots = [
        ("toolbar_____", "Bookmarks Toolbar"), ("unfiled_____", "Other Bookmarks"),
        ("mobile______", "Mobile Bookmarks"),
    ]

    static func read(_ items: [PlacesTables.Item]) throws(ImportError) -> BrowserTree {
        var children: [Int64: [PlacesTables.Item]] = [:]
        for item in items { children[item.parent, default: []].append(item) }
        let byGUID = Dictionary(
            items.map { ($0.guid, $0) }, uniquingKeysWith: { first, _ in first })
        // Without it, the table was read in a state that Firefox never showed.
        guard let menu = byGUID["menu________"] else {
            throw ImportError("it has no bookmarks menu")
        }
        var tags: [Int64: [String]] = [:]
        for folder in byGUID["tags________"].flatMap({ children[$0.id] }) ?? [] {
            for item in children[folder.id] ?? [] where item.kind == 1 {
                tags[item.page, default: []].append(folder.title)
            }
        }
        var tree = BrowserTree()
        add(children[menu.id] ?? [], in: "", children, tags, depth: 0, to: &tree)
        for (guid, title) in roots {
            guard let root = byGUID[guid] else { continue }
            tree.add(BrowserTree.Item(guid: guid, parent: "", title: title))
            add(children[root.id] ?? [], in: guid, children, tags, depth: 0, to: &tree)
        }
        return tree
    }

    private static func add(
        _ items: [PlacesTables.Item], in parent: String,
        _ children: [Int64: [PlacesTables.Item]], _ tags: [Int64: [String]], depth: Int,
        to tree: inout BrowserTree
    ) {
        if depth > PlacesTables.deepest { return }
        for item in items where !item.guid.isEmpty {
            let title = PlacesTables.shortened(item.title)
            if item.kind == 2 {
                guard tree.add(BrowserTree.Item(guid: item.guid, parent: parent, title: title))
                else { continue }
                add(
                    children[item.id] ?? [], in: item.guid, children, tags, depth: depth + 1,
                    to: &tree)
            } else if item.kind == 1, let url = item.url, !url.hasPrefix("place:") {
                tree.add(
                    BrowserTree.Item(
                        guid: item.guid, parent: parent, title: title, url: url,
                        tags: ImportedBookmark.tags(tags[item.page] ?? []).sorted()))
            }
        }
    }
}
