import DeviceStore
public import KeyValueStore
public import Replication

// Features that Apple's class lacks.

extension NSUbiquitousKeyValueStore {
    /// Sets several keys at once, `nil` to remove one: all of them or, when it throws, none.
    ///
    /// Throws ``NotAPropertyList`` for a value of another type, `StoreError` for one that has no
    /// room, and the error of the disk.
    public func write(_ values: [String: Any?]) throws {
        var list: [(key: String, value: PropertyListValue?)] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            list.append((key, try value.map { try propertyListValue($0) }))
        }
        let device = try opened()
        try device.store.set(list)
        // The program may end before anything else of it runs.
        device.startAgent()
    }

    /// The limits of the store.
    public var limits: StoreLimits { get throws { try opened().store.limits } }

    /// The usage of the store.
    public var usage: StoreUsage { get throws { try opened().store.usage() } }

    /// Declares what happens when two devices change a key that begins with `prefix` at the same
    /// time. Otherwise the later of two values stays.
    public func setMergePolicy(_ policy: MergePolicy, forPrefix prefix: String) throws {
        try opened().store.setMergePolicy(policy, forPrefix: prefix)
    }

    /// The keys whose value replaced others that other devices had set at the same time.
    public var keysInConflict: [String] {
        get throws { try opened().store.conflicts().map(\.key) }
    }

    /// The values that lost against the one under a key, the oldest first.
    public func lostValues(forKey key: String) throws -> [LostValue] {
        try opened().store.conflict(forKey: key)?.lost.map(LostValue.init) ?? []
    }

    /// Settles the conflict of a key: the shown value stays, or `lost` takes its place, and the
    /// others are dropped. Returns whether there was one, and `lost` was still kept.
    @discardableResult
    public func settle(_ key: String, taking lost: LostValue? = nil) throws -> Bool {
        try !opened().store.settle([key], taking: lost?.kept).isEmpty
    }

    /// The present state of syncing.
    public var syncState: SyncState { get throws { try opened().syncState() } }

    /// The state of syncing, now and after each change; ends with its task.
    public func syncStates() throws -> AsyncStream<SyncState> { try following().syncStates() }

    /// The name of the account whose values these are; see <doc:Accounts>.
    public var account: String { get throws { try following().account } }

    /// The existing accounts, `default` first; for a store that stays in one account, only that.
    public var accounts: [String] { get throws { try following().accounts } }

    /// Switches the whole device to another account, and creates it if it does not exist. All
    /// stores of all programs of the device follow, except those that stay in one.
    ///
    /// When it returns, this store has the values of that account, and its notification, with the
    /// reason ``NSUbiquitousKeyValueStoreAccountChange``, is on its way. Unsent changes of the old
    /// account wait there, and go out when the device uses it again. Throws `HomeError` for a name
    /// that cannot be one, for a disk that cannot be written, and for a store that stays.
    public func useAccount(_ name: String) throws { try following().useAccount(name) }

    /// Exchanges changes with the cloud, and returns when the cloud has all that was set here and
    /// this store all that the cloud had. Throws `SyncError` and `CloudError` when that cannot be
    /// now; unsent values wait.
    public func sync() async throws {
        let device = try opened()
        try await device.syncAndWait()
        device.store.synchronize()
    }
}
