import Interchange
import SQLite

/// The database of another program's archive, which may hold anything.
struct ArchiveDatabase: Sendable {
    let database: Database
    private let columns: [String: Set<String>]

    /// `nil` for a database without these tables.
    ///
    /// Views and virtual tables do not count: reading them runs code of their maker. Nor do columns
    /// that are computed.
    ///
    /// - Parameter optional: tables that some versions of the program lack.
    init?(_ database: Database, tables: [String], optional: [String] = []) throws {
        self.database = database
        let there = Set(
            try database.query(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
            ) { $0.text(0) })
        guard there.isSuperset(of: tables) else { return nil }
        var columns: [String: Set<String>] = [:]
        for table in tables + optional where there.contains(table) {
            let names = try database.query(
                "SELECT name FROM pragma_table_info(?)", .text(table)
            ) { $0.text(0) }
            columns[table] = Set(names)
        }
        self.columns = columns
    }

    /// Opens a copy, whose name goes.
    static func opened(_ copy: DatabaseCopy) throws -> Database {
        let database = try Database(path: copy.path, access: .readWrite)
        // Until it reads, SQLite has not opened the log.
        _ = try database.query("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
        copy.remove()
        return database
    }

    func has(_ table: String) -> Bool { columns[table] != nil }

    /// The rows of a table, with these columns in their order. Columns that an earlier or later
    /// version of the program lacks are NULL. Texts end after more characters than Cloudy keeps.
    func rows(
        _ table: String, _ names: [String], orderedBy order: String? = nil,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        let there = columns[table] ?? []
        let parts = names.map { name in
            there.contains(name) ? "substr(\"\(name)\", 1, \(Self.longestText))" : "NULL"
        }
        let end = order.map { there.contains($0) ? " ORDER BY \"\($0)\"" : "" } ?? ""
        try database.forEach(
            "SELECT \(parts.joined(separator: ", ")) FROM \"\(table)\"\(end)", body: body)
    }

    /// The tags of each bookmark, as two tables have them. They are not joined in SQL: without the
    /// usual indexes that could take for ever.
    ///
    /// - Parameters:
    ///   - names: the table of tags.
    ///   - links: the table that says which bookmark has which tag.
    ///   - owner: its column of bookmarks.
    func tags(named names: String, linkedBy links: String, _ owner: String) throws
        -> [String: [String]]
    {
        var tagsByID: [String: [String]] = [:]
        try rows(names, ["id", "name"]) {
            tagsByID[$0.text(0)] = ImportedBookmark.tags([$0.text(1)])
        }
        var count = 0
        var tags: [String: [String]] = [:]
        try rows(links, [owner, "tag_id"]) { row in
            guard let some = tagsByID[row.text(1)] else { return }
            count += 1
            guard count <= Self.mostTags else {
                throw ImportError("its bookmarks have more than \(Self.mostTags) tags, the limit")
            }
            tags[row.text(0), default: []] += some
        }
        return tags.mapValues { $0.sorted() }
    }

    private static let mostTags = 4_000_000
    /// Longer texts are refused or cut anyway.
    private static let longestText = 70_000

    /// The sentence for an error of SQLite.
    static func unreadable(_ error: any Error) -> ImportError {
        if let error = error as? ImportError { return error }
        let reason = (error as? SQLiteError)?.message ?? "\(error)"
        return ImportError("the database cannot be read (\(reason))")
    }
}
