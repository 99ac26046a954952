/// The content of one key, in a replica or a cloud.
public struct Record: Sendable, Hashable {
    /// A value, or the fact that it was deleted.
    public enum Content: Sendable, Hashable {
        case live(PropertyListValue)
        /// A tombstone. It keeps the last value, so that a person can restore it, until it is
        /// purged.
        case deleted(last: PropertyListValue?)
    }

    public var content: Content
    public var vector: VersionVector
    public var stamp: Stamp
    /// The author of the latest edit or deletion.
    public var actor: ActorID
    /// The name of that actor's device, for people.
    public var device: String
    /// Values that lost a conflict, newest first, at most ``maximumSuperseded`` of them.
    public var superseded: [SupersededValue]

    /// The most lost values that a record keeps.
    public static let maximumSuperseded = 10

    public init(
        content: Content, vector: VersionVector, stamp: Stamp, actor: ActorID, device: String,
        superseded: [SupersededValue] = []
    ) {
        self.content = content
        self.vector = vector
        self.stamp = stamp
        self.actor = actor
        self.device = device
        self.superseded = superseded
    }

    /// The value an app sees; `nil` for a tombstone.
    public var value: PropertyListValue? {
        if case .live(let value) = content { value } else { nil }
    }

    /// The value, or for a tombstone the last value, unless that was purged.
    public var latestValue: PropertyListValue? {
        switch content {
        case .live(let value): value
        case .deleted(let last): last
        }
    }

    /// Sets the value, or the last value of a tombstone.
    mutating func setLatestValue(_ value: PropertyListValue) {
        content = isTombstone ? .deleted(last: value) : .live(value)
    }

    /// Whether the key is deleted.
    public var isTombstone: Bool {
        if case .deleted = content { true } else { false }
    }

    /// Returns whether this record wins a tie: it has the later stamp, then the higher actor, then
    /// the greater bytes, so that every replica decides alike even between damaged records.
    func isLater(than other: Record) -> Bool {
        if stamp != other.stamp { return stamp > other.stamp }
        if actor != other.actor { return actor > other.actor }
        return other.encoded().lexicographicallyPrecedes(encoded())
    }
}

/// A value that lost a conflict: another device changed the same field at the same time, with a
/// later stamp.
public struct SupersededValue: Sendable, Hashable {
    /// The name of the field of a dictionary; empty for a whole value.
    public var field: String
    /// The value; `nil` if the loser had removed the field.
    public var value: PropertyListValue?
    public var stamp: Stamp
    public var device: String

    public init(field: String, value: PropertyListValue?, stamp: Stamp, device: String) {
        self.field = field
        self.value = value
        self.stamp = stamp
        self.device = device
    }
}
