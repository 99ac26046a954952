import Bookmarks

/// Reads Safari's `Bookmarks.plist`: a tree of lists and leaves.
enum SafariFormat {
    static func parse(_ root: Node) throws(ImportError) -> ParsedImport {
        if root["Children"] == nil, root["version"] != nil, root["bookmarks"]?.elements != nil {
            throw ImportError.ofDevice("the property list")
        }
        if let link = LinkFile.parse(propertyList: root) { return link }
        var result = ParsedImport(format: .safari)
        walk(root, folder: "", &result)
        return result
    }

    private static func walk(_ node: Node, folder: String, _ result: inout ParsedImport) {
        if let children = node["Children"]?.elements {
            let inside = FolderPath.path(folder, name(node["Title"]?.text ?? ""))
            for child in children { walk(child, folder: inside, &result) }
        } else if node["WebBookmarkType"]?.text == "WebBookmarkTypeLeaf"
            || node["URLString"] != nil
        {
            let reading = node["ReadingList"]
            result.take(
                ImportedBookmark(
                    name: node["URIDictionary"]?["title"]?.text ?? node["title"]?.text ?? "",
                    url: node["URLString"]?.text ?? "",
                    description: reading?["PreviewText"]?.text ?? "",
                    folder: folder,
                    added: reading?["DateAdded"]?.moment, isUnread: reading != nil,
                    line: node.line))
        } else if node["WebBookmarkType"]?.text == "WebBookmarkTypeProxy" {
            result.skip(node.line, "a place of Safari's own, not a page")
        }
    }

    /// Returns the name that Safari shows for one of its own lists.
    private static func name(_ title: String) -> String {
        switch title {
        case "BookmarksBar": "Favorites"
        case "BookmarksMenu": "Bookmarks Menu"
        case "com.apple.ReadingList": "Reading List"
        default: title
        }
    }
}
