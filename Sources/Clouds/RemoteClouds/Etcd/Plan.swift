import FoundationEssentials
import Replication

/// The outcomes of proposed changes, computed before anything is written.
struct Plan: Sendable {
    /// The outcome of a change, or the index of the operation that reads the conflicting record.
    enum Outcome: Sendable {
        case known(ChangeOutcome)
        case conflict(operation: Int, revision: Int64)
    }

    /// The most changes that are looked up at once; etcd accepts 128 parts of a transaction.
    static let mostChanges = 120
    /// The most bytes of records in a transaction, unless it has only one record. A request to etcd
    /// has at most 1.5 MiB.
    static let mostBytes = 1 << 20
    /// The largest record, in bytes, for a cluster without a special configuration.
    static let mostRecordBytes = 1_400_000
    /// The most operations for changes; the state and the mark of the sender need two more.
    private static let mostOperations = 126
    /// The most bytes of conflicting records in an answer.
    private static let mostAnswered: Int64 = 4 << 20

    let keys: Keyspace
    let limits: Quota
    let bounds: StoreBounds?
    let time: Int64
    var state: CloudState
    private(set) var operations: [Operation] = []
    private(set) var outcomes: [Outcome] = []
    private(set) var hasCommitted = false
    private var answered: Int64 = 0

    init(
        _ keys: Keyspace, _ limits: Quota, _ bounds: StoreBounds?, _ state: CloudState,
        at time: Int64
    ) {
        (self.keys, self.limits, self.state, self.time) = (keys, limits, state, time)
        self.bounds = bounds
    }

    /// Returns the changes that go into one transaction: no key twice, and not too many bytes.
    static func chunk(_ changes: ArraySlice<ProposedChange>, most: Int) -> [ProposedChange] {
        var (seen, bytes) = (Set<String>(), 0)
        return Array(
            changes.prefix(min(most, mostChanges)).prefix { change in
                bytes += change.record.count + change.key.utf8.count
                return seen.insert(change.key).inserted && (bytes <= mostBytes || seen.count == 1)
            })
    }

    /// Adds one more change. Returns false if there is no room for it in the transaction.
    mutating func add(
        _ change: ProposedChange, at place: Place?,
        encode: (any Encodable) throws(Failure) -> Data
    ) throws(Failure) -> Bool {
        guard operations.count + 4 <= Self.mostOperations, answered <= Self.mostAnswered else {
            return false
        }
        let keyLength = change.key.utf8.count
        // A tombstone may always replace an accepted record.
        let most = change.isTombstone ? Int.max : limits.maximumRecordBytes
        if keyLength > limits.maximumKeyLength
            || change.record.count > min(most, Self.mostRecordBytes)
        {
            outcomes.append(.known(.refused(.tooLarge)))
            return true
        }
        guard change.expectedRevision == place?.revision ?? 0 else {
            note(conflict: place)
            return true
        }
        guard takesRoom(change, keyLength, replacing: place) else {
            outcomes.append(.known(.refused(.quota)))
            return true
        }
        state.head += 1
        hasCommitted = true
        outcomes.append(.known(.committed(revision: state.head)))
        let next = Place(
            revision: state.head, isTombstone: change.isTombstone,
            bytes: Int64(change.record.count + keyLength))
        operations.append(.put(keys.record(state.head), StoredRecord.encode(change)))
        operations.append(.put(keys.place(change.key), try encode(next)))
        if let place {
            operations.append(.delete(keys.record(place.revision)))
            if place.isTombstone { operations.append(.delete(keys.tombstone(place.revision))) }
        }
        if change.isTombstone {
            let deletion = Deletion(
                committed: time, key: change.key, bytes: next.bytes)
            operations.append(.put(keys.tombstone(state.head), try encode(deletion)))
        }
        return true
    }

    private mutating func note(conflict place: Place?) {
        guard let place else { return outcomes.append(.known(.conflict(nil))) }
        answered += place.bytes
        outcomes.append(.conflict(operation: operations.count, revision: place.revision))
        operations.append(.range(RangeRequest(key: keys.record(place.revision))))
    }

    /// Counts a change in the quota. Returns false if there is no room for it.
    private mutating func takesRoom(
        _ change: ProposedChange, _ keyLength: Int, replacing place: Place?
    ) -> Bool {
        let own = Int64(change.record.count + keyLength)
        var deleted = state.deletedBytes ?? 0
        if let bounds {
            let old = place.map {
                StoreBounds.Item(bytes: $0.bytes, isTombstone: $0.isTombstone)
            }
            let isAllowed = bounds.allow(
                .init(bytes: own, isTombstone: change.isTombstone), replacing: old,
                held: state.usedBytes + deleted, most: limits.maximumBytes ?? .max)
            if !isAllowed { return false }
        }
        if let place, place.isTombstone { deleted -= place.bytes }
        if change.isTombstone { deleted += own }
        var (bytes, count) = (state.usedBytes, state.usedKeys)
        if let place, !place.isTombstone {
            bytes -= place.bytes
            count -= 1
        }
        if !change.isTombstone {
            bytes += own
            count += 1
            // A change that adds no bytes is accepted even in a full store.
            let isFull =
                bytes > max(state.usedBytes, limits.maximumBytes ?? .max)
                || count > max(state.usedKeys, limits.maximumKeys ?? .max)
            if isFull { return false }
        }
        (state.usedBytes, state.usedKeys) = (bytes, count)
        state.deletedBytes = max(0, deleted)
        return true
    }
}
