import Bookmarks
import KeyValueStore
import Replication
import Synchronization

/// The steps that a device can undo, in memory. It behaves like the tables in a file.
final class ModelJournal: EditJournal, BookmarkTransactions {
    struct State: Sendable {
        fileprivate var steps: [KeptStep] = []
        fileprivate var pieces: [Int64: [[UInt8]]] = [:]
    }

    private let state = Mutex(State())
    private let store: UbiquitousKeyValueStore
    private let replica: ModelReplica
    private let most: Int

    /// - Parameter most: the number of steps to keep.
    init(_ store: UbiquitousKeyValueStore, _ replica: ModelReplica, most: Int) {
        self.store = store
        self.replica = replica
        self.most = most
    }

    var snapshot: State { state.withLock { $0 } }
    func overwrite(_ other: State) { state.withLock { $0 = other } }

    // MARK: Transactions

    private struct Transaction: BookmarkTransaction {
        let journal: ModelJournal

        func rows(pageKey: String) -> [BookmarkRow] { [] }
        func revision() -> Int64 { 0 }
        func add(_ pieces: [TracePiece], to number: Int64?, _ head: StepHead) -> Int64? {
            journal.add(pieces, to: number, head)
        }
        func setPartlyUndone(_ number: Int64, isUndo: Bool) -> Bool { true }
        func setUndone(_ step: KeptStep, by session: EditSession?) -> Bool {
            journal.setUndone(step.number, by: session)
        }
    }

    func update(
        _ writes: [StoreWrite],
        noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
    ) throws {
        let before = snapshot
        do {
            try store.update(
                writes,
                in: { [replica] body in
                    try replica.write(.durable) { try body($0, Transaction(journal: self)) }
                },
                noting: { _, tables, changes in try note(tables, changes) })
        } catch {
            overwrite(before)
            throw error
        }
    }

    private func add(_ pieces: [TracePiece], to number: Int64?, _ head: StepHead) -> Int64? {
        state.withLock { state in
            let open = state.steps.firstIndex { $0.number == number && $0.undone == nil }
            let latest = state.latest
            if open == nil {
                let redo = state.steps.filter { $0.undone?.session == head.session }
                for step in redo { state.remove(step.number) }
                state.steps.append(
                    KeptStep(
                        number: latest + 1, title: head.title, made: head.made,
                        session: head.session, changes: 0, pieces: 0, undone: nil))
            }
            let index = open ?? state.steps.count - 1
            let own = state.steps[index].number
            state.pieces[own, default: []] += pieces.map(\.bytes)
            state.steps[index].changes += pieces.reduce(0) { $0 + $1.count }
            state.steps[index].pieces = state.pieces[own]?.count ?? 0
            while state.steps.count > most, let first = state.steps.first, first.number != own {
                state.remove(first.number)
            }
            return own
        }
    }

    private func setUndone(_ number: Int64, by session: EditSession?) -> Bool {
        state.withLock { state in
            guard let index = state.steps.firstIndex(where: { $0.number == number }),
                (state.steps[index].undone == nil) == (session != nil)
            else { return false }
            let place = state.latest + 1
            state.steps[index].undone = session.map { KeptStep.Undone(session: $0, place: place) }
            return true
        }
    }

    // MARK: The journal

    func steps() -> [KeptStep] { snapshot.steps }

    func piece(_ index: Int, of number: Int64) -> [UInt8]? {
        let pieces = snapshot.pieces[number] ?? []
        return pieces.indices.contains(index) ? pieces[index] : nil
    }

    func finish(_ number: Int64) {}
    func forget(_ number: Int64) { state.withLock { $0.remove(number) } }
    func rewritePieces(_ body: ([UInt8]) throws -> [UInt8]?) throws {
        var new = snapshot
        for (number, pieces) in new.pieces {
            new.pieces[number] = try pieces.map { try body($0) ?? $0 }
        }
        overwrite(new)
    }
    func drop() { overwrite(State()) }
    func rename(_ session: EditSession, to other: EditSession) {}
    func takeProblem() -> String? { nil }
}

extension ModelJournal.State {
    fileprivate var latest: Int64 {
        steps.reduce(0) { max($0, $1.number, $1.undone?.place ?? 0) }
    }

    fileprivate mutating func remove(_ number: Int64) {
        steps.removeAll { $0.number == number }
        pieces[number] = nil
    }
}
