import Replication
import SQLite

extension CloudFile {
    /// The size in bytes at which a page ends, whatever its limit.
    private static let pageBytes = 4 << 20

    func list(_ position: ListingPosition, limit: Int) throws -> (CloudState, Listing) {
        try database.transaction(.deferred) {
            let state = try state()
            let (after, isComplete) = start(position, state)
            var listing = Listing(
                entries: [], next: state.head, hasMore: false, isComplete: isComplete,
                floor: state.floor)
            let count = min(max(limit, 1), 100_000)
            var bytes = 0
            let page =
                "SELECT \(CloudFile.entryColumns) FROM records WHERE revision > ? AND revision <= ?"
            // One record more than the limit shows whether there are more.
            try database.forEach(
                page + " ORDER BY revision LIMIT ?", .integer(after), .integer(state.head),
                SQLiteValue(count + 1)
            ) { row in
                guard listing.entries.count < count, bytes < CloudFile.pageBytes else {
                    listing.hasMore = true
                    return
                }
                let entry = CloudFile.entry(row)
                bytes += entry.record.count
                listing.entries.append(entry)
            }
            if listing.hasMore, let last = listing.entries.last { listing.next = last.revision }
            return (state, listing)
        }
    }

    private func start(
        _ position: ListingPosition, _ state: CloudState
    ) -> (after: Int64, isComplete: Bool) {
        switch position {
        case .start: (0, true)
        case .resume(let after): (after, true)
        // The cursor is before collected tombstones, or comes from another epoch of this cloud.
        case .changes(let after) where after < state.floor || after > state.head: (0, true)
        case .changes(let after): (after, after <= 0)
        }
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender, limits: Quota, at time: Int64,
        permit: Permit = {}
    ) throws -> (CloudState, [ChangeOutcome]) {
        var deleted: Int64?
        let reply = try database.transaction { () -> (CloudState, [ChangeOutcome]) in
            try permit()
            var state = try state()
            guard try leaveMark(sender, at: time) else {
                return (state, changes.map { _ in .refused(.unknownSender) })
            }
            let before = try used()
            var used = Used(
                bytes: before.bytes, keys: before.keys,
                deleted: bounds == nil ? 0 : try deletedBytes(state))
            let outcomes = try changes.map { change in
                try apply(change, limits, at: time, head: &state.head, used: &used)
            }
            deleted = used.deleted
            try database.run(
                """
                UPDATE meta SET head = ?1, usedBytes = ?2, usedKeys = ?3
                WHERE head <> ?1 OR usedBytes <> ?2 OR usedKeys <> ?3
                """, .integer(state.head), .integer(used.bytes), SQLiteValue(used.keys))
            return (state, outcomes)
        }
        if bounds != nil, let deleted { note(deletedBytes: deleted, at: reply.0) }
        return reply
    }

    /// The totals of a batch so far.
    private struct Used {
        var bytes: Int64
        var keys: Int
        /// The bytes of deletions; not counted if they have no limit.
        var deleted: Int64
        /// The bytes of the conflicting records in the answer.
        var answered = 0
    }

    private func apply(
        _ change: ProposedChange, _ limits: Quota, at time: Int64, head: inout Int64,
        used: inout Used
    ) throws -> ChangeOutcome {
        let keyLength = change.key.utf8.count
        // A tombstone may always replace an accepted record.
        let isTooLarge = !change.isTombstone && change.record.count > limits.maximumRecordBytes
        if keyLength > limits.maximumKeyLength || isTooLarge { return .refused(.tooLarge) }

        let old = try database.first(
            "SELECT revision, isTombstone, length(record) FROM records WHERE key = ?",
            .text(change.key)
        ) { row in (revision: row.integer(0), isLive: row.integer(1) == 0, bytes: row.integer(2)) }
        guard change.expectedRevision == old?.revision ?? 0 else {
            let entry = try entry(change.key)
            used.answered += entry?.record.count ?? 0
            guard used.answered <= CloudError.mostConflictBytes else {
                throw CloudError.manyConflicts
            }
            return .conflict(entry)
        }
        if let bounds {
            let new = StoreBounds.Item(
                bytes: Int64(change.record.count + keyLength), isTombstone: change.isTombstone)
            let replaced = old.map {
                StoreBounds.Item(bytes: $0.bytes + Int64(keyLength), isTombstone: !$0.isLive)
            }
            guard
                bounds.allow(
                    new, replacing: replaced, held: used.bytes + used.deleted,
                    most: limits.maximumBytes ?? .max)
            else { return .refused(.quota) }
        }

        var after = used
        if let old, old.isLive {
            after.bytes -= old.bytes + Int64(keyLength)
            after.keys -= 1
        }
        if !change.isTombstone {
            after.bytes += Int64(change.record.count + keyLength)
            after.keys += 1
            // A change that adds no bytes is accepted even in a full store.
            let isFull =
                after.bytes > max(used.bytes, limits.maximumBytes ?? .max)
                || after.keys > max(used.keys, limits.maximumKeys ?? .max)
            if isFull { return .refused(.quota) }
        }
        if let old, !old.isLive { after.deleted -= old.bytes + Int64(keyLength) }
        if change.isTombstone { after.deleted += Int64(change.record.count + keyLength) }
        used = after
        head += 1
        try store(change, at: head, replacing: old?.revision, time)
        return .committed(revision: head)
    }

    private func store(
        _ change: ProposedChange, at revision: Int64, replacing old: Int64?, _ time: Int64
    ) throws {
        let isTombstone = SQLiteValue(change.isTombstone)
        if let old {
            try database.run(
                """
                UPDATE records SET revision = ?, isTombstone = ?, committed = ?, record = ?
                WHERE revision = ?
                """, .integer(revision), isTombstone, .integer(time), .blob(change.record),
                .integer(old))
        } else {
            try database.run(
                """
                INSERT INTO records(revision, key, isTombstone, committed, record)
                VALUES(?, ?, ?, ?, ?)
                """, .integer(revision), .text(change.key), isTombstone, .integer(time),
                .blob(change.record))
        }
    }

    private func entry(_ key: String) throws -> CloudEntry? {
        try database.first(
            "SELECT \(CloudFile.entryColumns) FROM records WHERE key = ?", .text(key),
            row: CloudFile.entry)
    }

    static let entryColumns = "key, revision, isTombstone, record"

    static func entry(_ row: borrowing Row) -> CloudEntry {
        CloudEntry(
            key: row.text(0), revision: row.integer(1), record: row.blob(3),
            isTombstone: row.integer(2) != 0)
    }
}
