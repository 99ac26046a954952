public import Replication
import Synchronization

/// A key-value store that is the same on every device, with the semantics of Apple's
/// `NSUbiquitousKeyValueStore`.
///
/// A write is durable on this device when it returns, and travels to the cloud and to other devices
/// on its own. Changes that come from elsewhere can be read at once and are announced to observers.
/// The store may be used from any thread, and by several processes at once.
public final class UbiquitousKeyValueStore: Sendable {
    /// The limits of the store.
    public let limits: StoreLimits
    private let now: @Sendable () -> Int64
    /// Distinguishes the edits of this process from those of its siblings.
    package let process: Int64
    let state: Mutex<State>

    struct State {
        /// The values of one account, and the signal to their other readers.
        var storage: any ReplicaStorage
        var signal: ChangeSignal
        var seenRevision: Int64
        var isQuotaExceeded: Bool
        /// The policies declared in this process, for every account.
        var policies: [String: MergePolicy] = [:]
        var lastObserver = 0
        var observers: [Int: Observer] = [:]
        var formerAccounts = 0
    }

    struct Observer {
        var wantsRecords: Bool
        var handler: @Sendable (ExternalChange) -> Void
    }

    private var storage: any ReplicaStorage { state.withLock { $0.storage } }

    /// - Parameters:
    ///   - process: a number that no other process of this device uses.
    ///   - now: the clock, in milliseconds since 1970.
    public init(
        storage: any ReplicaStorage, signal: ChangeSignal, limits: StoreLimits = StoreLimits(),
        process: Int64, now: @escaping @Sendable () -> Int64
    ) throws {
        self.limits = limits
        self.process = process
        self.now = now
        let (revision, meta) = try storage.read { (try $0.localRevision(), try $0.meta()) }
        state = Mutex(
            State(
                storage: storage, signal: signal, seenRevision: revision,
                isQuotaExceeded: meta.isQuotaExceeded))
    }

    /// Returns the value under a key; `nil` if there is none.
    public func object(forKey key: String) throws -> PropertyListValue? {
        try storage.read { try $0.entry(forKey: key)?.record.value }
    }

    /// Returns the record under a key, with its known history; `nil` if there never was one.
    public func record(forKey key: String) throws -> Record? {
        try storage.read { try $0.entry(forKey: key)?.record }
    }

    /// Returns the records under some keys, in their order, as they are at one moment.
    public func records(forKeys keys: [String]) throws -> [Record?] {
        try storage.read { replica in try keys.map { try replica.entry(forKey: $0)?.record } }
    }

    /// Returns a number that grows with each visible change, by any process.
    public func revision() throws -> Int64 { try storage.read { try $0.localRevision() } }

    /// Returns the actor of the edits made here. Devices may have the same name, but not the same
    /// actor.
    public func actor() throws -> ActorID { try storage.read { try $0.meta().actor } }

    /// Returns the name under which edits made here appear on other devices.
    public func deviceName() throws -> String { try storage.read { try $0.meta().device } }

    /// Returns the time for the stamps of edits, in milliseconds since 1970: the clock of this
    /// machine, corrected by the cloud's. No later edit gets an earlier stamp.
    public func clock() throws -> Int64 {
        let meta = try storage.read { try $0.meta() }
        return meta.correctedTime(now: now())
    }

    /// Returns all keys and their values.
    public func dictionaryRepresentation() throws -> [String: PropertyListValue] {
        try storage.read(Self.values)
    }

    /// Sets the value of a key; `nil` removes it. Throws ``StoreError`` if the value exceeds a
    /// limit, and the storage's error if it cannot write; nothing has changed then.
    public func set(_ value: PropertyListValue?, forKey key: String) throws {
        try set([(key, value)])
    }

    /// Removes a key and its value.
    public func removeObject(forKey key: String) throws { try set(nil, forKey: key) }

    /// Sets several keys at once. If it throws, no key has changed. The changes may reach other
    /// devices one by one.
    ///
    /// If a write exceeds ``limits``, the observers are notified, too, with the reason
    /// ``ExternalChange/Reason/quotaViolationChange``.
    public func set(_ values: [(key: String, value: PropertyListValue?)]) throws {
        try update(values.map { StoreWrite(key: $0.key, value: $0.value) })
    }

