/// The place where the replicas of several devices meet.
///
/// A cloud is a map from keys to opaque records with one revision counter. It never merges, and
/// need not understand the records. A record changes only by compare-and-set, and a deletion is a
/// record like any other. `LocalCloud` keeps the map in a file; other clouds are behind a network.
///
/// Every reply carries the revision (`head`) and the epoch of the cloud at which it was evaluated.
/// A client ignores a reply that is older than its knowledge.
///
/// A call fails with ``CloudError/Code/unreachable`` only if it certainly changed nothing. A cloud
/// that makes several requests for one call throws ``CloudError/Code/unknownOutcome`` if one of
/// them changed something and a later one fails.
///
/// Implementations must pass the conformance suite in `Tests/CloudConformance`.
public protocol Cloud: Sendable {
    /// Announces a replica, after every connection, before any other call.
    func register(_ registration: Registration) async throws(CloudError) -> CloudReply<
        RegistrationOutcome
    >

    /// Lists records in the order of their revisions, at most `limit` of them.
    func list(_ position: ListingPosition, limit: Int) async throws(CloudError) -> CloudReply<
        Listing
    >

    /// Replaces the records whose revision is the expected one, and returns an outcome for each, in
    /// the same order.
    ///
    /// The batch is not atomic: some changes may commit while others conflict. An error whose code
    /// is ``CloudError/Code/unknownOutcome`` means that the batch may or may not have been
    /// committed. If the sender's mark is not the expected one, every change is refused.
    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]>

    /// Reports that everything up to `cursor` is durable in the replica of the sender. Returns
    /// `false`, and ignores the report, if the sender's mark is not the expected one.
    ///
    /// This raises no revision and gives no hint. It only lets the cloud collect old tombstones.
    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool>

    /// Stops waiting for the acknowledgements of a replica, until it registers again.
    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void>

    /// Returns the replicas that registered and were not retired since: the cloud waits for their
    /// acknowledgements. At most ``RegisteredReplica/maximumListed``, those seen last.
    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]>

    /// Returns the limits and their usage.
    func quota() async throws(CloudError) -> CloudReply<Quota>

    /// Returns a stream with an element whenever something may have changed.
    ///
    /// Hints only make syncing faster. They may be lost, doubled or spurious; only
    /// ``list(_:limit:)`` is reliable.
    func hints() -> AsyncStream<Void>
}

/// A value together with the state of the cloud at which it was evaluated.
public struct CloudReply<Value: Sendable>: Sendable {
    /// The epoch of the cloud. A tool that replaces or restores the cloud gives it a new one.
    public var epoch: String
    /// The highest revision at the time of the reply.
    public var head: Int64
    /// The cloud's clock, in milliseconds since 1970.
    public var time: Int64
    public var value: Value

    public init(epoch: String, head: Int64, time: Int64, value: Value) {
        self.epoch = epoch
        self.head = head
        self.time = time
        self.value = value
    }
}

/// The data with which a replica connects.
public struct Registration: Sendable, Hashable {
    public var sender: Sender
    /// The device's name, for people.
    public var device: String
    /// The cursor up to which this replica has everything; 0 if it starts from nothing.
    public var cursor: Int64

    public init(sender: Sender, device: String, cursor: Int64) {
        self.sender = sender
        self.device = device
        self.cursor = cursor
    }
}

/// The answer of a cloud to a replica that connects.
public enum RegistrationOutcome: Sendable, Hashable {
    case accepted
    /// The mark that the cloud holds for this actor is not one that the sender named, or is missing
    /// although the sender named one. The replica is a copy, or one of the two was restored from a
    /// backup.
    case unknownMark(held: SendMark?)
}

/// The place where a listing begins.
public enum ListingPosition: Sendable, Hashable {
    /// At the beginning: the listing will be complete.
    case start
    /// The next page of a complete listing.
    case resume(after: Int64)
    /// After a cursor: only later changes. If the cloud has collected tombstones after it, it
    /// starts from the beginning instead, and sets ``Listing/isComplete``.
    case changes(after: Int64)
}

