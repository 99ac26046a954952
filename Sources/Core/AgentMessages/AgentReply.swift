/// The answer of the agent to an ``AgentRequest``.
public enum AgentReply: Codable, Sendable, Hashable {
    /// The agent is still working; more replies follow.
    case working
    case state(AgentState)
    case devices(head: Int64, [AgentDevice])
    /// A part of a long answer, in Base64.
    case part(String)
    case key(KeyReply)
    /// The progress of the exchange of contents.
    case contents(AgentTransfer)
    /// The request is done.
    case done
    /// Nothing could be exchanged until a person decides. The replica says about what.
    case waits
    /// The device uses another cloud, account or key by now, or the agent is about to end. The
    /// caller looks up the cloud of the device again.
    case elsewhere
    case failed(AgentFailure)

    /// Whether this is the last reply.
    public var isLast: Bool {
        switch self {
        case .working, .part, .key, .state, .contents: false
        case .devices, .done, .waits, .elsewhere, .failed: true
        }
    }
}

/// The progress of the exchange of the contents of documents.
public struct AgentTransfer: Codable, Sendable, Hashable {
    /// The progress, in bytes of all contents to send and fetch.
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
    /// The reason why nothing is exchanged; `nil` if all is well.
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
    /// `nil` if there is no limit.
    public var maximumBytes: Int64?
    public var maximumKeys: Int?
    /// The bytes of documents' contents, and their limit. Missing if the cloud does not tell them,
    /// and in the messages of earlier agents.
    public var documentBytes: Int64?
    public var maximumDocumentBytes: Int64?
    /// The epoch of the cloud.
    public var epoch: String

    public init(
        usedBytes: Int64, usedKeys: Int, maximumBytes: Int64?, maximumKeys: Int?,
        documentBytes: Int64? = nil, maximumDocumentBytes: Int64? = nil, epoch: String
    ) {
        self.usedBytes = usedBytes
        self.usedKeys = usedKeys
        self.maximumBytes = maximumBytes
        self.maximumKeys = maximumKeys
        self.documentBytes = documentBytes
        self.maximumDocumentBytes = maximumDocumentBytes
        self.epoch = epoch
    }
}

/// A device that a cloud waits for.
public struct AgentDevice: Codable, Sendable, Hashable {
    public var actor: String
    public var name: String
    /// The revision of the cloud up to which the device has everything, as it reported.
    public var cursor: Int64
    /// The time when the cloud last heard from the device, in milliseconds since 1970.
    public var seen: Int64

    public init(actor: String, name: String, cursor: Int64, seen: Int64) {
        self.actor = actor
        self.name = name
        self.cursor = cursor
        self.seen = seen
    }
}
