public import Replication

/// An error of the agent, or of the connection to it.
public struct AgentFailure: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, which decides the exit status of a command.
    public enum Kind: String, Codable, Sendable {
        /// Nothing was exchanged with the cloud, for whatever reason.
        case unreachable
        /// The cloud refuses this device.
        case notAllowed
        /// Something on this machine failed: the codes of a `HomeError`.
        case usage, configuration, cannotWrite, forbidden, damaged
    }

    public var kind: Kind
    /// The failure, in a sentence.
    public var what: String
    /// The likely reason, in a sentence; empty if ``what`` includes it.
    public var why: String
    /// The command to type, in a sentence; empty if there is none, or if ``what`` includes it.
    public var next: String
    /// Whether the storage of the cloud is full.
    public var lacksRoom = false
    /// Whether a disk of this machine is full, not one of a server; agents of earlier versions do
    /// not say it.
    public var isFullHere: Bool?
    /// Whether the cloud is not sealed as this device expects.
    public var awaitsSealing = false
    /// Whether this concerns only some edits, while everything else is exchanged.
    public var concernsEdits = false

    public init(_ kind: Kind, _ what: String, why: String = "", next: String = "") {
        self.kind = kind
        self.what = what
        self.why = why
        self.next = next
    }

    /// The three parts as one text for a person.
    public var message: String {
        [what, why, next].filter { !$0.isEmpty }.joined(separator: " ")
    }

    public var description: String { message }
}

extension AgentFailure {
    /// Makes a failure from an error of the cloud.
    public init(_ error: CloudError) {
        self.init(error.code == .notAllowed ? .notAllowed : .unreachable, error.message)
        lacksRoom = error.lacksRoom
        isFullHere = error.isFullHere ? true : nil
        awaitsSealing = error.awaitsSealing
        concernsEdits = error.concernsEdits
    }

    /// The failure as an error of the cloud; `nil` for a failure of this machine.
    public var cloudError: CloudError? {
        let code: CloudError.Code
        switch kind {
        case .unreachable: code = .unreachable
        case .notAllowed: code = .notAllowed
        case .usage, .configuration, .cannotWrite, .forbidden, .damaged: return nil
        }
        return CloudError(
            code, message, lacksRoom: lacksRoom, isFullHere: isFullHere == true,
            awaitsSealing: awaitsSealing, concernsEdits: concernsEdits)
    }
}
