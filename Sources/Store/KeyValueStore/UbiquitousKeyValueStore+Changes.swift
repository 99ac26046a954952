public import Replication
import Synchronization

// A change is read once, when it is announced, and carries its records to the observers that ask
// for them. A large change carries none: a hundred thousand records would take much memory at once.

extension UbiquitousKeyValueStore {
    /// Reads remote changes, and notifies the observers. Writes are durable before this call. It
    /// never waits for the network, and returns whether the replica could be read.
    @discardableResult
    public func synchronize() -> Bool {
        (try? announceExternalChanges()) != nil
    }

    /// Calls `handler` for every batch of external changes, on an unspecified thread, until the
    /// observation is cancelled.
    ///
    /// - Parameter wantsRecords: whether the batches carry their records, unless they are large.
    public func observeExternalChanges(
        withRecords wantsRecords: Bool = false,
        _ handler: @escaping @Sendable (ExternalChange) -> Void
    ) -> Observation {
        let number = state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = Observer(
                wantsRecords: wantsRecords, handler: handler)
            return state.lastObserver
        }
        return Observation { [weak self] in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
        }
    }

    /// Listens to other processes of the device and to the sync engine, until the task is
    /// cancelled.
    public func listen() async {
        let rings = state.withLock { $0.signal }.rings()
        // The engine may have changed something before, and may not ring again for long.
        synchronize()
        for await _ in rings { synchronize() }
    }

    /// Returns the current records of a change, in the order of its keys. Reads the records that
    /// the change carries again only if a value changed since.
    public func records(of change: ExternalChange) throws -> [Record?] {
        let (storage, formerAccounts) = state.withLock { ($0.storage, $0.formerAccounts) }
        return try storage.read { replica in
            if let records = change.records {
                let moment = StoreMoment(
                    formerAccounts: formerAccounts, revision: try replica.localRevision())
                if change.moment == moment { return records }
            }
            return try change.keys.map { try replica.entry(forKey: $0.name)?.record }
        }
    }

    private func announceExternalChanges() throws {
        // Read under the lock: two threads that read at once must not announce a change twice.
        let changes = try state.withLock { state in
            let wantsRecords = state.observers.values.contains { $0.wantsRecords }
            let (found, records, revision, meta) = try state.storage.read { replica in
                let found = try replica.changes(after: state.seenRevision, notBy: process)
                let isCarried = wantsRecords && found.count <= ExternalChange.mostRecords
                return (
                    found,
                    isCarried ? try found.map { try replica.entry(forKey: $0.key)?.record } : nil,
                    try replica.localRevision(), try replica.meta()
                )
            }
            state.seenRevision = revision
            let moment = StoreMoment(formerAccounts: state.formerAccounts, revision: revision)
            var changes = ExternalChange.batches(found, records, moment)
            if meta.isQuotaExceeded && !state.isQuotaExceeded {
                changes.append(ExternalChange(reason: .quotaViolationChange, keys: []))
            }
            state.isQuotaExceeded = meta.isQuotaExceeded
            return changes
        }
        for change in changes { announce(change) }
    }

    /// Tells the observers about a change, outside of the lock: they may read and write.
    public func announce(_ change: ExternalChange) {
        let observers = state.withLock { Array($0.observers.values) }
        for observer in observers { observer.handler(change) }
    }
}

/// Ends an observation when it is cancelled or released.
public final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observation. A call of the handler that has begun may still be running.
    public func cancel() { end() }

    deinit { end() }
}

extension ExternalChange {
    /// Returns one batch for each reason among the changes.
    ///
    /// - Parameter records: the records of the changes, in order; `nil` if the batches carry none.
    fileprivate static func batches(
        _ changes: [LocalChange], _ records: [Record?]?, _ moment: StoreMoment
    ) -> [ExternalChange] {
        var places: [Reason: [(place: Int, key: Key)]] = [:]
        for (place, change) in changes.enumerated() {
            switch change.cause {
            case .edit:
                places[.serverChange, default: []].append(
                    (place, Key(name: change.key, device: nil)))
            case .cloud(let device, let isInitial):
                places[isInitial ? .initialSyncChange : .serverChange, default: []].append(
                    (place, Key(name: change.key, device: device)))
            }
        }
        return places.sorted { $0.key.rawValue > $1.key.rawValue }.map { reason, some in
            ExternalChange(
                reason: reason, keys: some.map(\.key),
                records: records.map { records in some.map { records[$0.place] } },
                moment: records.map { _ in moment })
        }
    }
}
