/// A content on its way between this device and the cloud.
public struct Transfer: Sendable, Hashable {
    /// From this device to the cloud, or from there.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case up, down
    }

    /// How it stands with it.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Its turn has not come.
        case waiting
        case running
        /// A person paused it, and it goes on when a person says so.
        case paused
        /// It is tried again by itself.
        case failed
    }

    public var content: ChunkName
    public var direction: Direction
    /// The id of a document that has the content, and of its bookmark.
    public var document: String
    public var bookmark: String
    /// The name of the document; empty where it has none.
    public var name: String
    /// The bytes that the other side has, as far as this device knows, and those of the whole.
    public var done: Int
    public var total: Int
    public var state: State
    /// Why it failed, in a sentence; empty in every other state.
    public var reason: String

    public init(
        content: ChunkName, direction: Direction, document: String, bookmark: String, name: String,
        done: Int, total: Int, state: State, reason: String = ""
    ) {
        self.content = content
        self.direction = direction
        self.document = document
        self.bookmark = bookmark
        self.name = name
        self.done = done
        self.total = total
        self.state = state
        self.reason = reason
    }

    /// Whether it is about the same content, in the same direction.
    public func isSame(as other: Transfer) -> Bool {
        content == other.content && direction == other.direction
    }
}

/// An order of a person about transfers.
public enum TransferChange: String, Sendable, Hashable, CaseIterable {
    /// Nothing more is moved, on this device, before it is resumed.
    case pause
    case resume
    /// The same for all transfers, and for each that comes later, until all are resumed.
    case pauseAll
    case resumeAll
    /// A content that comes down is not wanted here until it is opened. One that goes up stays
    /// here, and is paused.
    case cancel
}

/// A person paused or canceled a transfer while it went on.
public struct TransferStopped: Error, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "The transfer was paused or canceled. To go on: cloudy transfers resume --all"
    }
}
