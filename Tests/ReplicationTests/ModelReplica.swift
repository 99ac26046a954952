import Replication
import Synchronization

/// A replica in memory, with the meaning of a replica file and nothing of its disk.
final class ModelReplica: ReplicaStorage {
    private let state: Mutex<State>

    struct State: Sendable {
        var meta: ReplicaMeta
        var entries: [String: ReplicaEntry] = [:]
        var changes: [String: LocalChange] = [:]
        var revision: Int64 = 0
    }

    init(actor: UInt64, device: String) {
        state = Mutex(State(meta: ReplicaMeta(actor: ActorID(rawValue: actor), device: device)))
    }

    /// A copy with everything in it, as a restored backup is one.
    init(copying other: ModelReplica) { state = Mutex(other.state.withLock { $0 }) }

    var snapshot: State { state.withLock { $0 } }

    func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        try body(Transaction(snapshot))
    }

    func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        let transaction = Transaction(snapshot)
        let result = try body(transaction)
        let after = transaction.state
        state.withLock { $0 = after }
        return result
    }

    private final class Transaction: ReplicaWriter {
        var state: State

        init(_ state: State) { self.state = state }

        func meta() throws -> ReplicaMeta { state.meta }
        func setMeta(_ meta: ReplicaMeta) throws { state.meta = meta }
        func entry(forKey key: String) throws -> ReplicaEntry? { state.entries[key] }
        func localRevision() throws -> Int64 { state.revision }
        func dirtyCount() throws -> Int { state.entries.values.count(where: \.isDirty) }
        func liveCount() throws -> Int { state.entries.values.count { !$0.record.isTombstone } }
        func liveKeys() throws -> [String] {
            state.entries.values.filter { !$0.record.isTombstone }.map(\.key).sorted()
        }
        func keysWithBase() throws -> [String] {
            state.entries.values.filter { $0.baseRevision > 0 }.map(\.key).sorted()
        }

        func dirtyEntries(limit: Int, tombstonesOnly: Bool) throws -> [ReplicaEntry] {
            let dirty = state.entries.values.filter { entry in
                entry.isDirty && (entry.record.isTombstone || !tombstonesOnly)
            }
            let sorted = dirty.sorted { a, b in
                a.record.isTombstone != b.record.isTombstone
                    ? a.record.isTombstone : a.key < b.key
            }
            return Array(sorted.prefix(limit))
        }

        func changes(after revision: Int64, notBy process: Int64) throws -> [LocalChange] {
            state.changes.values.filter { change in
                change.localRevision > revision && change.cause != .edit(process: process)
            }.sorted { $0.key < $1.key }
        }

        func put(_ entry: ReplicaEntry, replacing old: ReplicaEntry?, cause: ChangeCause) throws {
            state.entries[entry.key] = entry
            guard entry.record.value != old?.record.value else { return }
            state.revision += 1
            state.changes[entry.key] = LocalChange(
                key: entry.key, localRevision: state.revision, cause: cause)
        }

        func forgetBases() throws {
            state.entries = state.entries.mapValues { $0.forgettingBase() }
        }
    }
}
