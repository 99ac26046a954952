/// The answer of the agent to an ``AgentRequest``.
public enum AgentReply: Codable, Sendable, Hashable {
    /// More follows; says that the agent is alive.
    case working
    case state(AgentState)
    case devices(head: Int64, [AgentDevice])
    /// A part of something long, in Base64.
    case part(String)
    case key(KeyReply)
    /// How far the exchange of contents is.
    case contents(AgentTransfer)
    /// It is done.
    case done
    /// Something waits for the person, which the replica says: nothing could be exchanged.
    case waits
    /// The device uses another cloud, account or key by now, or the agent is about to end. The
    /// caller looks again where the device meets others.
    case elsewhere
    case failed(AgentFailure)

    /// Whether nothing follows.
    public var isLast: Bool {
        switch self {
        case .working, .part, .key, .state, .contents: false
        case .devices, .done, .waits, .elsewhere, .failed: true
        }
    }
}

/// How far the exchange of the contents of documents is.
public struct AgentTransfer: Codable, Sendable, Hashable {
    /// In bytes, of all that is to be sent and fetched.
    public var done: Int
    public var total: Int
    /// Whether the cloud keeps no contents.
    public var isAbsent: Bool

    public init(done: Int, total: Int, isAbsent: Bool = false) {
        self.done = done
        self.total = total
        self.isAbsent = isAbsent
    }
}

/// The state of the cloud, as its agent knows it.
public struct AgentState: Codable, Sendable, Hashable {
    /// Why nothing is exchanged; `nil` when all is well.
    public var trouble: AgentFailure?
    /// The latest state that the cloud reported; `nil` before it has answered.
    public var cloud: AgentCloud?

    public init(trouble: AgentFailure? = nil, cloud: AgentCloud? = nil) {
        self.trouble = trouble
        self.cloud = cloud
    }
}

/// The state that a cloud reported.
public struct AgentCloud: Codable, Sendable, Hashable {
    public var usedBytes: Int64
    public var usedKeys: Int
    /// `nil` where there is no limit.
    public var maximumBytes: Int64?
    public var maximumKeys: Int?
    /// Which incarnation of the cloud it is.
    public var epoch: String

    public init(
        usedBytes: Int64, usedKeys: Int, maximumBytes: Int64?, maximumKeys: Int?, epoch: String
    ) {
        self.usedBytes = usedBytes
        self.usedKeys = usedKeys
        self.maximumBytes = maximumBytes
        self.maximumKeys = maximumKeys
        self.epoch = epoch
    }
}

/// A device that a cloud waits for.
public struct AgentDevice: Codable, Sendable, Hashable {
    public var actor: String
    public var name: String
    /// Up to which revision of the cloud it says that it has everything.
    public var cursor: Int64
    /// When the cloud heard of it last, in milliseconds since 1970.
    public var seen: Int64

    public init(actor: String, name: String, cursor: Int64, seen: Int64) {
        self.actor = actor
        self.name = name
        self.cursor = cursor
        self.seen = seen
    }
}
