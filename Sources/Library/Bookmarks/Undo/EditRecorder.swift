import KeyValueStore
import Replication

/// Makes the changes of steps in the store, and keeps the traces to undo them.
///
/// It knows no list; it reports the bookmarks that it wrote.
final class EditRecorder {
    private let store: UbiquitousKeyValueStore
    private let transactions: any BookmarkTransactions
    let journal: any EditJournal
    /// The author of the edits.
    var session: EditSession
    let now: () -> Double
    /// See ``BookmarksController/onPart``.
    var onPart: ((EditProgress) throws -> Void)?
    /// See ``BookmarksController/latestStep``.
    private(set) var latestStep: Int64?
    var partSize = PartSize()
    private let didWrite: ([String], [EntryChange]) throws -> Void

    /// - Parameter didWrite: called after each transaction with the bookmarks of the edit, and the
    ///   records that it changed.
    init(
        store: UbiquitousKeyValueStore, transactions: any BookmarkTransactions,
        journal: any EditJournal, session: EditSession, now: @escaping () -> Double,
        didWrite: @escaping ([String], [EntryChange]) throws -> Void
    ) {
        self.store = store
        self.transactions = transactions
        self.journal = journal
        self.session = session
        self.now = now
        self.didWrite = didWrite
    }

    /// A step that several transactions make, while it is unfinished.
    struct OpenStep {
        /// Returns the title, given the number of changed bookmarks.
        var title: (Int) -> String
        /// The number of bookmarks changed so far.
        var changed = 0
        /// The total number of bookmarks while parts are missing; 0 with the last part.
        var total = 0
        /// Whether the journal knows that nothing is missing.
        var isWhole = true
        /// The step's number in the journal; `nil` until a part is kept.
        var number: Int64?
        /// Whether the step cannot be kept. Undoing only a part of it would be useless.
        var isLost = false

        init(title: @escaping (Int) -> String) { self.title = title }
    }

    /// Makes the changes of a step, and keeps the traces to undo them.
    func perform(_ step: EditStep) throws {
        try performInParts(step.changes, titled: step.title) { Array($0) }
    }

    /// Makes a part of a step's changes atomically. Returns the changed bookmarks.
    ///
    /// - Parameters:
    ///   - transactions: write the changes; `nil` for the recorder's own.
    ///   - check: called in the transaction; if it throws, no change is made.
    func perform(
        _ changes: [EditStep.Change], of step: inout OpenStep,
        in transactions: (any BookmarkTransactions)? = nil, check: Note = { _, _ in }
    ) throws -> [String] {
        var next = step
        var ids: [String] = []
        try apply(changes, in: transactions) { tables, changes in
            try check(tables, changes)
            let traces = changes.compactMap { EditTrace($0) }
            if traces.isEmpty { return }
            ids = traces.map(\.id)
            next.changed += traces.count
            if next.isLost { return }
            let size = EditTrace.pieceSize
            let pieces = stride(from: 0, to: traces.count, by: size).map { start in
                let some = traces[start..<min(start + size, traces.count)]
                return TracePiece(bytes: EditTrace.encode(some), count: some.count)
            }
            let head = StepHead(
                title: next.title(next.changed), made: now(), session: session,
                missing: next.total)
            next.number = try tables.add(pieces, to: next.number, head)
            next.isLost = next.number == nil
            next.isWhole = next.total == 0
        }
        step = next
        if let number = next.number { latestStep = number }
        return ids
    }

    /// Removes the traces of bookmarks that were deleted forever.
    func forgetTraces(of ids: [String]) throws {
        let ids = Set(ids)
        do {
            try journal.rewritePieces { try EditTrace.removing(ids, from: $0) }
        } catch is UnreadableTraces {
            try journal.drop()
        } catch is DecodingError {
            try journal.drop()
        }
    }

    /// Deletes the last values of deleted bookmarks forever. This cannot be undone.
    func purge(_ ids: [String]) throws {
        try store.purge(ids.map(StoredBookmarks.key))
        try didWrite(ids, [])
    }

    /// Makes changes. Undo needs the traces that ``perform(_:)`` records.
    func apply(
        _ changes: [EditStep.Change], in transactions: (any BookmarkTransactions)? = nil,
        noting note: Note
    ) throws {
        try write(
            changes.map { change in
                // The value is computed in the transaction that stores it, so that a concurrent
                // write to another field is not overwritten by an older state.
                StoreWrite(key: StoredBookmarks.key(change.id)) { record in
                    if change.isOutdated(by: record) { return nil }
                    // A deleted bookmark still has its fields: setting some restores the others.
                    let fields = change.value(record?.latestValue?.dictionary)
                    return StoreWrite.Content(
                        value: fields.map { .dictionary($0) },
                        superseded: change.lostValues(in: record), isRenewed: change.isRenewed)
                }
            }, in: transactions, noting: note)
    }

    /// Called with the changes in their transaction; if it throws, nothing has changed.
    typealias Note = (any BookmarkTransaction, [EntryChange]) throws -> Void

    /// Writes bookmarks and reports the written ones.
    func write(
        _ updates: [StoreWrite], in transactions: (any BookmarkTransactions)? = nil,
        noting note: Note
    ) throws {
        var made: [EntryChange] = []
        try (transactions ?? self.transactions).update(updates) { tables, changes in
            made = changes
            try note(tables, changes)
        }
        try didWrite(updates.compactMap { StoredBookmarks.id($0.key) }, made)
    }
}
