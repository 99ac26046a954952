public import Replication

/// The data with which a replica connects.
public struct RegistrationMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var device: String
    public var cursor: Int64

    /// Makes the message of a registration.
    public init(_ registration: Registration) {
        sender = SenderMessage(registration.sender)
        device = registration.device
        cursor = registration.cursor
    }

    /// The registration; `nil` if the sender is malformed.
    public var registration: Registration? {
        sender.sender.map { Registration(sender: $0, device: device, cursor: cursor) }
    }
}

/// The answer to a registration.
public struct RegistrationOutcomeMessage: Codable, Sendable {
    public var accepted: Bool
    /// The mark that the cloud holds, if the sender did not name it.
    public var held: String?

    /// Makes the message of an outcome.
    public init(_ outcome: RegistrationOutcome) {
        switch outcome {
        case .accepted: accepted = true
        case .unknownMark(let mark):
            accepted = false
            held = mark.map(SenderMessage.text)
        }
    }

    /// The outcome; `nil` if the mark is malformed.
    public var outcome: RegistrationOutcome? {
        if accepted { return .accepted }
        guard let held else { return .unknownMark(held: nil) }
        return SenderMessage.mark(held).map { .unknownMark(held: $0) }
    }
}

/// The cursor up to which a replica has everything.
public struct AcknowledgementMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var cursor: Int64

    /// Makes the message of a cursor.
    public init(_ cursor: Int64, from sender: Sender) {
        self.sender = SenderMessage(sender)
        self.cursor = cursor
    }
}

/// Whether the cloud accepted an acknowledgement.
public struct AcceptanceMessage: Codable, Sendable {
    public var accepted: Bool

    /// Makes the message of an answer.
    public init(_ accepted: Bool) { self.accepted = accepted }
}

/// The limits and the usage of a store. A missing limit means no limit.
public struct QuotaMessage: Codable, Sendable {
    public var maximumBytes: Int64?
    public var maximumKeys: Int?
    public var maximumKeyLength: Int
    public var maximumValueBytes: Int
    public var usedBytes: Int64
    public var usedKeys: Int
    /// The space for the contents of documents. Missing from a server without them, and from
    /// earlier ones.
    public var documents: Documents?

    /// The bytes of documents' contents, and the most that an account may have.
    public struct Documents: Codable, Sendable {
        public var usedBytes: Int64
        public var maximumBytes: Int64
    }

    /// Makes the message of a quota.
    public init(_ quota: Quota) {
        maximumBytes = quota.maximumBytes
        maximumKeys = quota.maximumKeys
        maximumKeyLength = quota.maximumKeyLength
        maximumValueBytes = quota.maximumValueBytes
        usedBytes = quota.usedBytes
        usedKeys = quota.usedKeys
        documents = quota.contents.map {
            Documents(usedBytes: $0.usedBytes, maximumBytes: $0.maximumBytes)
        }
    }

    /// The quota in the message.
    public var quota: Quota {
        // Callers add and multiply these numbers, which any server may send.
        func bounded<Number: FixedWidthInteger>(_ count: Number) -> Number {
            min(max(0, count), 1 << 53)
        }
        return Quota(
            maximumBytes: maximumBytes.map { bounded($0) },
            maximumKeys: maximumKeys.map { bounded($0) },
            maximumKeyLength: maximumKeyLength, maximumValueBytes: maximumValueBytes,
            usedBytes: bounded(usedBytes), usedKeys: bounded(usedKeys),
            contents: documents.map {
                Quota.ContentRoom(
                    usedBytes: bounded($0.usedBytes), maximumBytes: bounded($0.maximumBytes))
            })
    }
}

/// The reason why a request failed.
public struct ErrorMessage: Codable, Sendable {
    /// The error itself.
    public struct Problem: Codable, Sendable {
        /// A word for programs.
        public var code: String
        /// The failure, the likely reason, and the next step.
        public var message: String
    }

    public var error: Problem

    /// Makes the message of an error.
    public init(code: String, _ message: String) {
        error = Problem(code: code, message: message)
    }
}
