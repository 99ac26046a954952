public import Replication

/// The known history of a bookmark.
public struct BookmarkHistory: Sendable, Hashable {
    /// The changes, the latest first.
    public var changes: [BookmarkChange]
    /// The time when this device began to keep changes, in seconds since 1970. Earlier changes are
    /// unknown.
    public var keptSince: Double
    /// The addition of the bookmark; `nil` if unknown. Its first state is the one before the oldest
    /// of ``changes``.
    public var addition: Addition?

    /// The addition of a bookmark.
    public struct Addition: Sendable, Hashable {
        /// The time when the bookmark was added, in seconds since 1970. An import may give its own
        /// date.
        public var made: Double
        /// The device on which it was added.
        public var device: String

        public init(made: Double, device: String) {
            self.made = made
            self.device = device
        }
    }

    public init(
        changes: [BookmarkChange] = [], keptSince: Double = 0, addition: Addition? = nil
    ) {
        self.changes = changes
        self.keptSince = keptSince
        self.addition = addition
    }

    /// Derives the addition of a bookmark from the known changes.
    ///
    /// - Parameters:
    ///   - keptSince: the time when this device began to keep changes; `nil` if unknown.
    ///   - isWhole: whether all changes since then are kept.
    ///   - record: the bookmark's current record.
    ///   - own: this replica's actor.
    ///   - device: the name of this replica's device.
    public init(
        changes: [BookmarkChange], keptSince: Double?, isWhole: Bool, record: Record?, own: ActorID,
        device: String
    ) {
        self.init(changes: changes, keptSince: keptSince ?? 0)
        guard isWhole, let record, let added = record.latestValue?.dictionary?["added"]?.date else {
            return
        }
        let first: Addition
        if let change = changes.last {
            first = Addition(made: change.madeBefore, device: change.deviceBefore)
        } else if !record.isTombstone {
            let made = Double(record.stamp.milliseconds) / 1000
            first = Addition(made: made, device: record.device)
        } else {
            return
        }
        // A record names only its latest author but counts all authors. If it counts more than are
        // known by name, an unknown author may have added the bookmark just before it was edited.
        let authors = Set(changes.map(\.device) + [first.device])
        let areAllKnown =
            record.vector.sorted.count <= authors.count
            || !changes.isEmpty && first.device == device
        // The first known version was made at the date added.
        let isOfThatTime = areAllKnown && abs(first.made - added) < 1
        // Or all edits were made here, and this device would know an earlier version.
        let isOwn =
            record.vector.sorted.map(\.actor) == [own]
            && keptSince.map { first.made > $0 } ?? false
        if isOfThatTime || isOwn { addition = first }
    }
}
