public import KeyValueStore
public import Replication

/// Writes bookmarks in transactions that also reach the tables beside them.
public protocol BookmarkTransactions: Sendable {
    /// Makes writes, and calls `note` in their transaction with the records that were changed, in
    /// their order. If it throws, nothing has changed.
    func update(
        _ writes: [StoreWrite],
        noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
    ) throws
}

/// The tables of the bookmarks in a transaction that writes. Valid only during the transaction.
public protocol BookmarkTransaction {
    /// The rows whose address leads to this page, the earliest added first: see
    /// ``WebAddress/pageKey``. Rows written in this transaction may be missing.
    func rows(pageKey: String) throws -> [BookmarkRow]

    /// The number of the latest visible change: see `UbiquitousKeyValueStore.revision()`.
    func revision() throws -> Int64

    /// Adds traces to a step of the journal. Begins a new step when there is no such number, or it
    /// was undone since; that ends the redo of the session. Returns the number of the step, or
    /// `nil` when nothing can be kept.
    func add(_ pieces: [TracePiece], to number: Int64?, _ head: StepHead) throws -> Int64?

    /// Notes that a part of a step was taken back, or was done again. Returns `false`, and notes
    /// nothing, if another session was quicker.
    func setPartlyUndone(_ number: Int64, isUndo: Bool) throws -> Bool

    /// Notes that all pieces of a step were taken back by a session, or with `nil` that they were
    /// done again. Returns `false`, and notes nothing, if another session was quicker, or if there
    /// are more pieces by now: the step is still being made.
    func setUndone(_ step: KeptStep, by session: EditSession?) throws -> Bool
}
