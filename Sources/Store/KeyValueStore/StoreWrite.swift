public import Replication

/// One key of a write.
public struct StoreWrite: Sendable, Hashable {
    public var key: String
    /// The value; `nil` removes the key.
    public var value: PropertyListValue?
    /// The values that lost a conflict to keep; `nil` keeps all.
    public var superseded: [SupersededValue]?
    /// Whether it is an edit also when the value is there already: one that beats a deletion, made
    /// elsewhere at the same time.
    public var isRenewed: Bool

    public init(
        key: String, value: PropertyListValue?, superseded: [SupersededValue]? = nil,
        isRenewed: Bool = false
    ) {
        self.key = key
        self.value = value
        self.superseded = superseded
        self.isRenewed = isRenewed
    }
}

/// A write of one key that depends on the record that is there.
public struct StoreUpdate {
    public var key: String
    /// The value to write in place of a record; `nil` means that there is none. The key must be the
    /// same.
    public var write: (Record?) -> StoreWrite

    public init(key: String, write: @escaping (Record?) -> StoreWrite) {
        self.key = key
        self.write = write
    }
}

/// The outcome of a write for one key.
public struct StoreChange: Sendable, Hashable {
    public var key: String
    /// The record before; `nil` when there was none.
    public var old: Record?
    public var new: Record

    public init(key: String, old: Record?, new: Record) {
        self.key = key
        self.old = old
        self.new = new
    }
}
