public import Replication

extension ModelCloud {
    /// The cloud does not wait for a replica that is away for longer than this: 180 days, in
    /// milliseconds.
    static let longestAbsence: Int64 = 180 * 86_400_000

    /// The usage and the limits.
    public var quota: Quota {
        var quota = limits ?? Quota()
        let live = entries.values.filter { !$0.isTombstone }
        quota.usedKeys = live.count
        quota.usedBytes = live.reduce(0) { $0 + Self.size($1.key, $1.record) }
        return quota
    }

    /// The replicas that registered and have not been retired since.
    public var replicas: [RegisteredReplica] {
        acknowledged.filter { !retired.contains($0.key) }.map { actor, cursor in
            RegisteredReplica(
                actor: actor, device: devices[actor] ?? "", cursor: cursor, seen: seen[actor] ?? 0)
        }
    }

    private static func size(_ key: String, _ record: [UInt8]) -> Int64 {
        Int64(key.utf8.count + record.count)
    }

    func isTooLarge(_ change: ProposedChange) -> Bool {
        guard let limits else { return false }
        return change.key.utf8.count > limits.maximumKeyLength
            || !change.isTombstone && change.record.count > limits.maximumRecordBytes
    }

    /// A change that does not grow has room, even if the limit is already exceeded.
    func hasRoom(for change: ProposedChange, replacing old: CloudEntry?) -> Bool {
        guard let limits, !change.isTombstone else { return true }
        let (used, live) = (quota, old.flatMap { $0.isTombstone ? nil : $0 })
        let keys = used.usedKeys + (live == nil ? 1 : 0)
        let bytes =
            used.usedBytes + Self.size(change.key, change.record)
            - (live.map { Self.size($0.key, $0.record) } ?? 0)
        return bytes <= max(used.usedBytes, limits.maximumBytes ?? .max)
            && keys <= max(used.usedKeys, limits.maximumKeys ?? .max)
    }
}
