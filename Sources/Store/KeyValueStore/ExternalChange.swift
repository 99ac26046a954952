/// Changes of visible values that this process did not make itself.
///
/// Posted once per batch, after the new values can be read.
public struct ExternalChange: Sendable, Hashable {
    /// The reasons that Apple's `NSUbiquitousKeyValueStoreChangeReasonKey` knows, with its numbers.
    public enum Reason: Int, Sendable, Hashable {
        /// Another device changed values, or another process of this device did.
        case serverChange = 0
        /// Values arrived with the first listing of the cloud.
        case initialSyncChange = 1
        /// The cloud has no room for an edit. The edit stays here, unsent.
        case quotaViolationChange = 2
        /// The store now belongs to another account.
        case accountChange = 3
    }

    /// One key of the batch.
    public struct Key: Sendable, Hashable {
        public var name: String
        /// The device that made the change; `nil` when it was another process of this device.
        public var device: String?

        public init(name: String, device: String?) {
            self.name = name
            self.device = device
        }
    }

    public var reason: Reason
    /// Sorted by name.
    public var keys: [Key]

    public init(reason: Reason, keys: [Key]) {
        self.reason = reason
        self.keys = keys
    }

    /// The names of the keys, sorted.
    public var changedKeys: [String] { keys.map(\.name) }
}
