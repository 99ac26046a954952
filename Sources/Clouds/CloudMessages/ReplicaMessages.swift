public import Replication

/// The data with which a replica connects.
public struct RegistrationMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var device: String
    public var cursor: Int64

    /// The message of a registration.
    public init(_ registration: Registration) {
        sender = SenderMessage(registration.sender)
        device = registration.device
        cursor = registration.cursor
    }

    /// The registration, or nil when the sender is malformed.
    public var registration: Registration? {
        sender.sender.map { Registration(sender: $0, device: device, cursor: cursor) }
    }
}

/// The answer to a registration.
public struct RegistrationOutcomeMessage: Codable, Sendable {
    public var accepted: Bool
    /// The mark that the cloud holds, when the sender did not name it.
    public var held: String?

    /// The message of an outcome.
    public init(_ outcome: RegistrationOutcome) {
        switch outcome {
        case .accepted: accepted = true
        case .unknownMark(let mark):
            accepted = false
            held = mark.map(SenderMessage.text)
        }
    }

    /// The outcome, or nil when the mark is malformed.
    public var outcome: RegistrationOutcome? {
        if accepted { return .accepted }
        guard let held else { return .unknownMark(held: nil) }
        return SenderMessage.mark(held).map { .unknownMark(held: $0) }
    }
}

/// Up to where a replica has everything.
public struct AcknowledgementMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var cursor: Int64

    /// The message of a cursor.
    public init(_ cursor: Int64, from sender: Sender) {
        self.sender = SenderMessage(sender)
        self.cursor = cursor
    }
}

/// Whether an acknowledgement was taken in.
public struct AcceptanceMessage: Codable, Sendable {
    public var accepted: Bool

    /// The message of an answer.
    public init(_ accepted: Bool) { self.accepted = accepted }
}

/// The limits and the usage. A missing limit means no limit.
public struct QuotaMessage: Codable, Sendable {
    public var maximumBytes: Int64?
    public var maximumKeys: Int?
    public var maximumKeyLength: Int
    public var maximumValueBytes: Int
    public var usedBytes: Int64
    public var usedKeys: Int

    /// The message of a quota.
    public init(_ quota: Quota) {
        maximumBytes = quota.maximumBytes
        maximumKeys = quota.maximumKeys
        maximumKeyLength = quota.maximumKeyLength
        maximumValueBytes = quota.maximumValueBytes
        usedBytes = quota.usedBytes
        usedKeys = quota.usedKeys
    }

    /// The quota that it tells of.
    public var quota: Quota {
        Quota(
            maximumBytes: maximumBytes, maximumKeys: maximumKeys,
            maximumKeyLength: maximumKeyLength, maximumValueBytes: maximumValueBytes,
            usedBytes: usedBytes, usedKeys: usedKeys)
    }
}

/// Why a request was not answered with a reply.
public struct ErrorMessage: Codable, Sendable {
    /// An error.
    public struct Problem: Codable, Sendable {
        /// One word for programs.
        public var code: String
        /// The failure, the likely reason, and the next step.
        public var message: String
    }

    public var error: Problem

    /// The message of a problem.
    public init(code: String, _ message: String) {
        error = Problem(code: code, message: message)
    }
}
