import Bookmarks
import Interchange
import SQLite

/// Reads Firefox's tree of bookmarks, folders, separators and tags, which are all in one table.
enum PlacesTables {
    struct Item {
        var id: Int64
        var kind: Int64
        var parent: Int64
        var title: String
        var added: Int64
        var modified: Int64
        var page: Int64
        var url: String?
        var guid: String
        /// The page's description of itself.
        var description: String
    }

    /// The maximum depth of folders. A damaged table may have a cycle.
    static let deepest = 200

    static func read(_ database: Database, _ tables: Set<String>) throws -> ParsedImport {
        let items = try items(database)
        let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let descriptions = try descriptions(database, tables)
        let tagsRoot = items.first { $0.guid == "tags________" }?.id
        var tags: [Int64: [String]] = [:]
        for item in items where item.kind == 1 {
            if let folder = byID[item.parent], folder.parent == tagsRoot, tagsRoot != nil {
                tags[item.page, default: []].append(folder.title)
            }
        }
        var result = ParsedImport(format: .places)
        var folders = FolderPaths(byID, tagsRoot: tagsRoot)
        for item in items where item.kind == 1 || item.kind == 3 {
            guard let path = folders.path(of: item.parent) else { continue }
            if item.kind == 3 {
                result.skip(Int(item.id), "a separator")
                continue
            }
            result.add(
                ImportedBookmark(
                    name: item.title, url: item.url ?? "",
                    tags: ImportedBookmark.tags(tags[item.page] ?? []),
                    description: descriptions[item.id] ?? item.description, folder: path,
                    added: item.added > 0 ? Double(item.added) / 1_000_000 : nil,
                    modified: item.modified > 0 ? Double(item.modified) / 1_000_000 : nil,
                    line: Int(item.id)))
        }
        for id in folders.round.sorted() {
            result.warn(
                Int(id),
                "this folder contains itself; its bookmarks are imported without the folders above")
        }
        return result
    }

    static func items(_ database: Database) throws -> [Item] {
        let columns = try database.query("SELECT name FROM pragma_table_info('moz_places')") {
            $0.text(0)
        }
        let description = columns.contains("description") ? "coalesce(p.description, '')" : "''"
        return try database.query(
            """
            SELECT b.id, b.type, b.parent, b.title, b.dateAdded, b.lastModified, b.fk, p.url,
                b.guid, \(description)
            FROM moz_bookmarks b LEFT JOIN moz_places p ON p.id = b.fk
            ORDER BY b.parent, b.position, b.id
            """
        ) { row in
            Item(
                id: row.integer(0), kind: row.integer(1), parent: row.integer(2),
                title: row.text(3), added: row.integer(4), modified: row.integer(5),
                page: row.integer(6), url: row.isNull(7) ? nil : row.text(7), guid: row.text(8),
                description: row.text(9))
        }
    }

    /// Returns the descriptions of bookmarks, which Firefox took from pages until 2019, and since
    /// then those of pages.
    private static func descriptions(
        _ database: Database, _ tables: Set<String>
    ) throws -> [Int64: String] {
        guard tables.isSuperset(of: ["moz_items_annos", "moz_anno_attributes"]) else { return [:] }
        var descriptions: [Int64: String] = [:]
        try database.forEach(
            """
            SELECT item_id, content FROM moz_items_annos JOIN moz_anno_attributes AS kind
            ON kind.id = anno_attribute_id WHERE kind.name = 'bookmarkProperties/description'
            """
        ) { descriptions[$0.integer(0)] = $0.text(1) }
        return descriptions
    }

    /// The paths of folders, each computed once.
    private struct FolderPaths {
        private let items: [Int64: Item]
        private let tagsRoot: Int64?
        private var known: [Int64: String?] = [:]
        /// Folders that contain themselves in a damaged table.
        private(set) var round: Set<Int64> = []

        init(_ items: [Int64: Item], tagsRoot: Int64?) {
            self.items = items
            self.tagsRoot = tagsRoot
        }

        /// Returns the path of a folder; `nil` for a folder of tags.
        mutating func path(of folder: Int64) -> String? {
            var way: [Int64] = []
            var seen: Set<Int64> = []
            var next = folder
            var path: String? = ""
            while true {
                if let found = known[next] {
                    path = found
                    break
                }
                if next == tagsRoot {
                    path = nil
                    break
                }
                guard let item = items[next] else { break }
                guard seen.insert(next).inserted, way.count < PlacesTables.deepest else {
                    round.insert(next)
                    break
                }
                way.append(next)
                next = item.parent
            }
            for id in way.reversed() {
                if let outer = path, let item = items[id] {
                    let name = FolderPath.path([PlacesTables.name(item)])
                    path = FolderPath.joined(outer, name)
                }
                known[id] = .some(path)
            }
            return path
        }
    }

    /// The maximum length of a folder's name. A title of megabytes would be in the path of each
    /// subfolder.
    private static let longestName = 65_536

    /// Returns the name of a folder. The roots have codes instead of the names that Firefox shows.
    private static func name(_ folder: Item) -> String {
        switch folder.guid {
        case "root________", "menu________": ""
        case "toolbar_____": "Bookmarks Toolbar"
        case "unfiled_____": "Other Bookmarks"
        case "mobile______": "Mobile Bookmarks"
        default: shortened(folder.title)
        }
    }

    /// Cuts a title to a length that still exceeds the limit of any path.
    static func shortened(_ title: String) -> String {
        title.utf8.count <= longestName ? title : String(title.prefix(longestName / 4))
    }
}
