/// Tells whether a JSON value is a bookmark, a folder, or a program's data.
extension JSONTree {
    mutating func isPage(_ node: Node) -> Bool {
        // A link to another resource of an API.
        if node["rel"] != nil { return false }
        return !reader.url(of: node).isEmpty
    }

    /// Finds the object with an address that an object is about, and the names on the path to it.
    mutating func page(within node: Node, depth: Int = 3) -> (path: [String], page: Node)? {
        guard depth > 0, !isPage(node), let members = node.members else { return nil }
        // If all members are objects, none of several is the subject of the whole.
        if members.count > 1, members.allSatisfy({ $0.node.members != nil }) { return nil }
        for (key, child) in members
        where child.members != nil && !FieldName.namesOtherResource(key)
            && FieldName.place(FieldName.plain(key))?.part != .tags
        {
            if Self.isID(key) { continue }
            if isPage(child) { return ([key], child) }
            if let (path, page) = page(within: child, depth: depth - 1) {
                return ([key] + path, page)
            }
        }
        return nil
    }

    /// Whether an object is a page of API results, whose address belongs to the list in it.
    mutating func hasListOfPages(_ node: Node) -> Bool {
        for (key, child) in node.members ?? [] where Self.isStructure(key) {
            if child.elements?.contains(where: { isPage($0) }) == true { return true }
        }
        return false
    }

    /// Whether the member names look like folders and not like parts of a program's data: `{"Work":
    /// […], "Home": […]}`.
    func haveNamesForKeys(_ members: [(key: String, node: Node)], _ place: Place) -> Bool {
        guard
            members.count > 1 || place.isNamed
                || Self.areFolders.contains(FieldName.plain(place.key))
        else { return false }
        return members.allSatisfy { key, node in
            (node.elements != nil || node.members != nil) && !Self.isStructure(key)
                && !Self.isID(key) && !FieldName.namesOtherResource(key)
        }
    }

    /// Whether the members are addresses by name: `{"A page": "https://a.example/"}`.
    func areNamesOfPages(_ members: [(key: String, node: Node)], _ place: Place) -> Bool {
        guard place.isRoot || place.isNamed || Self.isStructure(place.key), !members.isEmpty
        else { return false }
        return members.allSatisfy { key, node in
            if node.elements != nil || node.members != nil { return !Self.isStructure(key) }
            return node.string?.isLikeURL == true && !FieldName.namesOtherResource(key)
                && FieldName.place(FieldName.plain(key)) == nil
        }
    }

    func isFolder(_ node: Node) -> Bool {
        let type = node["type"]?.text?.lowercased() ?? ""
        if ["folder", "group", "list", "collection"].contains(type) { return true }
        if containers.isReferred(to: node) { return true }
        return node.members?.contains {
            ["children", "isfolder"].contains(FieldName.plain($0.key))
                || (Self.isStructure($0.key) && ($0.node.elements != nil || $0.node.members != nil))
        } ?? false
    }

    /// Returns the reason why an object in the place of a bookmark is not a bookmark.
    static func reasonToSkip(_ node: Node) -> String? {
        let type = (node["type"] ?? node["content"]?["type"])?.text?.lowercased() ?? ""
        if node["typeCode"]?.text == "3" || type.hasSuffix("separator") { return "a separator" }
        guard node["url"] == nil, node["content"]?["url"] == nil else { return nil }
        if type == "text" || type == "note" { return "a note, not a page" }
        if type == "asset" || type == "file" || type == "pdf" { return "a file, not a page" }
        if case .null? = node["content"]?.value { return "it has no page" }
        return nil
    }

    /// Whether a member's name is one that programs use for lists, and not people.
    static func isStructure(_ key: String) -> Bool {
        let plain = FieldName.plain(key)
        return structures.contains(plain) || plain.hasSuffix("bookmarks")
            || plain.hasSuffix("items")
            || plain.hasSuffix("tabs") || plain.hasSuffix("links") || plain.hasSuffix("urls")
    }

    static func isBelowPage(_ key: String) -> Bool {
        ["children", "items", "tabs", "bookmarks", "subitems"].contains(FieldName.plain(key))
    }

    private static let areFolders: Set<String> = [
        "folders", "collections", "lists", "groups", "categories", "bookmarks", "boards",
    ]

    private static let structures: Set<String> = areFolders.union([
        "children", "data", "cards", "windows", "sessions", "records", "results", "entries",
        "nodes", "roots", "root", "pages", "sites", "favorites", "favourites", "marks", "posts",
        "articles", "content", "contents", "elements", "sidebar", "containers", "spaces",
        "workspaces", "organizations", "columns", "rows", "saved", "hits", "values", "payload",
        "response", "export", "repos", "repositories", "stars", "xbrowsersync", "readinglist",
        "queue", "archive", "embedded", "edges", "node", "statuses", "likes", "pins", "stories",
        "documents", "websites", "body", "result", "page", "list", "bookmark", "history", "tree",
        "saves", "highlights",
    ])

    /// Whether a name is an identifier made by a program.
    private static func isID(_ key: String) -> Bool {
        if key.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }) { return true }
        guard key.utf8.count >= 16, !key.contains(" ") else { return false }
        return key.utf8.contains(where: ASCII.isDigit)
    }
}
