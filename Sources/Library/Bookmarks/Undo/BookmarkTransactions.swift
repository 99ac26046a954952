public import KeyValueStore
public import Replication

/// Writes bookmarks in transactions that also reach the tables beside them.
public protocol BookmarkTransactions: Sendable {
    /// Makes writes, and calls `note` in their transaction with the changed records, in order. If
    /// `note` throws, nothing has changed.
    func update(
        _ writes: [StoreWrite],
        noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
    ) throws
}

/// The tables of the bookmarks in a transaction that writes. Valid only during the transaction.
public protocol BookmarkTransaction {
    /// Returns the rows whose address leads to a page, the earliest added first: see
    /// ``WebAddress/pageKey``. Rows written in this transaction may be missing.
    func rows(pageKey: String) throws -> [BookmarkRow]

    /// Returns the number of the latest visible change: see `UbiquitousKeyValueStore.revision()`.
    func revision() throws -> Int64

    /// Adds traces to a step of the journal. If there is no such step, or it was undone, this
    /// begins a new step and clears the session's redo. Returns the number of the step, or `nil` if
    /// nothing can be kept.
    func add(_ pieces: [TracePiece], to number: Int64?, _ head: StepHead) throws -> Int64?

    /// Records that a part of a step was undone or redone. Returns `false`, and records nothing, if
    /// another session was quicker.
    func setPartlyUndone(_ number: Int64, isUndo: Bool) throws -> Bool

    /// Records that a session undid all pieces of a step, or with `nil` that they were redone.
    /// Returns `false`, and records nothing, if another session was quicker, or if the step has
    /// more pieces by now and is still being made.
    func setUndone(_ step: KeptStep, by session: EditSession?) throws -> Bool
}
