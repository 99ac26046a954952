public import Replication

/// Changes of visible values that this process did not make itself.
///
/// Posted once per batch, after the new values can be read.
public struct ExternalChange: Sendable, Hashable {
    /// The reasons of Apple's `NSUbiquitousKeyValueStoreChangeReasonKey`, with its numbers.
    public enum Reason: Int, Sendable, Hashable {
        /// Another device changed values, or another process of this device did.
        case serverChange = 0
        /// Values arrived with the first listing of the cloud.
        case initialSyncChange = 1
        /// The cloud has no space for an edit. The edit stays here, unsent.
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

    public let reason: Reason
    /// The changed keys, sorted by name.
    public let keys: [Key]
    /// The records under the keys, in their order, as they were when the change was announced;
    /// `nil` if no observer asked for them, or there are more than ``mostRecords``.
    ///
    /// The records may have changed since: ``UbiquitousKeyValueStore/records(of:)`` returns the
    /// current ones.
    public let records: [Record?]?
    /// The time when ``records`` were read.
    let moment: StoreMoment?

    /// The most records that a change carries. Read a larger change in parts of that size: see
    /// ``part(_:)``.
    public static let mostRecords = 400

    /// A change that carries no records.
    public init(reason: Reason, keys: [Key]) {
        self.init(reason: reason, keys: keys, records: nil, moment: nil)
    }

    init(reason: Reason, keys: [Key], records: [Record?]?, moment: StoreMoment?) {
        self.reason = reason
        self.keys = keys
        self.records = records
        self.moment = moment
    }

    /// Returns the same change with only the keys at some indices.
    public func part(_ range: Range<Int>) -> ExternalChange {
        ExternalChange(
            reason: reason, keys: Array(keys[range]), records: records.map { Array($0[range]) },
            moment: moment)
    }

    /// The names of the keys, sorted.
    public var changedKeys: [String] { keys.map(\.name) }
}

/// A point in the history of a store's visible values.
struct StoreMoment: Sendable, Hashable {
    /// The number of accounts that the store had before the current one.
    var formerAccounts: Int
    var revision: Int64
}
