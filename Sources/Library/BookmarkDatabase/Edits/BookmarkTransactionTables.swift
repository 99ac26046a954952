public import Bookmarks
public import KeyValueStore
public import ReplicaFile
public import Replication
public import SQLite

/// Writes to the store of a replica file, and lends its tables during the transaction.
public struct BookmarkTransactionTables: BookmarkTransactions {
    private let store: UbiquitousKeyValueStore
    private let replica: ReplicaFile
    private let journal: EditJournalTable
    private var addition: (@Sendable (Database) throws -> Void)?

    /// - Parameters:
    ///   - replica: the storage of the store, whose derived tables include ``BookmarkTable`` and
    ///     ``EditStepTable``.
    ///   - journal: the journal of the same replica.
    public init(store: UbiquitousKeyValueStore, replica: ReplicaFile, journal: EditJournalTable) {
        self.store = store
        self.replica = replica
        self.journal = journal
    }

    /// Returns these transactions with an addition: each of them also calls `body` with the
    /// database, before it records a step. If `body` throws, nothing has changed.
    public func adding(
        _ body: @escaping @Sendable (Database) throws -> Void
    ) -> BookmarkTransactionTables {
        var other = self
        other.addition = body
        return other
    }

    public func update(
        _ writes: [StoreWrite],
        noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
    ) throws {
        try store.update(
            writes, in: { try replica.write(.durable, withTables: $0) },
            noting: { replica, tables, changes in
                try addition?(tables.database)
                try note(Transaction(replica: replica, tables: tables, journal: journal), changes)
            })
    }

    private struct Transaction: BookmarkTransaction {
        let replica: any ReplicaWriter
        let tables: ReplicaTables
        let journal: EditJournalTable

        func rows(pageKey: String) throws -> [BookmarkRow] {
            try BookmarkCatalogTable.rows(pageKey: pageKey, in: tables.database)
        }

        func revision() throws -> Int64 { try replica.localRevision() }

        func add(_ pieces: [TracePiece], to number: Int64?, _ head: StepHead) throws -> Int64? {
            try journal.add(pieces, to: number, head, in: tables.database)
        }

        func setPartlyUndone(_ number: Int64, isUndo: Bool) throws -> Bool {
            try journal.setPartlyUndone(number, isUndo: isUndo, in: tables.database)
        }

        func setUndone(_ step: KeptStep, by session: EditSession?) throws -> Bool {
            try journal.setUndone(step, by: session, in: tables.database)
        }
    }
}
