import DeviceStore
public import KeyValueStore
public import Replication

// What Apple's class has no words for.

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
        try opened().store.set(list)
    }

    /// What the store takes.
    public var limits: StoreLimits { get throws { try opened().store.limits } }

    /// How much of that is used.
    public var usage: StoreUsage { get throws { try opened().store.usage() } }

    /// Declares what happens when two devices change a key that begins with `prefix` at the same
    /// time. Otherwise the later of two values stays.
    public func setMergePolicy(_ policy: MergePolicy, forPrefix prefix: String) throws {
        try opened().store.setMergePolicy(policy, forPrefix: prefix)
    }

    /// What is known of syncing at this moment.
    public var syncState: SyncState { get throws { try opened().syncState() } }

    /// What is known of syncing, now and whenever it is different; ends with its task.
    public func syncStates() throws -> AsyncStream<SyncState> { try opened().syncStates() }

    /// Exchanges changes with the cloud, and returns when the cloud has all that was set here and
    /// this store all that the cloud had. Throws `SyncError` and `CloudError` when that cannot be
    /// now; what was set waits.
    public func sync() async throws {
        let device = try opened()
        try await device.syncAndWait()
        device.store.synchronize()
    }
}
