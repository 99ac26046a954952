/// The transfer of a content between this device and the cloud.
public struct Transfer: Sendable, Hashable {
    /// The direction of a transfer: to the cloud, or from it.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case up, down
    }

    /// The state of a transfer.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The transfer waits for its turn, or for a cloud that does not answer.
        case waiting
        case running
        /// A person paused the transfer; a person must resume it.
        case paused
        /// A person canceled the upload. The content stays on this device until a person resumes
        /// the transfer. A canceled download is no transfer any longer.
        case canceled
        /// The transfer failed, and will fail again until something changes, such as the room in
        /// the cloud.
        case failed
    }

    public var content: ChunkName
    public var direction: Direction
    /// The ids of a document with the content, and of its bookmark.
    public var document: String
    public var bookmark: String
    /// The name of the document; empty if it has none.
    public var name: String
    /// The bytes that the other side has, as far as this device knows, and the bytes of the whole.
    public var done: Int
    public var total: Int
    public var state: State
    /// The reason why the latest attempt of a transfer that failed or waits did not succeed, in a
    /// sentence; empty if there was no attempt.
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

    /// Whether only a person makes the transfer go on.
    public var isStopped: Bool { state == .paused || state == .canceled }

    /// The document's name, or else its id.
    public var title: String { name.isEmpty ? document : name }

    /// Returns whether both are about the same content, in the same direction.
    public func isSame(as other: Transfer) -> Bool {
        content == other.content && direction == other.direction
    }
}

/// A person's command about transfers.
public enum TransferChange: String, Sendable, Hashable, CaseIterable {
    /// Stop the transfer on this device until it is resumed.
    case pause
    case resume
    /// Pause all transfers, including later ones, until all are resumed.
    case pauseAll
    case resumeAll
    /// Do not download the content until it is opened, or do not upload it until it is resumed.
    case cancel
}

/// The error of a transfer that a person paused or canceled while it was running.
public struct TransferStopped: Error, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "The transfer was paused or canceled. To see what is paused: cloudy transfers. To fetch a "
            + "document after all: cloudy docs get ID"
    }
}
