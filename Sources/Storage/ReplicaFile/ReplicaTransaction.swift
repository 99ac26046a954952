import Replication
import SQLite

/// A transaction of a replica file in progress.
struct ReplicaTransaction: ReplicaWriter {
    let written = Written()
    let writer: EntryWriter

    init(_ database: Database, derivedTables: [any DerivedTable]) {
        writer = EntryWriter(database, derivedTables: derivedTables)
    }

    var database: Database {
        get throws {
            try writer.writeRows()
            return writer.database
        }
    }

    /// From this number of writes on, the changed pages take much memory.
    private static let manyWrites = 50

    /// Whether the transaction has made that many writes.
    var isLarge: Bool { written.count >= Self.manyWrites }

    static let columns = "key, record, base, base_revision, dirty, perhaps_sent"

    func entry(_ row: borrowing Row) throws -> ReplicaEntry {
        let record = try Record(encoded: row.blob(1))
        let revision = row.integer(3)
        var base: Record?
        if !row.isNull(2) {
            base = try Record(encoded: row.blob(2))
        } else if revision > 0 {
            base = record
        }
        return ReplicaEntry(
            key: row.text(0), record: record, base: base, baseRevision: revision,
            isDirty: row.integer(4) > 0,
            perhapsSent: row.isNull(5) ? [] : try [Record](encoded: row.blob(5)))
    }

    func entry(forKey key: String) throws -> ReplicaEntry? {
        if written.gap?.contains(key) == true { return nil }
        // The next existing key shows that all keys before it are missing: new records mostly come
        // in the order of their keys.
        var next: [UInt8]?
        let found = try database.first(
            "SELECT \(Self.columns) FROM entries WHERE key >= ? ORDER BY key LIMIT 1", .text(key)
        ) { row -> ReplicaEntry? in
            next = row.blob(0)
            return next.map { key.utf8.elementsEqual($0) } == true ? try entry(row) : nil
        }
        if let entry = found ?? nil { return entry }
        written.gap = KeyGap(after: key, before: next)
        return nil
    }

    func dirtyEntries(limit: Int, tombstonesOnly: Bool) throws -> [ReplicaEntry] {
        // Each kind alone is in the order of the index; both together would have to be sorted.
        var entries: [ReplicaEntry] = []
        for kind in tombstonesOnly ? [2] : [2, 1] where entries.count < limit {
            entries += try database.query(
                """
                SELECT \(Self.columns) FROM entries WHERE dirty > 0 AND dirty = \(kind)
                ORDER BY rowid LIMIT ?
                """, .integer(Int64(limit - entries.count)), row: entry)
        }
        return entries
    }

    func dirtyCount() throws -> Int {
        try count("SELECT count(*) FROM entries WHERE dirty > 0")
    }

    func liveCount() throws -> Int { try count("SELECT count(*) FROM entries WHERE live = 1") }

    private func count(_ sql: String) throws -> Int {
        try database.first(sql) { Int($0.integer(0)) } ?? 0
    }

    /// Returns the number of keys of a table that begin with `prefix`.
    func count(_ table: String, where condition: String = "", prefix: String) throws -> Int {
        // Every key with the prefix is less than the prefix with the highest scalar behind it.
        try database.first(
            "SELECT count(*) FROM \(table) WHERE \(condition) key >= ? AND key < ?",
            .text(prefix), .text(prefix + "\u{10FFFF}")
        ) { Int($0.integer(0)) } ?? 0
    }

    func keysWithBase() throws -> [String] {
        try database.query("SELECT key FROM entries WHERE base_revision > 0") { $0.text(0) }
    }

    func tombstones(after revision: Int64) throws -> [ReplicaEntry] {
        try database.query(
            "SELECT \(Self.columns) FROM entries WHERE live = 0 AND base_revision > ? ORDER BY key",
            .integer(revision), row: entry)
    }

    func liveKeys() throws -> [String] {
        try database.query("SELECT key FROM entries WHERE live = 1 ORDER BY key") { $0.text(0) }
    }

    func allKeys() throws -> [String] {
        try database.query("SELECT key FROM entries ORDER BY key") { $0.text(0) }
    }

    func localRevision() throws -> Int64 {
        if let raised = written.localRevision { return raised }
        return try database.first("SELECT local FROM revision") { $0.integer(0) } ?? 0
    }

    func nextLocalRevision() throws -> Int64 {
        // A damaged file may have the largest possible number.
        let next = min(try localRevision(), Int64.max - 1) + 1
        written.localRevision = next
        return next
    }

    func changes(after revision: Int64, notBy process: Int64) throws -> [LocalChange] {
        let changes = try entryChanges(after: revision, notBy: process)
        let gone = try forgottenChanges(after: revision)
        return gone.isEmpty ? changes : (changes + gone).sorted { $0.key < $1.key }
    }

    private func entryChanges(
        after revision: Int64, notBy process: Int64
    ) throws -> [LocalChange] {
        try database.query(
            """
            SELECT key, local_revision, process, device, is_initial FROM entries
            WHERE local_revision > ? AND process <> ? ORDER BY +key
            """, .integer(revision), .integer(process)
        ) { row in
            let isCloud = row.integer(2) == 0
            return LocalChange(
                key: row.text(0), localRevision: row.integer(1),
                cause: isCloud
                    ? .cloud(device: row.text(3), isInitial: row.integer(4) == 1)
                    : .edit(process: row.integer(2)))
        }
    }

    func put(_ entry: ReplicaEntry, replacing old: ReplicaEntry?, cause: ChangeCause) throws {
        written.count += 1
        if written.count == Self.manyWrites { try database.makeRoom() }
        let isVisible = entry.record.value != old?.record.value
        if isVisible { try countUsage(old?.record.value, entry.record.value) }
        if case .edit(let process) = cause, process > 0 {
            try noteEdit(entry, replacing: old, by: process)
        }
        let localRevision = isVisible ? try nextLocalRevision() : 0
        if old == nil, written.gap?.contains(entry.key) == true { written.gap?.after = entry.key }
        try writer.add(
            EntryWrite(
                change: EntryChange(old: old, new: entry), cause: cause,
                localRevision: localRevision, isVisible: isVisible))
    }

    /// Writes the gathered changes. Write nothing after this call.
    func finish() throws {
        try writer.finish()
        guard let raised = written.localRevision else { return }
        try database.run("UPDATE revision SET local = ?", .integer(raised))
        if let usage = written.usage { try storeUsage(usage, at: raised) }
    }

    func forgetBases() throws {
        try database.run(
            """
            UPDATE entries SET base_revision = 0,
                base = CASE WHEN base IS NULL AND base_revision > 0 THEN record ELSE base END,
                dirty = CASE live WHEN 1 THEN 1 ELSE 2 END
            """)
    }
}

/// The state of a transaction that writes.
final class Written {
    var count = 0
    /// A range in which no keys exist.
    var gap: KeyGap?
    /// The number of the latest visible change, which is stored once, at the end.
    var localRevision: Int64?
    /// The size of the live values, once known.
    var usage: LiveUsage?
    /// Whether the stored usage was read.
    var hasAskedForUsage = false
    /// The snapshots from before joining, once they were read.
    var joinSnapshots: [JoinSnapshot]?
    /// The merge policies, once they were needed.
    var policies: MergePolicies?
}
