import Interchange
import SQLite

/// The database of another program's archive, which cannot be trusted.
struct ArchiveDatabase: Sendable {
    let database: Database
    private let columns: [String: Set<String>]

    /// Makes a reader; `nil` for a database without these tables.
    ///
    /// Views, virtual tables and computed columns do not count: reading them could run code of
    /// their author.
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

    /// Opens a copy, and removes its name.
    static func opened(_ copy: DatabaseCopy) throws -> Database {
        let database = try Database(path: copy.path, access: .readWrite)
        // SQLite opens the log only when it reads.
        _ = try database.query("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
        copy.remove()
        return database
    }

    func has(_ table: String) -> Bool { columns[table] != nil }

    /// Returns the rows of a table, with these columns in order. Columns that a version of the
    /// program lacks are NULL. Texts are cut beyond the length that Cloudy keeps.
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

    /// Returns the tags of each bookmark, from two tables. SQL does not join them: without the
    /// usual indexes, that could take forever.
    ///
    /// - Parameters:
    ///   - names: the table of tags.
    ///   - links: the table of pairs of a bookmark and a tag.
    ///   - owner: the column of bookmarks in `links`.
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
    /// The maximum length of a text; longer ones would be refused or cut anyway.
    private static let longestText = 70_000

    /// Returns the import error for an SQLite error.
    static func unreadable(_ error: any Error) -> ImportError {
        if let error = error as? ImportError { return error }
        let reason = (error as? SQLiteError)?.message ?? "\(error)"
        return ImportError("the database cannot be read (\(reason))")
    }
}
