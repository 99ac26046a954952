public import Replication
public import SQLite

/// The content of a replica's file, read row by row so that a damaged row hides no other.
///
/// Reading changes nothing, and disturbs no process that has the replica open.
public struct ReplicaInspection: Sendable {
    /// The problems of the file as a whole; empty if it is sound.
    public var problems: [String] = []
    /// The meta; `nil` if it cannot be read. Then ``problems`` say why.
    public var meta: ReplicaMeta?
    public var entries: [ReplicaEntry] = []
    /// The keys whose rows cannot be read, each with the reason.
    public var unreadable: [(key: String, reason: String)] = []

    /// Reads the replica at `path`, which must exist, and runs `body` on the same state.
    ///
    /// Throws ``SQLiteError`` if the file is not a database, ``ReplicaFileError`` if a newer
    /// version wrote it, and the errors of `body`.
    public static func read<R>(
        path: String, also body: (ReplicaInspection, Database) throws -> R
    ) throws -> R {
        try Database.inspect(path: path) { database in
            try database.transaction(.deferred) {
                let version = try database.userVersion()
                if version > ReplicaFile.formatVersion {
                    throw ReplicaFileError(.newer(format: version), path: path)
                }
                guard try ReplicaFile.isReplica(database) else {
                    throw ReplicaFileError(try database.isEmpty() ? .empty : .foreign, path: path)
                }
                return try body(ReplicaInspection(database), database)
            }
        }
    }

    private init(_ database: Database) throws {
        problems = try database.integrityProblems()
        let transaction = ReplicaTransaction(database, derivedTables: [])
        do {
            meta = try transaction.meta()
        } catch {
            problems.append("its state can't be read (\(error))")
        }
        try readEntries(database, transaction)
        let revision = try transaction.localRevision()
        let latest = try database.first("SELECT max(local_revision) FROM entries") {
            $0.integer(0)
        }
        if let latest, latest > revision { problems.append("its revision number went back") }
    }

    private mutating func readEntries(
        _ database: Database, _ transaction: ReplicaTransaction
    ) throws {
        try database.forEach(
            "SELECT \(ReplicaTransaction.columns), live, dirty FROM entries ORDER BY key"
        ) { row in
            let key = row.text(0)
            do {
                let entry = try transaction.entry(row)
                let isLive = row.integer(6) == 1
                let dirty = entry.isDirty ? (entry.record.isTombstone ? 2 : 1) : 0
                if isLive == entry.record.isTombstone || row.integer(7) != dirty {
                    problems.append("its note about the record \(key.prefix(64)) is wrong")
                }
                entries.append(entry)
            } catch {
                unreadable.append((key, "\(error)"))
            }
        }
    }

    /// Returns the rows of a derived table that differ from the records, by their first column.
    /// Returns none if another version derived the table, which is then made again at the next
    /// opening.
    ///
    /// - Parameters:
    ///   - columns: the columns to compare. The first one identifies the rows.
    ///   - columns: the compared columns; the first one tells the rows apart.
    public func wrongRows(
        of table: any DerivedTable, columns: String, in database: Database
    ) throws -> [String] {
        guard try Self.isCurrent(table, in: database) else { return [] }
        let derived = try Database(path: ":memory:", access: .readWrite)
        try table.create(in: derived)
        try table.update(for: entries.map { EntryChange(old: nil, new: $0) }, in: derived)
        let expected = try Self.rows(columns, of: table, in: derived)
        let found = try Self.rows(columns, of: table, in: database)
        return Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }.sorted()
    }

    /// Returns whether this version derived a table. The table of another version may lack columns,
    /// and is made again at the next opening.
    public static func isCurrent(
        _ table: any DerivedTable, in database: Database
    ) throws -> Bool {
        try ReplicaFile.version(of: table, in: database) == table.version
    }

    private static func rows(
        _ columns: String, of table: any DerivedTable, in database: Database
    ) throws -> [String: [UInt8]] {
        var rows: [String: [UInt8]] = [:]
        // quote() distinguishes types, and writes all digits of numbers.
        let names = columns.split(separator: ",")
        let values = names.map { "quote(\($0))" }.joined(separator: "||' '||")
        try database.forEach("SELECT \(names[0]), \(values) FROM \(table.name)") { row in
            rows[row.text(0)] = row.blob(1)
        }
        return rows
    }
}
