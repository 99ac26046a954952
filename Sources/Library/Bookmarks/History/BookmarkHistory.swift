public import Replication

/// The known history of a bookmark.
public struct BookmarkHistory: Sendable, Hashable {
    /// The latest first.
    public var changes: [BookmarkChange]
    /// Since when this device keeps such changes, in seconds since 1970. Earlier changes are
    /// unknown.
    public var keptSince: Double
    /// When and where the bookmark was added; `nil` where that is not known. Before the first of
    /// ``changes`` it was as it was added then.
    public var addition: Addition?

    /// The addition of a bookmark.
    public struct Addition: Sendable, Hashable {
        /// When it was added, in seconds since 1970: for an import with a date of its own, that
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

    /// Finds out how a bookmark began, from the known changes.
    ///
    /// - Parameters:
    ///   - keptSince: since when changes are kept; `nil` where that is not known.
    ///   - isWhole: whether none of its changes since then was dropped.
    ///   - record: its present record.
    ///   - own: the actor of this replica.
    ///   - device: the name of the device of this replica.
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
        // A record names its latest author and counts all of them. Where there are more than are
        // known by name, one of those may have added it a moment before it was edited.
        let authors = Set(changes.map(\.device) + [first.device])
        let areAllKnown =
            record.vector.sorted.count <= authors.count
            || !changes.isEmpty && first.device == device
        // The first version that is known was made when the bookmark says that it was added.
        let isOfThatTime = areAllKnown && abs(first.made - added) < 1
        // Or all edits were made here, and this device would know of a version before that.
        let isOwn =
            record.vector.sorted.map(\.actor) == [own]
            && keptSince.map { first.made > $0 } ?? false
        if isOfThatTime || isOwn { addition = first }
    }
}
