import Replication
import SQLite

/// Writes the entries of a transaction, and brings the derived tables in step, some at a time.
final class EntryWriter {
    /// How many are written at once: as many as are kept in memory.
    static let atOnce = 500

    let database: Database
    private let derivedTables: [any DerivedTable]
    /// Entries that are not in the file.
    private var rows: [EntryWrite] = []
    /// Entries that the derived tables do not know.
    private var changes: [EntryChange] = []

    init(_ database: Database, derivedTables: [any DerivedTable]) {
        self.database = database
        self.derivedTables = derivedTables
    }

    /// Takes an entry, which is written sooner or later.
    func add(_ write: EntryWrite) throws {
        rows.append(write)
        if write.isOfRecord { changes.append(write.change) }
        if max(rows.count, changes.count) == Self.atOnce { try finish() }
    }

    /// Removes an entry at once. The derived tables are told that it was purged: all of them drop
    /// their rows of such a key.
    func remove(_ entry: ReplicaEntry) throws {
        try writeRows()
        try database.run("DELETE FROM entries WHERE key = ?", .text(entry.key))
        var purged = entry
        purged.record.content = .deleted(last: nil)
        purged.record.superseded = []
        changes.append(EntryChange(old: entry, new: purged))
        if changes.count == Self.atOnce { try finish() }
    }

    /// Writes all entries that were taken, for callers that use the database. The derived tables
    /// may follow later.
    func writeRows() throws {
        var rest = rows[...]
        while let sql = rest.first?.sql {
            let alike = rest.prefix { $0.sql == sql }
            try database.withStatement(sql) { statement in
                for row in alike { try statement.run(row.values) }
            }
            rest = rest[alike.endIndex...]
        }
        rows.removeAll(keepingCapacity: true)
    }

    /// Writes all that was taken, and brings the derived tables in step.
    func finish() throws {
        try writeRows()
        if changes.isEmpty { return }
        for table in derivedTables { try table.update(for: changes, in: database) }
        changes.removeAll(keepingCapacity: true)
    }
}
