/// How the programs of a device talk to its agent: over one connection for each request.
///
/// The caller sends an ``AgentOpening``, the agent an ``AgentGreeting``. Where both are of one
/// version, the caller sends an ``AgentRequest``, and the agent replies until the last one. Each
/// message is JSON in a frame: four bytes with its length, the highest first, and so many bytes.
public enum AgentConversation {
    /// Programs that name another version here do not talk. It changes with any message and with
    /// each release, so that an update never leaves an agent of the release before at work.
    public static let version = "0.1.0-1"

    /// The most bytes of a message.
    public static let largestMessage = 1 << 20
    /// The most bytes of ``AgentReply/part(_:)`` before they are encoded.
    public static let largestPart = 1 << 18
}

/// The first message of a caller. Its form never changes: every version of an agent reads it.
public struct AgentOpening: Codable, Sendable, Hashable {
    /// The version of the caller.
    public var version: String
    /// Whether the agent is to end, whatever its version; no request follows then.
    public var ends: Bool

    public init(version: String = AgentConversation.version, ends: Bool = false) {
        self.version = version
        self.ends = ends
    }
}

/// The first message of an agent. Its form never changes.
public struct AgentGreeting: Codable, Sendable, Hashable {
    /// The version of the agent. Where it is another one than the caller's, no reply follows.
    public var version: String

    public init(version: String = AgentConversation.version) { self.version = version }
}
