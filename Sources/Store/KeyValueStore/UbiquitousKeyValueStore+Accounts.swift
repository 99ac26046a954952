public import Replication
import Synchronization

extension UbiquitousKeyValueStore {
    /// Switches to the values of another account. The values of the old account stay in its
    /// storage, with all unsent edits.
    ///
    /// A write in another thread goes to one of the two accounts as a whole. Listeners of this
    /// store must begin again: see ``listen()``.
    ///
    /// - Returns: the change to announce to observers with ``announce(_:)``: the keys whose visible
    ///   value differs now. Throws if the new account cannot be read or written; the store then
    ///   stays as it was. An old account that cannot be read counts as empty.
    public func changeAccount(
        to storage: any ReplicaStorage, signal: ChangeSignal
    ) throws -> ExternalChange {
        try state.withLock { state in
            // Observers have not seen these changes by others, so the keys count as changed for
            // them.
            let unseen = try? state.storage.read {
                try $0.changes(after: state.seenRevision, notBy: process).map(\.key)
            }
            let old = (try? state.storage.read(Self.values)) ?? [:]
            try Self.declare(state.policies, storage)
            let (new, revision, meta) = try storage.read {
                (try Self.values($0), try $0.localRevision(), try $0.meta())
            }
            let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
                .union(unseen ?? [])
            state.storage = storage
            state.signal = signal
            state.seenRevision = revision
            state.formerAccounts += 1
            state.isQuotaExceeded = meta.isQuotaExceeded
            return ExternalChange(
                reason: .accountChange,
                keys: keys.sorted().map { ExternalChange.Key(name: $0, device: nil) })
        }
    }

    static func values(_ replica: any ReplicaReader) throws -> [String: PropertyListValue] {
        var all: [String: PropertyListValue] = [:]
        for key in try replica.liveKeys() {
            all[key] = try replica.entry(forKey: key)?.record.value
        }
        return all
    }

    /// Writes policies into a replica, unless it already has them.
    static func declare(
        _ policies: [String: MergePolicy], _ storage: any ReplicaStorage
    ) throws {
        let known = try storage.read { try $0.meta().policies.byPrefix }
        let new = policies.filter { known[$0.key] != $0.value }
        if new.isEmpty { return }
        try storage.write(.durable) { replica in
            var meta = try replica.meta()
            for (prefix, policy) in new { meta.policies.declare(policy, forPrefix: prefix) }
            try replica.setMeta(meta)
        }
    }
}
