import Replication
import SQLite

/// Writes the entries of a transaction in batches, and updates the derived tables.
final class EntryWriter {
    /// The size of a batch, which is also the most entries kept in memory.
    static let atOnce = 500

    let database: Database
    private let derivedTables: [any DerivedTable]
    /// Entries that are not in the file yet.
    private var rows: [EntryWrite] = []
    /// Entries that are not in the derived tables yet.
    private var changes: [EntryChange] = []

    init(_ database: Database, derivedTables: [any DerivedTable]) {
        self.database = database
        self.derivedTables = derivedTables
    }

    /// Takes an entry, and writes it now or with a later batch.
    func add(_ write: EntryWrite) throws {
        rows.append(write)
        if write.isOfRecord { changes.append(write.change) }
        if max(rows.count, changes.count) == Self.atOnce { try finish() }
    }

    /// Removes an entry at once. The derived tables get it as a purged one, so that they drop its
    /// rows.
    func remove(_ entry: ReplicaEntry) throws {
        try writeRows()
        try database.run("DELETE FROM entries WHERE key = ?", .text(entry.key))
        var purged = entry
        purged.record.content = .deleted(last: nil)
        purged.record.superseded = []
        changes.append(EntryChange(old: entry, new: purged))
        if changes.count == Self.atOnce { try finish() }
    }

    /// Writes all entries taken so far, for callers that use the database. The derived tables may
    /// be updated later.
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

    /// Writes all entries taken so far, and updates the derived tables.
    func finish() throws {
        try writeRows()
        if changes.isEmpty { return }
        for table in derivedTables { try table.update(for: changes, in: database) }
        changes.removeAll(keepingCapacity: true)
    }
}
