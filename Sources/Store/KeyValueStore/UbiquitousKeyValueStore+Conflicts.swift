public import Replication
import Synchronization

/// A key whose value replaced others that other devices had set at the same time.
public struct StoreConflict: Sendable, Hashable {
    public var key: String
    /// The value that shows.
    public var value: PropertyListValue
    /// The other values, the oldest first, so that a new one does not renumber them. Where a field
    /// of a dictionary lost, only that is kept, under its name.
    public var lost: [SupersededValue]
}

extension UbiquitousKeyValueStore {
    /// The keys with values that lost a conflict, and those values, by key. They are kept until a
    /// person settles the conflict, ten for each key.
    public func conflicts() throws -> [StoreConflict] {
        try state.withLock { $0.storage }.read { replica in
            try replica.liveKeys().compactMap { key in
                guard let record = try replica.entry(forKey: key)?.record else { return nil }
                return StoreConflict(key, record)
            }
        }
    }

    /// The conflict of one key; `nil` when there is none.
    public func conflict(forKey key: String) throws -> StoreConflict? {
        try record(forKey: key).flatMap { StoreConflict(key, $0) }
    }

    /// Settles the conflicts of some keys: the shown value stays, or one of the values that lost
    /// takes its place, and the others are dropped. That is an edit, which other devices follow.
    ///
    /// - Parameter lost: the value to take, of the only key; if it is the value of a field, it
    ///   replaces that field.
    /// - Returns: the keys that had one. If it throws, or if `lost` is no longer kept, nothing has
    ///   changed.
    @discardableResult
    public func settle(_ keys: [String], taking lost: SupersededValue? = nil) throws -> [String] {
        precondition(lost == nil || keys.count == 1)
        var settled: [String] = []
        try update(
            keys.map { key in
                StoreWrite(key: key) { record in
                    guard let record, let conflict = StoreConflict(key, record),
                        lost.map(conflict.lost.contains) ?? true
                    else { return nil }
                    settled.append(key)
                    return StoreWrite.Content(
                        value: lost.map(conflict.taking) ?? conflict.value, superseded: [])
                }
            })
        return settled
    }
}

extension StoreConflict {
    /// The values kept of the record, if any.
    fileprivate init?(_ key: String, _ record: Record) {
        guard let value = record.value else { return nil }
        self.init(key: key, value: value, lost: record.lostValues.reversed())
        if lost.isEmpty { return nil }
    }

    /// The value with one that lost in its place.
    fileprivate func taking(_ lost: SupersededValue) -> PropertyListValue {
        if lost.field.isEmpty { return lost.value ?? value }
        guard var fields = value.dictionary else { return value }
        fields[lost.field] = lost.value
        return .dictionary(fields)
    }
}
