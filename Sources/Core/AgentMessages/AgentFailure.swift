public import Replication

/// An error of the agent, or of the way to it.
public struct AgentFailure: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, which decides how a command ends.
    public enum Kind: String, Codable, Sendable {
        /// Nothing was exchanged with the cloud, whatever is wrong there.
        case unreachable
        /// The cloud refuses this device.
        case notAllowed
        /// Something on this machine failed: the codes of a `HomeError`.
        case usage, configuration, cannotWrite, forbidden, damaged
    }

    public var kind: Kind
    /// The failure, in a sentence.
    public var what: String
    /// The likely reason, in a sentence; empty where ``what`` says it.
    public var why: String
    /// The command to type, in a sentence; empty if there is none, or if ``what`` says it.
    public var next: String
    /// Whether the storage of the cloud is full.
    public var lacksRoom = false
    /// Whether the cloud is not sealed as this device has it sealed.
    public var awaitsSealing = false
    /// Whether only some edits are concerned, and everything else is exchanged.
    public var concernsEdits = false

    public init(_ kind: Kind, _ what: String, why: String = "", next: String = "") {
        self.kind = kind
        self.what = what
        self.why = why
        self.next = next
    }

    /// The three parts, as a person reads them.
    public var message: String {
        [what, why, next].filter { !$0.isEmpty }.joined(separator: " ")
    }

    public var description: String { message }
}

extension AgentFailure {
    /// A failure of the cloud.
    public init(_ error: CloudError) {
        self.init(error.code == .notAllowed ? .notAllowed : .unreachable, error.message)
        lacksRoom = error.lacksRoom
        awaitsSealing = error.awaitsSealing
        concernsEdits = error.concernsEdits
    }

    /// The same as a failure of the cloud; `nil` for one of this machine.
    public var cloudError: CloudError? {
        let code: CloudError.Code
        switch kind {
        case .unreachable: code = .unreachable
        case .notAllowed: code = .notAllowed
        case .usage, .configuration, .cannotWrite, .forbidden, .damaged: return nil
        }
        return CloudError(
            code, message, lacksRoom: lacksRoom, awaitsSealing: awaitsSealing,
            concernsEdits: concernsEdits)
    }
}
