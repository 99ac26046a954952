import Replication
import SQLite

/// A transaction of a replica file, while it lasts.
struct ReplicaTransaction: ReplicaWriter, DatabaseTransaction {
    let database: Database
    let derivedTables: [any DerivedTable]
    private let written = Written()

    init(_ database: Database, derivedTables: [any DerivedTable]) {
        self.database = database
        self.derivedTables = derivedTables
    }

    /// From how many on the pages that they change take much memory.
    private static let manyWrites = 50

    /// Whether it has written so many.
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
        // The next key tells of all before it that they are not there: what is new mostly comes in
        // the order of its keys.
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
        // Each kind by itself is in the order of the index; both at once would be sorted.
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

    private func nextLocalRevision() throws -> Int64 {
        // A damaged file may have the largest number there is.
        let next = min(try localRevision(), Int64.max - 1) + 1
        written.localRevision = next
        return next
    }

    func changes(after revision: Int64, notBy process: Int64) throws -> [LocalChange] {
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
        let localRevision = isVisible ? try nextLocalRevision() : 0
        var (process, device, isInitial) = (Int64(0), String?.none, false)
        switch cause {
        case .edit(let id): process = id
        case .cloud(let name, let initial): (device, isInitial) = (name, initial)
        }
        let isSame = entry.baseRevision > 0 && entry.base == entry.record
        let base = isSame ? nil : entry.base?.encoded()
        let dirty = entry.isDirty ? (entry.record.isTombstone ? 2 : 1) : 0
        let perhapsSent = entry.perhapsSent.isEmpty ? nil : entry.perhapsSent.encoded
        let values: [SQLiteValue] = [
            .text(entry.key), .blob(entry.record.encoded()), base.map { .blob($0) } ?? .null,
            .integer(entry.baseRevision), .integer(Int64(dirty)),
            SQLiteValue(!entry.record.isTombstone), perhapsSent.map { .blob($0) } ?? .null,
            .integer(localRevision), .integer(process), device.map { .text($0) } ?? .null,
            SQLiteValue(isInitial),
        ]
        if old == nil {
            try database.run(Self.insertion, values)
            if written.gap?.contains(entry.key) == true { written.gap?.after = entry.key }
        } else if isVisible {
            try database.run(Self.visibleUpdate, values)
        } else {
            try database.run(Self.update, Array(values.prefix(7)))
        }
        if entry.record != old?.record {
            written.changes.append(EntryChange(old: old, new: entry))
            if written.changes.count == Self.derivedAtOnce { try derive() }
        }
    }

    private static let insertion = """
        INSERT INTO entries(
            key, record, base, base_revision, dirty, live, perhaps_sent, local_revision, process,
            device, is_initial)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    private static let update = """
        UPDATE entries SET record = ?2, base = ?3, base_revision = ?4, dirty = ?5, live = ?6,
            perhaps_sent = ?7
        WHERE key = ?1
        """
    private static let visibleUpdate = """
        UPDATE entries SET record = ?2, base = ?3, base_revision = ?4, dirty = ?5, live = ?6,
            perhaps_sent = ?7, local_revision = ?8, process = ?9, device = ?10, is_initial = ?11
        WHERE key = ?1
        """

    /// How many entries the derived tables take in at once: as many as are kept in memory.
    static let derivedAtOnce = 500

    /// Writes what was gathered; nothing may be written after it.
    func finish() throws {
        try derive()
        guard let raised = written.localRevision else { return }
        try database.run("UPDATE revision SET local = ?", .integer(raised))
    }

    /// Brings the derived tables in step with the entries.
    private func derive() throws {
        if written.changes.isEmpty { return }
        for table in derivedTables { try table.update(written.changes, in: database) }
        written.changes.removeAll(keepingCapacity: true)
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

/// What a transaction has written.
private final class Written {
    var count = 0
    /// Keys of which is known that none is there.
    var gap: KeyGap?
    /// What the derived tables do not know yet.
    var changes: [EntryChange] = []
    /// The number of the latest change that shows, which is stored once, at the end.
    var localRevision: Int64?
}
