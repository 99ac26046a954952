import Replication

/// A transaction of a ``ModelReplica``.
final class ModelTransaction: ReplicaWriter {
    private(set) var state: ModelReplica.State
    /// The entries that were put, in order.
    private(set) var changed: [EntryChange] = []
    private let sabotage: Sabotage?

    init(_ state: ModelReplica.State, sabotage: Sabotage?) {
        self.state = state
        self.sabotage = sabotage
    }

    func meta() throws -> ReplicaMeta { state.meta }
    func setMeta(_ meta: ReplicaMeta) throws {
        state.meta = sabotage?.meta(meta, replacing: state.meta) ?? meta
    }
    func heldKeys() throws -> [String] { state.heldKeys }
    func setHeldKeys(_ keys: [String]) throws { state.heldKeys = keys }
    func leftClouds() throws -> [LeftCloud] { state.leftClouds }
    func setLeftClouds(_ clouds: [LeftCloud]) throws {
        // A sabotaged replica remembers no earlier clouds.
        if sabotage?.variant != .forgottenMarks { state.leftClouds = clouds }
    }
    func isOwnMark(_ mark: SendMark) throws -> Bool { state.ownMarks.contains(mark) }
    func noteOwnMark(_ mark: SendMark) throws {
        if sabotage?.variant.forgetsOwnMarks ?? false { return }
        state.ownMarks = (state.ownMarks + [mark]).suffix(ReplicaMeta.maximumOwnMarks)
    }
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
    func tombstones(after revision: Int64) throws -> [ReplicaEntry] {
        state.entries.values.filter { $0.record.isTombstone && $0.baseRevision > revision }
            .sorted { $0.key < $1.key }
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
        let entry = sabotage?.entry(entry, replacing: old, cause: cause) ?? entry
        state.entries[entry.key] = entry
        changed.append(EntryChange(old: old, new: entry))
        guard entry.record.value != old?.record.value else { return }
        state.revision += 1
        state.changes[entry.key] = LocalChange(
            key: entry.key, localRevision: state.revision, cause: cause)
    }

    func forget(_ keys: [String]) throws {
        for key in keys {
            guard let old = state.entries.removeValue(forKey: key) else { continue }
            if let tombstone = sabotage?.forgotten(old, by: state.meta) {
                state.entries[key] = tombstone
            }
            if old.record.value == nil { continue }
            state.revision += 1
            state.changes[key] = LocalChange(
                key: key, localRevision: state.revision, cause: .upkeep)
        }
    }

    func forgetBases() throws {
        if sabotage?.variant == .plainListAfterReplacement { return }
        for key in state.entries.keys {
            state.entries[key]?.baseRevision = 0
            state.entries[key]?.isDirty = true
        }
    }
}
