import Bookmarks

/// Reads a backup of Firefox: a tree of containers, pages and separators.
enum FirefoxFormat {
    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .firefox)
        var tagged = TaggedPages()
        walk(root, folder: "", &result, &tagged)
        tagged.giveTags(to: &result)
        return result
    }

    private static func walk(
        _ node: Node, folder: String, _ result: inout ParsedImport, _ tagged: inout TaggedPages
    ) {
        let type = node["type"]?.text ?? ""
        let code = node["typeCode"]?.text
        let url = node["uri"]?.text ?? node["url"]?.text
        if code == "3" || type == "text/x-moz-place-separator" {
            result.skip(node.line, "a separator")
        } else if code == "2" || type == "text/x-moz-place-container" || node["children"] != nil {
            if node["root"]?.text == "tagsFolder" || node["guid"]?.text == "tags________" {
                return tagged.take(node)
            }
            let inside = FolderPath.path(folder, folderName(node))
            for child in node["children"]?.elements ?? [] {
                walk(child, folder: inside, &result, &tagged)
            }
        } else {
            result.take(bookmark(node, url: url ?? "", folder))
        }
    }

    /// Returns the name of a folder. The menu is the top of the tree, as in Firefox's HTML; the
    /// other roots are folders, which have only codes for names in many files.
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
        _ node: Node, url: String, _ folder: String
    ) -> ImportedBookmark {
        // Firefox took it from the page.
        let description = node["annos"]?.elements?
            .first { $0["name"]?.text == "bookmarkProperties/description" }?["value"]?.text
        var bookmark = ImportedBookmark(
            name: node["title"]?.text ?? "", url: url,
            tags: TagText.separated(node["tags"]?.text ?? "", by: ","),
            description: description ?? "", folder: folder,
            added: node["dateAdded"]?.moment, modified: node["lastModified"]?.moment,
            line: node.line)
        bookmark.hasUnreadDate = node["dateAdded"]?.isUnreadMoment ?? false
        return bookmark
    }
}

/// The tag folders, which Firefox keeps next to the others. Each has a copy of every page with the
/// tag; in some backups, nothing else gives the tags of a page.
private struct TaggedPages {
    private var tags: [String: [String]] = [:]
    private var lines: [String: Int] = [:]

    mutating func take(_ root: Node) {
        for folder in root["children"]?.elements ?? [] {
            guard let tag = folder["title"]?.text else { continue }
            for page in folder["children"]?.elements ?? [] {
                guard let url = (page["uri"]?.text ?? page["url"]?.text)?.trimmed else { continue }
                tags[url, default: []].append(tag)
                lines[url] = lines[url] ?? page.line
            }
        }
    }

    /// Adds the tags of their pages to bookmarks.
    func giveTags(to result: inout ParsedImport) {
        var left = lines
        for index in result.bookmarks.indices {
            guard let more = tags[result.bookmarks[index].url] else { continue }
            left[result.bookmarks[index].url] = nil
            let own = result.bookmarks[index].tags
            result.bookmarks[index].tags = Tags.unique(own + TagText.clean(more))
        }
        for line in left.values.sorted() {
            result.skip(line, "a page with a tag that is not a bookmark")
        }
    }
}
