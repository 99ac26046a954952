public import Replication

/// A write of one key, made from the record of that key at the time of storing.
public struct StoreWrite {
    public var key: String
    /// Returns the content to store, given the current record, which is `nil` if the key never had
    /// one. Returns `nil` to change nothing.
    public var content: (Record?) -> Content?

    /// Makes a write that depends on the current record.
    public init(key: String, content: @escaping (Record?) -> Content?) {
        self.key = key
        self.content = content
    }

    /// Makes a write of a value, whatever the current record is; `nil` removes the key.
    public init(key: String, value: PropertyListValue?) {
        self.init(key: key) { _ in Content(value: value) }
    }

    /// The value that a write gives to a key, and the lost values to keep beside it.
    public struct Content: Sendable, Hashable {
        /// The value; `nil` removes the key.
        public var value: PropertyListValue?
        /// The values that lost a conflict and are to be kept; `nil` keeps all.
        public var superseded: [SupersededValue]?
        /// Whether to write even if the key already has the value: an edit beats a deletion made
        /// elsewhere at the same time.
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
