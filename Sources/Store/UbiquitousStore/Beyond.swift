import DeviceStore
public import KeyValueStore
public import Replication

// Features that Apple's class lacks.

extension NSUbiquitousKeyValueStore {
    /// Sets several keys at once; `nil` removes a key. If this throws, no key has changed.
    ///
    /// Throws ``NotAPropertyList`` for a value of another type, `StoreError` for a key or a value
    /// that exceeds a limit or does not fit, and the error of the disk.
    public func write(_ values: [String: Any?]) throws {
        var list: [(key: String, value: PropertyListValue?)] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            list.append((key, try value.map { try propertyListValue($0) }))
        }
        let device = try opened()
        try device.store.set(list)
        // The program may end right after this call; with a server, the agent sends the values.
        device.startAgent()
    }

    /// The limits of the store.
    public var limits: StoreLimits { get throws { try opened().store.limits } }

    /// The usage of the store.
    public var usage: StoreUsage { get throws { try opened().store.usage() } }

    /// Declares what happens when two devices change a key that begins with `prefix` at the same
    /// time. Without a policy, the later of two values stays.
    public func setMergePolicy(_ policy: MergePolicy, forPrefix prefix: String) throws {
        try opened().store.setMergePolicy(policy, forPrefix: prefix)
    }

    /// The keys in conflict: other devices set them at the same time, and their values are kept.
    public var keysInConflict: [String] {
        get throws { try opened().store.conflicts().map(\.key) }
    }

    /// Returns the values that lost against the current value of a key, the oldest first.
    public func lostValues(forKey key: String) throws -> [LostValue] {
        try opened().store.conflict(forKey: key)?.lost.map(LostValue.init) ?? []
    }

    /// Settles the conflict of a key: keeps the shown value, or puts `lost` in its place, and drops
    /// the other values. Returns `false` if the key has no conflict, or if `lost` is no longer
    /// kept.
    @discardableResult
    public func settle(_ key: String, taking lost: LostValue? = nil) throws -> Bool {
        try !opened().store.settle([key], taking: lost?.kept).isEmpty
    }

    /// The current state of syncing.
    public var syncState: SyncState { get throws { try opened().syncState() } }

    /// Returns the state of syncing, now and after each change. The stream ends with the task that
    /// reads it.
    public func syncStates() throws -> AsyncStream<SyncState> { try following().syncStates() }

    /// The name of the account whose values this store has; see <doc:Accounts>.
    public var account: String { get throws { try following().account } }

    /// The names of the existing accounts, `default` first. A store that stays in one account names
    /// only that account.
    public var accounts: [String] { get throws { try following().accounts } }

    /// Switches the whole device to another account, and creates the account if it does not exist.
    /// All stores of all programs of the device follow, except those that stay in one account.
    ///
    /// When this returns, the store has the values of that account, and its notification, with the
    /// reason ``NSUbiquitousKeyValueStoreAccountChange``, is on its way. Unsent changes stay in the
    /// old account, and are sent when the device uses it again. Throws `HomeError` if the name is
    /// invalid, if the disk cannot be written, or if this store stays in one account.
    public func useAccount(_ name: String) throws { try following().useAccount(name) }

    /// Exchanges changes with the cloud. When it returns, the cloud has all values set here, and
    /// this store has all changes that the cloud had. Throws `SyncError` or `CloudError` if that is
    /// not possible now; unsent values are sent later.
    public func sync() async throws {
        let device = try opened()
        try await device.syncAndWait()
        device.store.synchronize()
    }
}
