public import Replication
import Synchronization

/// A key in conflict: other devices had set it at the same time, and their values lost.
public struct StoreConflict: Sendable, Hashable {
    public var key: String
    /// The shown value.
    public var value: PropertyListValue
    /// The lost values, the oldest first, so that a new one does not renumber the others. If only a
    /// field of a dictionary lost, just that field is kept, under its name.
    public var lost: [SupersededValue]
}

extension UbiquitousKeyValueStore {
    /// Returns the keys with values that lost a conflict, sorted by key. The lost values are kept
    /// until a person settles the conflict, at most ten for each key.
    ///
    /// - Parameter lost: returns the values that count among those that a record keeps, newest
    ///   first. By default, all do.
    public func conflicts(
        _ lost: (_ key: String, _ record: Record) -> [SupersededValue] = { $1.lostValues }
    ) throws -> [StoreConflict] {
        try state.withLock { $0.storage }.read { replica in
            try replica.liveKeys().compactMap { key in
                guard let record = try replica.entry(forKey: key)?.record else { return nil }
                return StoreConflict(key, record, lost(key, record))
            }
        }
    }

    /// Returns the conflict of one key; `nil` if there is none.
    public func conflict(forKey key: String) throws -> StoreConflict? {
        try record(forKey: key).flatMap { StoreConflict(key, $0, $0.lostValues) }
    }

    /// Settles the conflicts of some keys: keeps the shown value, or puts one of the lost values in
    /// its place, and drops the others. This is an edit, which other devices follow.
    ///
    /// - Parameter lost: the lost value to take, if there is only one key. If it belongs to a
    ///   field, it replaces that field.
    /// - Returns: the keys that had a conflict. If it throws, or if `lost` is no longer kept,
    ///   nothing has changed.
    @discardableResult
    public func settle(_ keys: [String], taking lost: SupersededValue? = nil) throws -> [String] {
        precondition(lost == nil || keys.count == 1)
        var settled: [String] = []
        try update(
            keys.map { key in
                StoreWrite(key: key) { record in
                    guard let record,
                        let conflict = StoreConflict(key, record, record.lostValues),
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
    /// Makes the conflict of a record; `nil` without lost values.
    fileprivate init?(_ key: String, _ record: Record, _ lost: [SupersededValue]) {
        guard let value = record.value, !lost.isEmpty else { return nil }
        self.init(key: key, value: value, lost: lost.reversed())
    }

    /// Returns the value with a lost value in its place, or in the place of its field.
    fileprivate func taking(_ lost: SupersededValue) -> PropertyListValue {
        if lost.field.isEmpty { return lost.value ?? value }
        guard var fields = value.dictionary else { return value }
        fields[lost.field] = lost.value
        return .dictionary(fields)
    }
}
