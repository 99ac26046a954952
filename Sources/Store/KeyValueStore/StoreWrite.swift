public import Replication

/// A write of one key, made from the record of that key at the time of storing.
public struct StoreWrite {
    public var key: String
    /// The content to store in place of a record, which is `nil` where there never was one; returns
    /// `nil` to change nothing.
    public var content: (Record?) -> Content?

    /// A write that depends on the present record.
    public init(key: String, content: @escaping (Record?) -> Content?) {
        self.key = key
        self.content = content
    }

    /// A write of a value, whatever is there; `nil` removes the key.
    public init(key: String, value: PropertyListValue?) {
        self.init(key: key) { _ in Content(value: value) }
    }

    /// The value that a write gives a key, and the values kept beside it.
    public struct Content: Sendable, Hashable {
        /// The value; `nil` removes the key.
        public var value: PropertyListValue?
        /// The values that lost a conflict to keep; `nil` keeps all.
        public var superseded: [SupersededValue]?
        /// Whether this is an edit even if the key has the value already: an edit beats a deletion
        /// made elsewhere at the same time.
        public var isRenewed: Bool

        public init(
            value: PropertyListValue?, superseded: [SupersededValue]? = nil, isRenewed: Bool = false
        ) {
            self.value = value
            self.superseded = superseded
            self.isRenewed = isRenewed
        }
    }
}
