public import Bookmarks
public import Replication

// The evidence from the three places with a device's bookmarks: drivers read it, this module
// compares it. Any part may be damaged.

/// Everything that a verification compares.
public struct Evidence: Sendable {
    public var device: String
    public var replica: ReplicaEvidence
    public var defaults: DefaultsEvidence
    public var cloud: CloudEvidence
    public var contents: ContentsEvidence

    public init(
        device: String, replica: ReplicaEvidence, defaults: DefaultsEvidence, cloud: CloudEvidence,
        contents: ContentsEvidence = ContentsEvidence()
    ) {
        self.contents = contents
        self.device = device
        self.replica = replica
        self.defaults = defaults
        self.cloud = cloud
    }
}

/// A record that cannot be read.
public struct UnreadableRecord: Sendable, Hashable {
    public var key: String
    /// The damage, as a clause for people.
    public var reason: String

    public init(key: String, reason: String) {
        self.key = key
        self.reason = reason
    }
}

/// The contents of the replica.
public struct ReplicaEvidence: Sendable {
    public var path: String
    /// The reason why nothing can be read, as a sentence; `nil` if something can.
    public var failure: String?
    /// Whether the replica is still empty, because the program that made it was killed, and the
    /// device has nothing else.
    public var isUnfinished: Bool
    /// The damage that SQLite finds in the file; empty if it is sound.
    public var problems: [String]
    public var entries: [ReplicaEntry]
    public var unreadable: [UnreadableRecord]
    /// The ids of bookmarks whose row in the table of the list differs from their record.
    public var wrongRows: [String]
    /// The revision of the cloud up to which everything was fetched; `nil` before the first fetch.
    public var cursor: Int64?
    /// The epoch of the cloud that the replica knows.
    public var epoch: String?
    /// The highest revision of the cloud seen.
    public var head: Int64
    public var isOffline: Bool
    public var isHeld: Bool
    /// Whether the cloud refused an edit because it is full.
    public var isFull: Bool
    /// Whether the device's own records wait for the person to join the cloud.
    public var waitsToJoin: Bool

    public init(
        path: String, failure: String? = nil, isUnfinished: Bool = false, problems: [String] = [],
        entries: [ReplicaEntry] = [], unreadable: [UnreadableRecord] = [], wrongRows: [String] = [],
        cursor: Int64? = nil,
        epoch: String? = nil, head: Int64 = 0, isOffline: Bool = false, isHeld: Bool = false,
        isFull: Bool = false, waitsToJoin: Bool = false
    ) {
        self.isFull = isFull
        self.isUnfinished = isUnfinished
        self.path = path
        self.failure = failure
        self.problems = problems
        self.entries = entries
        self.unreadable = unreadable
        self.wrongRows = wrongRows
        self.cursor = cursor
        self.epoch = epoch
        self.head = head
        self.isOffline = isOffline
        self.isHeld = isHeld
        self.waitsToJoin = waitsToJoin
    }
}

/// The contents of the property list.
public struct DefaultsEvidence: Sendable {
    public var path: String
    public var state: State
    /// The ids of the bookmarks that changed since the file was written.
    public var behind: Set<String>

    /// The result of reading the property list.
    public enum State: Sendable {
        case missing
        /// The problem, as a sentence, and whether the next command sets the file aside.
        case unreadable(String, isSetAside: Bool)
        /// The content; `isAsWritten` if the file is unchanged since Cloudy wrote it.
        case read(FoundDefaults, isAsWritten: Bool)
    }

    public init(path: String, state: State, behind: Set<String> = []) {
        self.path = path
        self.state = state
        self.behind = behind
    }
}

/// The contents of the cloud.
public struct CloudEvidence: Sendable {
    public var path: String
    public var state: State

    /// The result of reading the cloud.
    public enum State: Sendable {
        case missing
        /// The cloud is still empty, without its tables.
        case unfinished
        /// The problem, as a sentence.
        case unreadable(String)
        case read(Content)
        /// The cloud is behind a network and was not read: the reason in sentences, or `nil` if it
        /// was not requested; and what to type next.
        case unasked(String?, next: String = "cloudy sync")
    }

    /// The records of a cloud.
    public struct Content: Sendable {
        public var epoch: String
        public var head: Int64
        public var records: [String: CloudRecord]
        public var unreadable: [UnreadableRecord]
        /// Other damage of the file; empty if it is sound.
        public var problems: [String]
        /// The number of records that the key on this device cannot open, so that their keys are
        /// unknown.
        public var unopened: Int

        public init(
            epoch: String, head: Int64, records: [String: CloudRecord] = [:],
            unreadable: [UnreadableRecord] = [], problems: [String] = [], unopened: Int = 0
        ) {
            self.unopened = unopened
            self.epoch = epoch
            self.head = head
            self.records = records
            self.unreadable = unreadable
            self.problems = problems
        }
    }

    public init(path: String, state: State) {
        self.path = path
        self.state = state
    }
}

/// A record of the cloud, with the revision at which it was committed.
public struct CloudRecord: Sendable, Hashable {
    public var record: Record
    public var revision: Int64

    public init(record: Record, revision: Int64) {
        self.record = record
        self.revision = revision
    }
}
