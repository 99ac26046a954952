import KeyValueStore
import Replication

/// Makes the changes of commands in the store, and keeps the traces for taking them back.
///
/// It knows nothing of a list: it says which bookmarks it wrote.
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

    /// - Parameter didWrite: told after each transaction the bookmarks that it was about, and the
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

    /// A step that is made in several transactions, while it is made.
    struct OpenStep {
        /// Its title, given how many bookmarks are different.
        var title: (Int) -> String
        /// How many bookmarks are different.
        var changed = 0
        /// How many it is to go through, while parts are missing; 0 with the last one.
        var total = 0
        /// Whether it is kept that nothing is missing.
        var isWhole = true
        /// Its number in the journal; `nil` until a part of it is kept.
        var number: Int64?
        /// Whether it cannot be kept. A part of it is not worth taking back.
        var isLost = false

        init(title: @escaping (Int) -> String) { self.title = title }
    }

    /// Makes the changes of a step, and keeps the traces for taking them back.
    func perform(_ step: EditStep) throws {
        try performInParts(step.changes, titled: step.title) { Array($0) }
    }

    /// Makes some of the changes of a step, all of them or none. Returns the bookmarks that are
    /// different.
    ///
    /// - Parameter check: told in the transaction that makes them; when it throws, none is made.
    func perform(
        _ changes: [EditStep.Change], of step: inout OpenStep, check: Note = { _, _ in }
    ) throws -> [String] {
        var next = step
        var ids: [String] = []
        try apply(changes) { tables, changes in
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

    /// Forgets the notes on bookmarks that were deleted forever.
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

    /// Forgets the last values of deleted bookmarks. That cannot be taken back.
    func purge(_ ids: [String]) throws {
        try store.purge(ids.map(StoredBookmarks.key))
        try didWrite(ids, [])
    }

    /// Makes changes. To be able to undo them, note them: see ``perform(_:)``.
    func apply(_ changes: [EditStep.Change], noting note: Note) throws {
        try write(
            changes.map { change in
                // Made in the transaction that stores it: a concurrent write to another field must
                // not be overwritten by the state read before.
                StoreWrite(key: StoredBookmarks.key(change.id)) { record in
                    if change.isOutdated(by: record) { return nil }
                    // A deleted bookmark still has its fields: setting some restores the others.
                    let fields = change.value(record?.latestValue?.dictionary)
                    return StoreWrite.Content(
                        value: fields.map { .dictionary($0) },
                        superseded: change.lostValues(in: record), isRenewed: change.isRenewed)
                }
            }, noting: note)
    }

    /// Told the changes, in the transaction that makes them; when it throws, nothing has changed.
    typealias Note = (any BookmarkTransaction, [EntryChange]) throws -> Void

    /// Writes bookmarks, and says so.
    func write(_ updates: [StoreWrite], noting note: Note) throws {
        var made: [EntryChange] = []
        try transactions.update(updates) { tables, changes in
            made = changes
            try note(tables, changes)
        }
        try didWrite(updates.compactMap { StoredBookmarks.id($0.key) }, made)
    }
}
