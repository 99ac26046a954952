public import Bookmarks
public import ReplicaFile
import SQLite

/// The catalog of a replica whose derived tables include ``BookmarkTable``.
public struct BookmarkCatalogTable: BookmarkCatalog {
    let replica: ReplicaFile

    public init(replica: ReplicaFile) {
        self.replica = replica
    }

    static let columns = "id, name, url, tags, added, modified, lost"

    static func row(_ row: borrowing Row) -> BookmarkRow {
        BookmarkRow(
            id: row.text(0), name: row.text(1), url: row.text(2), tags: row.text(3),
            added: row.real(4), modified: row.real(5), lost: row.text(6))
    }

    public func count() throws -> Int {
        try replica.withDatabase { database in
            try database.first("SELECT count(*) FROM bookmarks") { Int($0.integer(0)) } ?? 0
        }
    }

    public func rows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow] {
        let column =
            switch order.field {
            case .added: "added"
            case .modified: "modified"
            case .name: "name COLLATE NOCASE"
            case .url: "url COLLATE NOCASE"
            }
        let sql = """
            SELECT \(Self.columns) FROM bookmarks
            ORDER BY \(column) \(order.isDescending ? "DESC" : "ASC"), id LIMIT ?
            """
        guard let limit else {
            // All of them take a while: a connection of their own leaves the replica free.
            return try replica.makeReader().query(sql, .integer(-1), row: Self.row)
        }
        return try replica.withDatabase { database in
            try database.query(sql, .integer(Int64(limit)), row: Self.row)
        }
    }

    public func row(id: String) throws -> BookmarkRow? {
        try replica.withDatabase { database in
            try database.first(
                "SELECT \(Self.columns) FROM bookmarks WHERE id = ?", .text(id), row: Self.row)
        }
    }

    public func rows(idPrefix prefix: String, limit: Int) throws -> [BookmarkRow] {
        try replica.withDatabase { database in
            try database.query(
                """
                SELECT \(Self.columns) FROM bookmarks WHERE id >= ? AND id < ? ORDER BY id LIMIT ?
                """,
                .text(prefix), .text(prefix + "\u{10ffff}"), .integer(Int64(limit)), row: Self.row)
        }
    }

    public func conflicts() throws -> [String: String] {
        try replica.withDatabase { database in
            var found: [String: String] = [:]
            try database.forEach("SELECT id, lost FROM bookmarks WHERE lost <> ''") { row in
                found[row.text(0)] = row.text(1)
            }
            return found
        }
    }

    public func rows(pageKey: String) throws -> [BookmarkRow] {
        try replica.withDatabase { database in
            try database.query(
                "SELECT \(Self.columns) FROM bookmarks WHERE page = ? ORDER BY added",
                .integer(BookmarkTable.hash(ofPageKey: pageKey)), row: Self.row)
        }.filter { WebAddress(stored: $0.url).pageKey == pageKey }
    }
}
