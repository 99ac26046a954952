import SQLite
import SecondThread

/// Writes the entries of a transaction, and what the derived tables make of them, some at a time.
///
/// Of many, the bytes and rows are made on another thread, and written on a third one, while the
/// transaction goes on. Docs/Decisions/0049-many-entries-are-written-by-other-threads.md says why.
final class EntryWriter {
    /// How many are written at once: as many as are kept in memory.
    static let atOnce = 500

    let database: Database
    private let derivedTables: [any DerivedTable]
    private var batch = Batch()
    /// Batches that are made and written elsewhere, the earliest first.
    private var ahead: [Ahead<Result<Void, any Error>>] = []

    init(_ database: Database, derivedTables: [any DerivedTable]) {
        self.database = database
        self.derivedTables = derivedTables
    }

    /// Takes an entry, which is written sooner or later.
    func add(_ write: EntryWrite) throws {
        batch.rows.append(write)
        if let change = write.change { batch.changes.append(change) }
        guard max(batch.rows.count, batch.changes.count) == Self.atOnce else { return }
        writeAhead()
        while ahead.count > Self.mostAhead { try ahead.removeFirst().value.get() }
    }

    private func writeAhead() {
        let (full, last) = (take(), ahead.last)
        let made = Ahead { [derivedTables] in full.made(for: derivedTables) }
        ahead.append(
            Ahead { [database] in
                Result {
                    try last?.value.get()
                    try Self.write(made.value, to: database)
                }
            })
    }

    /// How many batches wait or are written, besides the one that is taken.
    private static let mostAhead = 2

    /// Writes all entries that were taken, for who uses the database. The derived tables may follow
    /// later.
    func writeRows() throws {
        try settle()
        if batch.rows.isEmpty { return }
        try Self.write(batch.rows.map(\.row), to: database)
        batch.rows.removeAll(keepingCapacity: true)
    }

    /// Writes all that was taken, and brings the derived tables in step.
    func finish() throws {
        try settle()
        try Self.write(take().made(for: derivedTables), to: database)
    }

    /// Waits until no other thread uses the database. When a batch could not be written, those that
    /// followed it were not tried.
    func settle() throws {
        defer { ahead = [] }
        try ahead.last?.value.get()
    }

    private func take() -> Batch {
        defer { batch = Batch() }
        return batch
    }

    private static func write(_ made: Made, to database: Database) throws {
        try write(made.rows, to: database)
        for update in made.updates { try update(database) }
    }

    private static func write(_ rows: [Row], to database: Database) throws {
        var rest = rows[...]
        while let sql = rest.first?.sql {
            let alike = rest.prefix { $0.sql == sql }
            try database.withStatement(sql) { statement in
                for row in alike { try statement.run(row.values) }
            }
            rest = rest[alike.endIndex...]
        }
    }

    /// A row to write, and how.
    fileprivate typealias Row = (sql: String, values: [SQLiteValue])

    /// What was taken, and is still to be made.
    private struct Batch: Sendable {
        /// Entries that are not in the file.
        var rows: [EntryWrite] = []
        /// Entries that the derived tables do not know.
        var changes: [EntryChange] = []

        func made(for tables: [any DerivedTable]) -> Made {
            Made(
                rows: rows.map(\.row),
                updates: changes.isEmpty ? [] : tables.map { $0.update(for: changes) })
        }
    }

    private struct Made: Sendable {
        var rows: [Row]
        var updates: [DerivedTable.Update]
    }
}

extension EntryWrite {
    fileprivate var row: EntryWriter.Row { (sql, values) }
}
