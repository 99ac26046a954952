public import Bookmarks
public import ReplicaFile
import Replication
import SQLite

/// The catalog of a replica whose derived tables include ``BookmarkTable``.
public struct BookmarkCatalogTable: BookmarkCatalog {
    let replica: ReplicaFile
    private let documents: @Sendable (DocumentTerm) throws -> Set<String>

    /// - Parameter documents: returns the bookmarks whose documents fulfil a term.
    public init(
        replica: ReplicaFile,
        documents: @escaping @Sendable (DocumentTerm) throws -> Set<String> = { _ in [] }
    ) {
        self.replica = replica
        self.documents = documents
    }

    public func bookmarks(having term: DocumentTerm) throws -> Set<String> {
        try documents(term)
    }

    static let columns = """
        id, name, url, tags, added, modified, lost, position, opened, opens, unread, archived
        """
    /// The index of the bookmark's number, if it is selected after ``columns``.
    static let numberColumn = 12

    static func row(_ row: borrowing Row) -> BookmarkRow {
        BookmarkRow(
            id: row.text(0), name: row.text(1), url: row.text(2), tags: row.text(3),
            added: row.real(4), modified: row.real(5), lost: row.text(6), position: row.text(7),
            opened: row.real(8), opens: Int(row.integer(9)), isUnread: row.integer(10) != 0,
            isArchived: row.integer(11) != 0)
    }

    /// The columns of the details that rows leave out.
    static let detailColumns = "notes, description, device, folder"

    /// Reads ``detailColumns`` from an index on.
    static func details(_ row: borrowing Row, at index: Int) -> BookmarkDetails {
        BookmarkDetails(
            notes: row.text(index), description: row.text(index + 1), device: row.text(index + 2),
            folder: row.text(index + 3))
    }

    public func count() throws -> Int {
        try replica.withReader { database in
            try database.first("SELECT count(*) FROM bookmarks") { Int($0.integer(0)) } ?? 0
        }
    }

