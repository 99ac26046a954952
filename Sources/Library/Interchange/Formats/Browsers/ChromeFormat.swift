import Bookmarks

/// Reads the file `Bookmarks` in a profile of Chromium and of browsers based on it.
enum ChromeFormat {
    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .chrome)
        for (name, node) in root["roots"]?.members ?? [] where node.members != nil {
            walk(node, folder: "", isDeleted: name == "trash", &result)
        }
        return result
    }

    /// - Parameter isDeleted: Whether the node is in the trash, which Vivaldi and Opera keep.
    private static func walk(
        _ node: Node, folder: String, isDeleted: Bool, _ result: inout ParsedImport
    ) {
        let name = node["name"]?.text ?? ""
        if let children = node["children"]?.elements {
            let inside = FolderPath.path(folder, name)
            for child in children { walk(child, folder: inside, isDeleted: isDeleted, &result) }
        } else if node["type"]?.text == "url" || node["url"] != nil {
            if isDeleted { return result.skip(node.line, "it is in the browser's trash") }
            var bookmark = ImportedBookmark(
                name: name, url: node["url"]?.text ?? "",
                // Vivaldi takes it from the page.
                description: node["meta_info"]?["Description"]?.text?.withoutLooseEnds ?? "",
                folder: folder, added: time(node["date_added"]),
                modified: time(node["date_modified"]), line: node.line)
            bookmark.hasUnreadDate = node["date_added"]?.isUnreadMoment ?? false
            result.take(bookmark)
        } else {
            // Opera keeps its folders by name in a separate object.
            for (name, inner) in node.members ?? []
            where inner.members != nil && name != "meta_info" {
                walk(inner, folder: folder, isDeleted: isDeleted || name == "trash", &result)
            }
        }
    }

    /// Returns a time written as microseconds since 1601. Old times are small and look like another
    /// unit.
    private static func time(_ node: Node?) -> Double? {
        node?.text.flatMap(Double.init).flatMap {
            Moment.plausible($0 / 1_000_000 - Moment.secondsFrom1601)
        }
    }
}
