import Replication

/// How the programs of a device talk to its agent: over one connection for each request.
///
/// The caller sends an ``AgentOpening``, the agent an ``AgentGreeting``. Where these allow it, the
/// caller sends an ``AgentRequest``, and the agent replies until the last one. Each message is JSON
/// in a frame: four bytes with its length, the highest first, and so many bytes.
public enum AgentConversation {
    /// The release of this program. A newer program replaces an older agent, so that an update
    /// never leaves an agent of the release before at work; an older program replaces none.
    public static let version = Release.version + "-1"
    /// The form of requests and replies, which changes with any message.
    public static let form = 4
    /// The oldest form that this agent answers.
    public static let oldestForm = 2

    /// The most bytes of a message.
    public static let largestMessage = 1 << 20
    /// The most bytes of ``AgentReply/part(_:)`` before they are encoded.
    public static let largestPart = 1 << 18

    /// Whether a release came before another one. A part that is not a number counts as zero.
    public static func isOlder(_ one: String, than other: String) -> Bool {
        numbers(one).lexicographicallyPrecedes(numbers(other))
    }

    private static func numbers(_ version: String) -> [Int] {
        version.split { $0 == "." || $0 == "-" }.map { Int($0) ?? 0 }
    }
}

/// The first message of a caller. Its form never changes, but for members that may be missing:
/// every version of an agent reads it.
public struct AgentOpening: Codable, Sendable, Hashable {
    /// The version of the caller.
    public var version: String
    /// Whether the agent is to end, unless it is newer than the caller; no request follows then.
    public var ends: Bool
    /// The form of the request that follows.
    public var form: Int?

    public init(
        version: String = AgentConversation.version, ends: Bool = false,
        form: Int? = AgentConversation.form
    ) {
        self.version = version
        self.ends = ends
        self.form = form
    }

    /// Whether this agent understands the request that follows.
    public var isUnderstood: Bool {
        guard let form else { return version == AgentConversation.version }
        return AgentConversation.oldestForm <= form && form <= AgentConversation.form
    }

    /// Whether this agent ends when it is asked to.
    public var mayEndAgent: Bool {
        !AgentConversation.isOlder(version, than: AgentConversation.version)
    }
}

/// The first message of an agent. Its form never changes, but for members that may be missing.
public struct AgentGreeting: Codable, Sendable, Hashable {
    /// The version of the agent.
    public var version: String
    /// The newest and the oldest form of requests that it understands.
    public var form: Int?
    public var oldestForm: Int?

    public init(
        version: String = AgentConversation.version, form: Int? = AgentConversation.form,
        oldestForm: Int? = AgentConversation.oldestForm
    ) {
        self.version = version
        self.form = form
        self.oldestForm = oldestForm
    }

    /// How a caller proceeds with an agent.
    public enum Outcome: Sendable, Hashable {
        case talk, replace
        /// It is newer, and its messages are others.
        case refuse
    }

    /// How this program proceeds with the agent that sent this greeting.
    public var outcome: Outcome {
        if AgentConversation.isOlder(version, than: AgentConversation.version) { return .replace }
        guard let form, let oldestForm else {
            return version == AgentConversation.version ? .talk : .refuse
        }
        if form < AgentConversation.form {
            // A build of the same release that came before.
            return version == AgentConversation.version ? .replace : .refuse
        }
        return oldestForm <= AgentConversation.form ? .talk : .refuse
    }
}
