/// Where a replica keeps its entries: a file in production, memory in tests.
///
/// Everything that happens to a replica happens in one of its transactions, and a transaction is
/// whole or did not happen. Several processes may share one storage.
public protocol ReplicaStorage: Sendable {
    /// Runs `body` on a consistent state.
    func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R

    /// Runs `body` and commits its writes, or nothing when it throws.
    func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R
}

/// How safe a transaction is when ``ReplicaStorage/write(_:_:)`` returns.
public enum Durability: Sendable, Hashable {
    /// It survives a power failure.
    case durable
    /// It survives a crash of the process. A power failure may undo the latest such transactions
    /// together, never part of one: right for facts that the cloud can tell again.
    case relaxed
}

/// The reading half of a transaction. Valid only inside the closure it was lent to.
public protocol ReplicaReader {
    func meta() throws -> ReplicaMeta
    func entry(forKey key: String) throws -> ReplicaEntry?
    /// Entries that are still to be sent, tombstones first, at most `limit`.
    func dirtyEntries(limit: Int, tombstonesOnly: Bool) throws -> [ReplicaEntry]
    func dirtyCount() throws -> Int
    /// How many keys have a live value.
    func liveCount() throws -> Int
    /// How many keys have a live value, and the sum of ``PropertyListValue/contentCount`` over
    /// those values.
    func liveUsage() throws -> LiveUsage
    /// The keys that the cloud is known to have.
    func keysWithBase() throws -> [String]
    /// The deleted keys whose records the cloud got after `revision`.
    func tombstones(after revision: Int64) throws -> [ReplicaEntry]
    /// The keys whose deletion waits for the user, sorted: see ``ReplicaMeta/held``. Apart from
    /// that, since there may be as many as there are keys, and it is read with every transaction.
    func heldKeys() throws -> [String]
    /// The clouds that this replica used before the present one, the latest last. Apart from
    /// ``ReplicaReader/meta()``, since they are needed only when the cloud turns out to be another.
    func leftClouds() throws -> [LeftCloud]
    /// Whether this replica made the mark for a call of its own: one of the latest
    /// ``ReplicaMeta/maximumOwnMarks``.
    func isOwnMark(_ mark: SendMark) throws -> Bool
    /// The keys that have a live value, sorted.
    func liveKeys() throws -> [String]
    /// The latest visible change of each key after `revision` that `process` did not make itself,
    /// sorted by key.
    func changes(after revision: Int64, notBy process: Int64) throws -> [LocalChange]
    /// The number of the latest visible change.
    func localRevision() throws -> Int64
}

/// The size of the live values of a replica.
public struct LiveUsage: Sendable, Hashable {
    public var keys = 0
    public var bytes = 0

    public init(keys: Int = 0, bytes: Int = 0) {
        self.keys = keys
        self.bytes = bytes
    }

    /// Takes in that a value, or none, stands in place of another one.
    public mutating func replace(_ old: PropertyListValue?, with new: PropertyListValue?) {
        keys += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
        bytes += (new?.contentCount ?? 0) - (old?.contentCount ?? 0)
    }
}

extension ReplicaReader {
    /// Counts anew, by reading every value.
    public func countedUsage() throws -> LiveUsage {
        var usage = LiveUsage()
        for key in try liveKeys() {
            usage.replace(nil, with: try entry(forKey: key)?.record.value)
        }
        return usage
    }

    public func liveUsage() throws -> LiveUsage { try countedUsage() }
}

/// The writing half of a transaction.
public protocol ReplicaWriter: ReplicaReader {
    func setMeta(_ meta: ReplicaMeta) throws
    /// Puts other keys in the place of ``ReplicaReader/heldKeys()``.
    func setHeldKeys(_ keys: [String]) throws
    /// Puts other clouds in the place of ``ReplicaReader/leftClouds()``.
    func setLeftClouds(_ clouds: [LeftCloud]) throws
    /// Notes a mark for ``ReplicaReader/isOwnMark(_:)``.
    func noteOwnMark(_ mark: SendMark) throws
    /// Stores an entry in place of `old`, and gives it the next local revision when its visible
    /// value differs.
    func put(_ entry: ReplicaEntry, replacing old: ReplicaEntry?, cause: ChangeCause) throws
    /// Forgets which records the cloud has: all of them must be sent. The base of each entry stays,
    /// as a common ancestor of everything that was made from it.
    func forgetBases() throws
    /// Removes entries and leaves no tombstone, so that no other device deletes anything because of
    /// it. A value that showed counts as changed, by another process of this device.
    func forget(_ keys: [String]) throws
}

/// The source of a change of a key's visible value.
public enum ChangeCause: Sendable, Hashable {
    /// An app in this process, or in a sibling process of the same device.
    case edit(process: Int64)
    /// Another device, by its name.
    case cloud(device: String, isInitial: Bool)

    /// A change by the device itself, not an edit of a person, of which every process is told.
    public static let upkeep = ChangeCause.edit(process: -1)
}

/// A key whose visible value changed in this replica.
public struct LocalChange: Sendable, Hashable {
    public var key: String
    public var localRevision: Int64
    public var cause: ChangeCause

    public init(key: String, localRevision: Int64, cause: ChangeCause) {
        self.key = key
        self.localRevision = localRevision
        self.cause = cause
    }
}
