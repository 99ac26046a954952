import Bookmarks

/// Reads a backup of Firefox: a tree of containers, pages and separators.
enum FirefoxFormat {
    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .firefox)
        walk(root, folders: [], &result)
        return result
    }

    private static func walk(_ node: Node, folders: [String], _ result: inout ParsedImport) {
        let type = node["type"]?.text ?? ""
        let code = node["typeCode"]?.text
        let url = node["uri"]?.text ?? node["url"]?.text
        if code == "3" || type == "text/x-moz-place-separator" {
            result.skip(node.line, "a separator")
        } else if code == "2" || type == "text/x-moz-place-container" || node["children"] != nil {
            // Firefox keeps a copy of each page in a folder for each tag. The pages have the tags.
            if node["root"]?.text == "tagsFolder" { return }
            let inside = folders + [folderName(node)]
            for child in node["children"]?.elements ?? [] { walk(child, folders: inside, &result) }
        } else {
            result.take(bookmark(node, url: url ?? "", folders))
        }
    }

    /// The menu is the top of the tree, as in the HTML that Firefox writes; the other roots are
    /// folders, which have only codes for names in many files.
    private static func folderName(_ node: Node) -> String {
        let title = node["title"]?.text ?? ""
        return switch node["root"]?.text {
        case "placesRoot", "bookmarksMenuFolder": ""
        case "toolbarFolder" where title == "toolbar": "Bookmarks Toolbar"
        case "unfiledBookmarksFolder" where title == "unfiled": "Other Bookmarks"
        case "mobileFolder" where title == "mobile": "Mobile Bookmarks"
        default: title
        }
    }

    private static func bookmark(
        _ node: Node, url: String, _ folders: [String]
    ) -> ImportedBookmark {
        let notes = node["annos"]?.elements?
            .first { $0["name"]?.text == "bookmarkProperties/description" }?["value"]?.text
        return ImportedBookmark(
            name: node["title"]?.text ?? "", url: url,
            tags: TagText.separated(node["tags"]?.text ?? "", by: ","),
            notes: notes ?? "", folder: FolderPath.path(folders),
            added: node["dateAdded"]?.moment, modified: node["lastModified"]?.moment,
            line: node.line)
    }
}
