public import FoundationEssentials
public import Replication

/// A record in the cloud; its bytes are Base64.
public struct EntryMessage: Codable, Sendable {
    public var key: String
    public var revision: Int64
    public var tombstone: Bool?
    public var record: Data

    /// Makes the message of an entry.
    public init(_ entry: CloudEntry) {
        key = entry.key
        revision = entry.revision
        tombstone = entry.isTombstone ? true : nil
        record = Data(entry.record)
    }

    /// The entry in the message.
    public var entry: CloudEntry {
        CloudEntry(
            key: key, revision: revision, record: [UInt8](record), isTombstone: tombstone ?? false)
    }
}

/// One page of a listing.
public struct ListingMessage: Codable, Sendable {
    public var entries: [EntryMessage]
    public var next: Int64
    public var more: Bool
    public var complete: Bool
    public var floor: Int64

    /// Makes the message of a page.
    public init(_ listing: Listing) {
        entries = listing.entries.map(EntryMessage.init)
        next = listing.next
        more = listing.hasMore
        complete = listing.isComplete
        floor = listing.floor
    }

    /// The page in the message.
    public var listing: Listing {
        Listing(
            entries: entries.map(\.entry), next: next, hasMore: more, isComplete: complete,
            floor: floor)
    }
}

/// Proposed changes, each applied only if its key has the expected revision.
public struct ChangesMessage: Codable, Sendable {
    /// One proposed change.
    public struct Change: Codable, Sendable {
        public var key: String
        /// The expected revision; 0 or missing if the key must not exist.
        public var expected: Int64?
        public var tombstone: Bool?
        public var record: Data

        /// Makes the message of a change.
        public init(_ change: ProposedChange) {
            key = change.key
            expected = change.expectedRevision
            tombstone = change.isTombstone ? true : nil
            record = Data(change.record)
        }

        /// The change in the message.
        public var change: ProposedChange {
            ProposedChange(
                key: key, expectedRevision: expected ?? 0, record: [UInt8](record),
                isTombstone: tombstone ?? false)
        }
    }

    public var sender: SenderMessage
    public var changes: [Change]

    /// Makes the message of some changes.
    public init(_ changes: [ProposedChange], from sender: Sender) {
        self.sender = SenderMessage(sender)
        self.changes = changes.map(Change.init)
    }
}

/// The outcomes of changes, in their order.
public struct OutcomesMessage: Codable, Sendable {
    /// One outcome. It has exactly one of the members.
    public struct Outcome: Codable, Sendable {
        /// The revision at which the record is durable.
        public var committed: Int64?
        /// The other record that the cloud has; `gone` if it has none.
        public var conflict: EntryMessage?
        public var gone: Bool?
        /// The refusal: `quota`, `tooLarge`, `notAllowed` or `unknownSender`.
        public var refused: String?

        /// Makes the message of an outcome.
        public init(_ outcome: ChangeOutcome) {
            switch outcome {
            case .committed(let revision): committed = revision
            case .conflict(let entry?): conflict = EntryMessage(entry)
            case .conflict(nil): gone = true
            case .refused(let refusal): refused = refusal.rawValue
            }
        }

        /// The outcome; `nil` if this version does not know it.
        public var outcome: ChangeOutcome? {
            if let committed { return .committed(revision: committed) }
            if let conflict { return .conflict(conflict.entry) }
            if gone == true { return .conflict(nil) }
            return refused.flatMap(Refusal.init).map { .refused($0) }
        }
    }

    public var outcomes: [Outcome]

    /// Makes the message of some outcomes.
    public init(_ outcomes: [ChangeOutcome]) { self.outcomes = outcomes.map(Outcome.init) }
}

/// A record to replace the one that a condition of the call names.
public struct RecordMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var tombstone: Bool?
    public var record: Data

    /// Returns the change in the message; `nil` if the sender is malformed.
    ///
    /// - Parameter expected: the revision of the current record; 0 if there is none.
    public func change(of key: String, expected: Int64) -> (change: ProposedChange, Sender)? {
        sender.sender.map { sender in
            let change = ProposedChange(
                key: key, expectedRevision: expected, record: [UInt8](record),
                isTombstone: tombstone ?? false)
            return (change, sender)
        }
    }
}

/// The revision at which a record is durable.
public struct CommittedMessage: Codable, Sendable {
    public var committed: Int64

    /// Makes the message of a revision.
    public init(_ revision: Int64) { committed = revision }
}

/// The answer if the current record is not the expected one.
public struct ConflictMessage: Codable, Sendable {
    public var error: ErrorMessage.Problem
    /// The current record; `gone` if there is none.
    public var conflict: EntryMessage?
    public var gone: Bool?

    /// Makes the message of the current record.
    public init(_ entry: CloudEntry?) {
        error =
            ErrorMessage(
                code: "conflict",
                entry == nil
                    ? "There is no record, but the request expects one: send it without a revision."
                    : "The record is not the one that the request expects: merge the two, and send "
                        + "the result with the revision of “conflict”."
            ).error
        conflict = entry.map(EntryMessage.init)
        gone = entry == nil ? true : nil
    }
}