/// One page of a listing.
public struct Listing: Sendable, Hashable {
    /// The entries, in ascending order of their revisions.
    public var entries: [CloudEntry]
    /// The place where the next page, or the next listing of changes, begins.
    public var next: Int64
    /// Whether more pages follow.
    public var hasMore: Bool
    /// Whether this page belongs to a listing from the beginning. A key with a base that is on none
    /// of its pages was deleted and collected, unless its revision is above ``floor``.
    public var isComplete: Bool
    /// The highest revision of a tombstone that was ever collected; 0 if none was.
    public var floor: Int64
    /// The number of records whose keys this device cannot open, and which are not in the entries.
    /// A complete listing with such records does not prove that any key is gone.
    public var unopened: Int
    /// Whether a key that a complete listing lacks was certainly deleted. False if the server is
    /// not trusted with the records: it could leave some out without any device noticing.
    public var provesAbsence: Bool

    public init(
        entries: [CloudEntry], next: Int64, hasMore: Bool, isComplete: Bool, floor: Int64,
        unopened: Int = 0, provesAbsence: Bool = true
    ) {
        self.unopened = unopened
        self.provesAbsence = provesAbsence
        self.floor = floor
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
        self.isComplete = isComplete
    }
}

/// A record as a cloud holds it.
public struct CloudEntry: Sendable, Hashable {
    public var key: String
    public var revision: Int64
    /// The encoded record, which the cloud does not read.
    public var record: [UInt8]
    /// Whether the record is a tombstone, which may be collected later.
    public var isTombstone: Bool

    public init(key: String, revision: Int64, record: [UInt8], isTombstone: Bool) {
        self.key = key
        self.revision = revision
        self.record = record
        self.isTombstone = isTombstone
    }
}

/// A record to replace the one at the expected revision; 0 expects that there is none.
public struct ProposedChange: Sendable, Hashable {
    public var key: String
    public var expectedRevision: Int64
    public var record: [UInt8]
    public var isTombstone: Bool

    public init(key: String, expectedRevision: Int64, record: [UInt8], isTombstone: Bool) {
        self.key = key
        self.expectedRevision = expectedRevision
        self.record = record
        self.isTombstone = isTombstone
    }
}

/// The outcome of one proposed change.
public enum ChangeOutcome: Sendable, Hashable {
    /// The record is durable in the cloud at this revision.
    case committed(revision: Int64)
    /// The cloud has another record, or none (`nil`) although one was expected.
    case conflict(CloudEntry?)
    case refused(Refusal)
}

/// The reason why a cloud refuses a record.
public enum Refusal: String, Sendable, Hashable {
    /// There is no space now; deletions are still accepted.
    case quota
    /// This record is too large, and always will be.
    case tooLarge
    case notAllowed
    /// The cloud holds a mark of this actor that the sender did not name; the sender must register
    /// again.
    case unknownSender
}

/// The limits of a cloud. `nil` means no limit.
public struct Quota: Sendable, Hashable {
    public var maximumBytes: Int64?
    public var maximumKeys: Int?
    public var maximumKeyLength: Int
    public var maximumValueBytes: Int
    public var usedBytes: Int64
    public var usedKeys: Int
    /// The space for the contents of documents; `nil` if the cloud keeps none, or does not report
    /// it.
    public var contents: ContentRoom?

    /// The space for the contents of documents in all stores of an account.
    public struct ContentRoom: Sendable, Hashable {
        public var usedBytes: Int64
        public var maximumBytes: Int64

        public init(usedBytes: Int64, maximumBytes: Int64) {
            self.usedBytes = usedBytes
            self.maximumBytes = maximumBytes
        }
    }

    public init(
        maximumBytes: Int64? = nil, maximumKeys: Int? = nil, maximumKeyLength: Int = 384,
        maximumValueBytes: Int = 1_048_576, usedBytes: Int64 = 0, usedKeys: Int = 0,
        contents: ContentRoom? = nil
    ) {
        self.maximumBytes = maximumBytes
        self.maximumKeys = maximumKeys
        self.maximumKeyLength = maximumKeyLength
        self.maximumValueBytes = maximumValueBytes
        self.usedBytes = usedBytes
        self.usedKeys = usedKeys
        self.contents = contents
    }

    /// The most bytes of a record: a value, the values that lost a conflict with it, and the data
    /// of replicas beside them. It is enough to merge any two devices' values of a key.
    public var maximumRecordBytes: Int {
        maximumValueBytes * (2 + Record.maximumSuperseded) + 65_536
    }
}
