public import Bookmarks
public import KeyValueStore
public import ReplicaFile
public import Replication

/// Writes to the store of a replica file, and lends its tables during the transaction.
public struct BookmarkTransactionTables: BookmarkTransactions {
    private let store: UbiquitousKeyValueStore
    private let replica: ReplicaFile
    private let journal: EditJournalTable

    /// - Parameters:
    ///   - replica: the storage of the store, whose derived tables include ``BookmarkTable`` and
    ///     ``EditStepTable``.
    ///   - journal: the journal of the same replica.
    public init(store: UbiquitousKeyValueStore, replica: ReplicaFile, journal: EditJournalTable) {
        self.store = store
        self.replica = replica
        self.journal = journal
    }

    public func update(
        _ writes: [StoreWrite],
        noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
    ) throws {
        try store.update(
            writes, in: { try replica.write(.durable, withTables: $0) },
            noting: { replica, tables, changes in
                try note(Transaction(replica: replica, tables: tables, journal: journal), changes)
            })
    }

    struct Transaction: BookmarkTransaction {
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
