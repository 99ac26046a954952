import Replication
import SQLite

extension ReplicaTransaction {
    /// Returns the snapshots, the current one first.
    func joinSnapshots() throws -> [JoinSnapshot] {
        if let known = written.joinSnapshots { return known }
        let found = try readJoinSnapshots()
        written.joinSnapshots = found
        return found
    }

    private func readJoinSnapshots() throws -> [JoinSnapshot] {
        guard try writer.database.hasTables(["join_snapshots", "join_entries"]) else { return [] }
        return try writer.database.query(
            """
            SELECT slot, server, made, is_leaving, epoch, was_offline, joining FROM join_snapshots
            ORDER BY slot
            """
        ) { row -> JoinSnapshot? in
            guard let slot = JoinSnapshot.Slot(rawValue: row.integer(0)) else { return nil }
            return JoinSnapshot(
                server: row.text(1), made: row.integer(2), isLeaving: row.integer(3) == 1,
                epoch: row.isNull(4) ? nil : row.text(4), wasOffline: row.integer(5) == 1,
                joining: row.isNull(6) ? nil : row.integer(6), slot: slot)
        }.compactMap(\.self)
    }

    func joinSnapshot(_ slot: JoinSnapshot.Slot) throws -> JoinSnapshot? {
        try joinSnapshots().first { $0.slot == slot }
    }

    func setJoinSnapshot(_ snapshot: JoinSnapshot) throws {
        try database.run(
            "INSERT OR REPLACE INTO join_snapshots VALUES(?, ?, ?, ?, ?, ?, ?)",
            .integer(snapshot.slot.rawValue), .text(snapshot.server), .integer(snapshot.made),
            snapshot.joining.map { .integer($0) } ?? .null,
            snapshot.epoch.map { .text($0) } ?? .null, SQLiteValue(snapshot.isLeaving),
            SQLiteValue(snapshot.wasOffline))
        written.joinSnapshots = nil
    }

    /// Makes a snapshot of the current state, for a server that is about to be joined.
    func keepJoinSnapshot(of server: String, now: Int64) throws {
        try database.execute(Schema.addJoinSnapshots)
        try removeJoinSnapshot(.next)
        try setJoinSnapshot(
            JoinSnapshot(
                server: server, made: now, isLeaving: false, wasOffline: false, slot: .next))
        try database.run(
            """
            INSERT INTO join_entries
            SELECT ?, key, record, base, base_revision, perhaps_sent, 0, 0 FROM entries
            """, .integer(JoinSnapshot.Slot.next.rawValue))
    }

    func removeJoinSnapshot(_ slot: JoinSnapshot.Slot) throws {
        guard try database.hasTables(["join_snapshots", "join_entries"]) else { return }
        let value = SQLiteValue.integer(slot.rawValue)
        try database.run("DELETE FROM join_snapshots WHERE slot = ?", value)
        try database.run("DELETE FROM join_entries WHERE slot = ?", value)
        written.joinSnapshots = nil
    }

    /// Makes the snapshot for a server the current one.
    func settleJoinSnapshot(_ server: String) throws {
        guard let next = try joinSnapshot(.next) else { return }
        guard next.server == server else { return try removeJoinSnapshot(.next) }
        try removeJoinSnapshot(.current)
        for table in ["join_snapshots", "join_entries"] {
            try database.run("UPDATE \(table) SET slot = 0 WHERE slot = 1")
        }
        written.joinSnapshots = nil
    }

    /// Applies an edit of a person to the snapshots. Does not write the entries that are gathered
    /// for a batch.
    ///
    /// A damaged table must not block an edit: the snapshots are dropped then.
    func noteEdit(
        _ entry: ReplicaEntry, replacing old: ReplicaEntry?, by process: Int64
    ) throws {
        do {
            for snapshot in try joinSnapshots() where snapshot.joining != process {
                try take(entry, replacing: old, into: snapshot.slot)
            }
        } catch let error as SQLiteError where !error.isDamageOfATable {
            throw error
        } catch {
            for table in ["join_snapshots", "join_entries"] {
                _ = try? writer.database.execute("DROP TABLE IF EXISTS \(table)")
            }
            written.joinSnapshots = []
        }
    }

    private func take(
        _ entry: ReplicaEntry, replacing old: ReplicaEntry?, into slot: JoinSnapshot.Slot
    ) throws {
        let policies = try written.policies ?? meta().policies
        written.policies = policies
        let before = try joinedEntry(forKey: entry.key, slot)
        let next = JoinedEntry.replaying(
            before, entry, after: old, policy: policies.policy(forKey: entry.key))
        if let next { try put(next, slot) }
    }

    private static let joinColumns =
        "key, record, base, base_revision, 1, perhaps_sent, is_new, is_edited"

    private func joinedEntry(_ row: borrowing Row) throws -> JoinedEntry {
        JoinedEntry(
            entry: try entry(row), isNew: row.integer(6) == 1, isEdited: row.integer(7) == 1)
    }

    func joinedEntry(forKey key: String, _ slot: JoinSnapshot.Slot) throws -> JoinedEntry? {
        try writer.database.first(
            "SELECT \(Self.joinColumns) FROM join_entries WHERE slot = ? AND key = ?",
            .integer(slot.rawValue), .text(key), row: joinedEntry)
    }

    private func put(_ joined: JoinedEntry, _ slot: JoinSnapshot.Slot) throws {
        let entry = joined.entry
        try writer.database.run(
            "INSERT OR REPLACE INTO join_entries VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(slot.rawValue), .text(entry.key), .blob(entry.record.encoded()),
            entry.base.map { .blob($0.encoded()) } ?? .null, .integer(entry.baseRevision),
            entry.perhapsSent.isEmpty ? .null : .blob(entry.perhapsSent.encoded),
            SQLiteValue(joined.isNew), SQLiteValue(joined.isEdited))
    }
}
