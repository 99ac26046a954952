/// The storage for a replica's entries: a file in production, memory in tests.
///
/// All changes of a replica happen in its transactions, and a transaction is atomic. Several
/// processes may share one storage.
public protocol ReplicaStorage: Sendable {
    /// Runs `body` on a consistent state.
    func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R

    /// Runs `body` and commits its writes; commits nothing if it throws.
    func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R
}

/// The durability of a transaction when ``ReplicaStorage/write(_:_:)`` returns.
public enum Durability: Sendable, Hashable {
    /// The transaction survives a power failure.
    case durable
    /// The transaction survives a crash of the process. A power failure may undo the latest such
    /// transactions together, never part of one. Use this for facts that the cloud can send again.
    case relaxed
}

/// The reading half of a transaction. Valid only inside the closure that receives it.
public protocol ReplicaReader {
    func meta() throws -> ReplicaMeta
    func entry(forKey key: String) throws -> ReplicaEntry?
    /// Returns the entries that are still to be sent, tombstones first, at most `limit`.
    func dirtyEntries(limit: Int, tombstonesOnly: Bool) throws -> [ReplicaEntry]
    func dirtyCount() throws -> Int
    /// Returns the number of keys with a live value.
    func liveCount() throws -> Int
    /// Returns the number of keys with a live value, and the sum of
    /// ``PropertyListValue/contentCount`` over those values.
    func liveUsage() throws -> LiveUsage
    /// Returns the keys that the cloud is known to have.
    func keysWithBase() throws -> [String]
    /// Returns the deleted keys whose records reached the cloud after `revision`.
    func tombstones(after revision: Int64) throws -> [ReplicaEntry]
    /// Returns the keys whose deletion waits for a person, sorted: see ``ReplicaMeta/held``. They
    /// are not in the meta, which is read in every transaction, because they may be as many as all
    /// keys.
    func heldKeys() throws -> [String]
    /// Returns the clouds that this replica used before the current one, the latest last. They are
    /// not in ``ReplicaReader/meta()``, because they are needed only when the cloud turns out to be
    /// another.
    func leftClouds() throws -> [LeftCloud]
    /// Returns whether this replica made the mark for a call of its own, among the latest
    /// ``ReplicaMeta/maximumOwnMarks``.
    func isOwnMark(_ mark: SendMark) throws -> Bool
    /// Returns the keys that have a live value, sorted.
    func liveKeys() throws -> [String]
    /// Returns the latest visible change of each key after `revision`, except changes by `process`,
    /// sorted by key.
    func changes(after revision: Int64, notBy process: Int64) throws -> [LocalChange]
    /// Returns the number of the latest visible change.
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

    /// Counts the replacement of a value with another one; `nil` means no value.
    public mutating func replace(_ old: PropertyListValue?, with new: PropertyListValue?) {
        keys += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
        bytes += (new?.contentCount ?? 0) - (old?.contentCount ?? 0)
    }
}

extension ReplicaReader {
    /// Returns the usage, counted by reading every value.
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
    /// Replaces ``ReplicaReader/heldKeys()``.
    func setHeldKeys(_ keys: [String]) throws
    /// Replaces ``ReplicaReader/leftClouds()``.
    func setLeftClouds(_ clouds: [LeftCloud]) throws
    /// Notes a mark for ``ReplicaReader/isOwnMark(_:)``.
    func noteOwnMark(_ mark: SendMark) throws
    /// Stores an entry in place of `old`, and gives it the next local revision if its visible value
    /// differs.
    func put(_ entry: ReplicaEntry, replacing old: ReplicaEntry?, cause: ChangeCause) throws
    /// Removes all knowledge of the cloud's revisions: all records must be sent. The base of each
    /// entry stays, as a common ancestor of everything that was made from it.
    func forgetBases() throws
    /// Removes entries without a tombstone, so that no other device deletes them. A removed visible
    /// value counts as changed, by another process of this device.
    func forget(_ keys: [String]) throws
}

/// The source of a change of a key's visible value.
public enum ChangeCause: Sendable, Hashable {
    /// A program in this process, or in a sibling process of the same device.
    case edit(process: Int64)
    /// Another device, by its name.
    case cloud(device: String, isInitial: Bool)

    /// A change by the device itself, not an edit of a person. Every process is notified of it.
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