    /// Like ``set(_:)``, for writes that depend on the current records: they see everything that
    /// other processes and devices have written, in the same transaction.
    public func update(_ writes: [StoreWrite]) throws {
        let storage = storage
        try announcingWantOfRoom(writes) {
            try storage.write(.durable) { try commit(writes, $0) { _ in } }
        }
    }

    /// Like ``update(_:)``, for a storage with tables beside the records.
    ///
    /// - transaction: runs its body in one durable transaction of this store's storage, and gives
    ///   it the tables.
    ///   - note: receives the changed records, in their order, in the same transaction. If it
    ///     throws, nothing has changed.
    public func update<Tables>(
        _ writes: [StoreWrite],
        in transaction: @escaping ((any ReplicaWriter, Tables) throws -> Bool) throws -> Bool,
        noting note: (any ReplicaWriter, Tables, [EntryChange]) throws -> Void
    ) throws {
        try announcingWantOfRoom(writes) {
            try transaction { replica, tables in
                try commit(writes, replica) { try note(replica, tables, $0) }
            }
        }
    }

    /// Runs `body`, which writes and returns whether it changed anything. Rings after a change, and
    /// announces a lack of space.
    private func announcingWantOfRoom(_ writes: [StoreWrite], _ body: () throws -> Bool) throws {
        let signal = state.withLock { $0.signal }
        do {
            if try body() { signal.ring() }
        } catch let error as StoreError where limits.isWantOfRoom(error) {
            let keys = Set(writes.map(\.key)).sorted()
            announce(
                ExternalChange(
                    reason: .quotaViolationChange,
                    keys: keys.map { ExternalChange.Key(name: $0, device: nil) }))
            throw error
        }
    }

    /// Deletes the last values of removed keys forever, here and on all devices. Does not change a
    /// key that has a value or never had one.
    public func purge(_ keys: [String]) throws {
        let (storage, signal) = state.withLock { ($0.storage, $0.signal) }
        let isChanged = try storage.write(.durable) { replica in
            var meta = try replica.meta()
            var isChanged = false
            for key in keys {
                guard let old = try replica.entry(forKey: key) else { continue }
                guard let new = old.purged(by: meta.author(now: now(), isDeletion: true)) else {
                    continue
                }
                try replica.put(new, replacing: old, cause: .edit(process: process))
                isChanged = true
            }
            if isChanged { try replica.setMeta(meta) }
            return isChanged
        }
        if isChanged { signal.ring() }
    }

    /// Makes writes in a transaction. Returns whether anything changed.
    private func commit(
        _ writes: [StoreWrite], _ replica: any ReplicaWriter,
        _ note: ([EntryChange]) throws -> Void
    ) throws -> Bool {
        let before = limits.hasTotals ? try StoreUsage(replica) : nil
        var meta = try replica.meta()
        var changes: [EntryChange] = []
        for write in writes {
            let old = try replica.entry(forKey: write.key)
            guard let content = write.content(old?.record) else { continue }
            try limits.check(content.value, forKey: write.key)
            var raised = meta
            let author = raised.author(now: now(), isDeletion: content.value == nil)
            let new = ReplicaEntry.edited(
                old, key: write.key, value: content.value, superseded: content.superseded,
                isRenewed: content.isRenewed, by: author)
            guard let new else { continue }
            meta = raised
            try replica.put(new, replacing: old, cause: .edit(process: process))
            changes.append(EntryChange(old: old, new: new))
        }
        if !changes.isEmpty { try replica.setMeta(meta) }
        try note(changes)
        if !changes.isEmpty, let before, let key = writes.last?.key {
            try limits.check(StoreUsage(replica), was: before, key: key)
        }
        return !changes.isEmpty
    }

    /// Returns the usage of the store on this device.
    public func usage() throws -> StoreUsage { try storage.read { try StoreUsage($0) } }

    /// Declares what happens when two devices change a key that begins with `prefix` at the same
    /// time. The policy is stored with the records; declaring the same one again only reads.
    public func setMergePolicy(_ policy: MergePolicy, forPrefix prefix: String) throws {
        try state.withLock { state in
            try Self.declare([prefix: policy], state.storage)
            state.policies[prefix] = policy
        }
    }
}
