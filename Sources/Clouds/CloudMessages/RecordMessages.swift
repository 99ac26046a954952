public import FoundationEssentials
public import Replication

/// A record as it is in the cloud; its bytes are base64.
public struct EntryMessage: Codable, Sendable {
    public var key: String
    public var revision: Int64
    public var tombstone: Bool?
    public var record: Data

    /// The message of an entry.
    public init(_ entry: CloudEntry) {
        key = entry.key
        revision = entry.revision
        tombstone = entry.isTombstone ? true : nil
        record = Data(entry.record)
    }

    /// The entry that it tells of.
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

    /// The message of a page.
    public init(_ listing: Listing) {
        entries = listing.entries.map(EntryMessage.init)
        next = listing.next
        more = listing.hasMore
        complete = listing.isComplete
        floor = listing.floor
    }

    /// The page that it tells of.
    public var listing: Listing {
        Listing(
            entries: entries.map(\.entry), next: next, hasMore: more, isComplete: complete,
            floor: floor)
    }
}

/// Proposed changes, each made if its key has the expected revision.
public struct ChangesMessage: Codable, Sendable {
    /// One of them.
    public struct Change: Codable, Sendable {
        public var key: String
        /// 0 or nothing when the key must not be there.
        public var expected: Int64?
        public var tombstone: Bool?
        public var record: Data

        /// The message of a change.
        public init(_ change: ProposedChange) {
            key = change.key
            expected = change.expectedRevision
            tombstone = change.isTombstone ? true : nil
            record = Data(change.record)
        }

        /// The change that it asks for.
        public var change: ProposedChange {
            ProposedChange(
                key: key, expectedRevision: expected ?? 0, record: [UInt8](record),
                isTombstone: tombstone ?? false)
        }
    }

    public var sender: SenderMessage
    public var changes: [Change]

    /// The message of changes.
    public init(_ changes: [ProposedChange], from sender: Sender) {
        self.sender = SenderMessage(sender)
        self.changes = changes.map(Change.init)
    }
}

/// The outcomes of changes, in their order.
public struct OutcomesMessage: Codable, Sendable {
    /// One of the members is there.
    public struct Outcome: Codable, Sendable {
        /// The revision at which the record is durable.
        public var committed: Int64?
        /// Another record is there; `gone` where none is.
        public var conflict: EntryMessage?
        public var gone: Bool?
        /// `quota`, `tooLarge`, `notAllowed` or `unknownSender`.
        public var refused: String?

        /// The message of an outcome.
        public init(_ outcome: ChangeOutcome) {
            switch outcome {
            case .committed(let revision): committed = revision
            case .conflict(let entry?): conflict = EntryMessage(entry)
            case .conflict(nil): gone = true
            case .refused(let refusal): refused = refusal.rawValue
            }
        }

        /// The outcome, or nil when it is none that this version knows.
        public var outcome: ChangeOutcome? {
            if let committed { return .committed(revision: committed) }
            if let conflict { return .conflict(conflict.entry) }
            if gone == true { return .conflict(nil) }
            return refused.flatMap(Refusal.init).map { .refused($0) }
        }
    }

    public var outcomes: [Outcome]

    /// The message of outcomes.
    public init(_ outcomes: [ChangeOutcome]) { self.outcomes = outcomes.map(Outcome.init) }
}

/// A record to put in the place of the one that a condition of the call names.
public struct RecordMessage: Codable, Sendable {
    public var sender: SenderMessage
    public var tombstone: Bool?
    public var record: Data

    /// The change that it asks for, or nil when the sender is malformed.
    ///
    /// - Parameter expected: the revision of the present record; 0 for none.
    public func change(of key: String, expected: Int64) -> (change: ProposedChange, Sender)? {
        sender.sender.map { sender in
            let change = ProposedChange(
                key: key, expectedRevision: expected, record: [UInt8](record),
                isTombstone: tombstone ?? false)
            return (change, sender)
        }
    }
}

/// Where a record is durable.
public struct CommittedMessage: Codable, Sendable {
    public var committed: Int64

    /// The message of a revision.
    public init(_ revision: Int64) { committed = revision }
}

/// The present record in place of the expected one.
public struct ConflictMessage: Codable, Sendable {
    public var error: ErrorMessage.Problem
    /// The present record; `gone` where none is.
    public var conflict: EntryMessage?
    public var gone: Bool?

    /// The message of the present record.
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
