import Replication

/// The protocol between the programs of a device and its agent: one connection for each request.
///
/// The caller sends an ``AgentOpening``, the agent an ``AgentGreeting``. If these allow it, the
/// caller sends an ``AgentRequest``, and the agent sends replies until the last one. Each message
/// is JSON in a frame: its length in four bytes, the highest first, and then the JSON.
public enum AgentConversation {
    /// The release of this program. A newer program replaces an older agent, so that no agent of
    /// the earlier release stays after an update. An older program replaces no agent.
    public static let version = Release.version + "-1"
    /// The version of the form of requests and replies. It changes with any message.
    public static let form = 4
    /// The oldest form that this agent answers.
    public static let oldestForm = 2

    /// The largest message, in bytes.
    public static let largestMessage = 1 << 20
    /// The largest ``AgentReply/part(_:)``, in bytes before encoding.
    public static let largestPart = 1 << 18

    /// Returns whether one release is earlier than another. A part that is not a number counts as
    /// zero.
    public static func isOlder(_ one: String, than other: String) -> Bool {
        numbers(one).lexicographicallyPrecedes(numbers(other))
    }

    private static func numbers(_ version: String) -> [Int] {
        version.split { $0 == "." || $0 == "-" }.map { Int($0) ?? 0 }
    }
}

/// The first message of a caller. Its form never changes, except for members that may be missing:
/// every version of an agent can read it.
public struct AgentOpening: Codable, Sendable, Hashable {
    /// The version of the caller.
    public var version: String
    /// Whether the agent is to end, unless it is newer than the caller. No request follows then.
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

    /// Whether this agent ends if the caller asks for it.
    public var mayEndAgent: Bool {
        !AgentConversation.isOlder(version, than: AgentConversation.version)
    }
}

/// The first message of an agent. Its form never changes, except for members that may be missing.
public struct AgentGreeting: Codable, Sendable, Hashable {
    /// The version of the agent.
    public var version: String
    /// The newest and the oldest form of requests that the agent understands.
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

    /// The way a caller proceeds with an agent.
    public enum Outcome: Sendable, Hashable {
        case talk, replace
        /// The agent is newer and uses other messages.
        case refuse
    }

    /// The way this program proceeds with the agent that sent this greeting.
    public var outcome: Outcome {
        if AgentConversation.isOlder(version, than: AgentConversation.version) { return .replace }
        guard let form, let oldestForm else {
            return version == AgentConversation.version ? .talk : .refuse
        }
        if form < AgentConversation.form {
            // The agent is an earlier build of the same release.
            return version == AgentConversation.version ? .replace : .refuse
        }
        return oldestForm <= AgentConversation.form ? .talk : .refuse
    }
}