    public func listedCount() throws -> Int {
        try replica.withReader { database in
            // Few bookmarks are archived, and an index has them.
            try database.first(
                """
                SELECT (SELECT count(*) FROM bookmarks)
                    - (SELECT count(*) FROM bookmarks WHERE archived = 1)
                """
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    public func tallies() throws -> CatalogTallies {
        try replica.withReader { database in
            func count(_ condition: String) throws -> Int {
                try database.first("SELECT count(*) FROM \(condition)") { Int($0.integer(0)) } ?? 0
            }
            // One snapshot for all of them.
            return try database.transaction(.deferred) {
                let archived = try count("bookmarks WHERE archived = 1")
                return CatalogTallies(
                    listed: try count("bookmarks") - archived,
                    unread: try count("bookmarks WHERE unread = 1 AND archived = 0"),
                    conflicts: try count("bookmarks WHERE lost <> '' AND archived = 0"),
                    archived: archived, deleted: try count("deleted"))
            }
        }
    }

    public func hasMore(than count: Int) throws -> Bool {
        try replica.withReader { database in
            // Numbers begin at 1, so the last number often shows that there are fewer.
            let last = try database.first("SELECT max(number) FROM bookmarks") { $0.integer(0) }
            if last ?? 0 <= count { return false }
            return try database.first(
                "SELECT 1 FROM bookmarks LIMIT 1 OFFSET ?", .integer(Int64(count))
            ) { _ in true } ?? false
        }
    }

    public func rows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow] {
        try rows(where: "1", sortedBy: order, limit: limit)
    }

    public func listedRows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow] {
        try rows(where: "archived = 0", sortedBy: order, limit: limit)
    }

    private func rows(
        where condition: String, sortedBy order: SortOrder, limit: Int?
    ) throws -> [BookmarkRow] {
        guard let terms = Self.terms(of: order) else {
            return try rowsInManualOrder(order, where: condition, limit: limit)
        }
        let sql = """
            SELECT \(Self.columns) FROM bookmarks WHERE \(condition) ORDER BY \(terms) LIMIT ?
            """
        guard let limit else {
            // On a separate connection: reading all rows takes a while, and the replica stays free.
            return try replica.makeReader().query(sql, .integer(-1), row: Self.row)
        }
        return try replica.withReader { database in
            try database.query(sql, .integer(Int64(limit)), row: Self.row)
        }
    }

    public func forEachBookmark(_ body: (Bookmark) throws -> Void) throws {
        guard let terms = Self.terms(of: .standard) else { return }
        // On a separate connection: reading all rows takes a while, and the replica stays free.
        try replica.makeReader().forEach(
            "SELECT \(Self.columns), \(Self.detailColumns) FROM bookmarks ORDER BY \(terms)"
        ) { row in
            try body(Bookmark(Self.row(row), Self.details(row, at: 12)))
        }
    }

    /// Returns the SQL terms of an order; `nil` if the database cannot sort by it.
    private static func terms(of order: SortOrder) -> String? {
        let direction = order.isDescending ? "DESC" : "ASC"
        return switch order.field {
        case .added, .relevance: "added \(direction), id"
        case .modified: "modified \(direction), id"
        case .name: "name COLLATE NOCASE \(direction), id"
        case .url: "url COLLATE NOCASE \(direction), id"
        case .opened: "opened \(direction), id"
        case .frequency: "opens \(direction), opened \(direction), id"
        case .manual: nil
        }
    }

    /// Returns the rows in manual order. Bookmarks that were never moved have no stored place, so
    /// moved and other bookmarks are read separately and merged.
    private func rowsInManualOrder(
        _ order: SortOrder, where condition: String, limit: Int?
    ) throws -> [BookmarkRow] {
        let (moved, others) = order.isDescending ? ("DESC", "ASC") : ("ASC", "DESC")
        let most = SQLiteValue.integer(limit.map(Int64.init) ?? -1)
        let select = "SELECT \(Self.columns) FROM bookmarks WHERE \(condition) AND"
        let questions = [
            "\(select) position <> '' ORDER BY position \(moved), id LIMIT ?",
            "\(select) position = '' ORDER BY added \(others), id \(moved) LIMIT ?",
        ]
        let read = { (database: Database) in
            try questions.flatMap { try database.query($0, most, row: Self.row) }
        }
        let rows =
            try limit == nil ? read(replica.makeReader()) : replica.withReader(read)
        let list = BookmarkList(rows: rows, sortedBy: order)
        return (0..<min(list.count, limit ?? list.count)).map { list[$0] }
    }

    public func row(id: String) throws -> BookmarkRow? {
        try replica.withReader { database in
            try database.first(
                "SELECT \(Self.columns) FROM bookmarks WHERE id = ?", .text(id), row: Self.row)
        }
    }

    public func rows(ids: [String]) throws -> [String: BookmarkRow] {
        try replica.withReader { database in
            try database.transaction(.deferred) {
                var found: [String: BookmarkRow] = [:]
                found.reserveCapacity(ids.count)
                for id in ids {
                    found[id] = try database.first(
                        "SELECT \(Self.columns) FROM bookmarks WHERE id = ?", .text(id),
                        row: Self.row)
                }
                return found
            }
        }
    }

    public func rows(idPrefix prefix: String, limit: Int) throws -> [BookmarkRow] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT \(Self.columns) FROM bookmarks WHERE id >= ? AND id < ? ORDER BY id LIMIT ?
                """,
                .text(prefix), .text(prefix + "\u{10ffff}"), .integer(Int64(limit)), row: Self.row)
        }
    }

    public func conflicts() throws -> [String: String] {
        try replica.withReader { database in
            var found: [String: String] = [:]
            try database.forEach("SELECT id, lost FROM bookmarks WHERE lost <> ''") { row in
                found[row.text(0)] = row.text(1)
            }
            return found
        }
    }

    public func rows(pageKeys: [String]) throws -> [String: [BookmarkRow]] {
        try replica.withReader { database in
            try database.transaction(.deferred) {
                var found: [String: [BookmarkRow]] = [:]
                let stored = try Self.pages(among: pageKeys, in: database)
                for key in pageKeys where found[key] == nil {
                    if stored?.contains(BookmarkTable.hash(ofPageKey: key)) == false { continue }
                    let rows = try Self.rows(pageKey: key, in: database)
                    if !rows.isEmpty { found[key] = rows }
                }
                return found
            }
        }
    }

    /// Returns the hashes of those pages that may exist; `nil` if querying each page is quicker
    /// than reading all hashes.
    private static func pages(
        among pageKeys: [String], in database: Database
    ) throws -> Set<Int64>? {
        guard pageKeys.count >= fewPages else { return nil }
        let last = try database.first("SELECT max(number) FROM bookmarks") { $0.integer(0) } ?? 0
        guard last <= pageKeys.count * readForOneAsked else { return nil }
        let asked = Set(pageKeys.map(BookmarkTable.hash))
        var stored: Set<Int64> = []
        try database.forEach("SELECT page FROM bookmarks") { row in
            let page = row.integer(0)
            if asked.contains(page) { stored.insert(page) }
        }
        return stored
    }

    /// Below this number, pages are queried one by one.
    static let fewPages = 100
    /// The number of hashes that can be read in the time of one query.
    private static let readForOneAsked = 16

    static func rows(pageKey: String, in database: Database) throws -> [BookmarkRow] {
        // Two pages may share a hash.
        try database.query(
            "SELECT \(columns) FROM bookmarks WHERE page = ? ORDER BY added",
            .integer(BookmarkTable.hash(ofPageKey: pageKey)), row: row
        ).filter { WebAddress(stored: $0.url).pageKey == pageKey }
    }
}
