public import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

/// The changes of bookmarks by all devices, as this device saw them. New bookmarks have no history,
/// so a first sync and an import write nothing.
///
/// `total` counts the bytes of a row and of all before it, so that the size is known without
/// reading it. Damage must not prevent edits: the table is then recreated, and records when it
/// began.
public struct HistoryTable: DerivedTable {
    public let name = "history"
    public let version: Int64 = 1
    public let isKept = true

    /// The maximum number of changes of one bookmark, and of all.
    public static let maximumOfOne: Int64 = 50
    public static let maximum: Int64 = 250_000
    /// The maximum size of all former and new values, in bytes.
    public static let maximumBytes: Int64 = 64 << 20

    public init() {}

    public func create(in database: Database) throws { try Self.empty(database) }

    /// Recreates the table empty.
    public static func empty(_ database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS history;
            DROP TABLE IF EXISTS history_begin;
            CREATE TABLE history(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind INTEGER NOT NULL,
                made REAL NOT NULL, device TEXT NOT NULL, made_before REAL NOT NULL,
                device_before TEXT NOT NULL, total INTEGER NOT NULL, fields BLOB NOT NULL
            );
            CREATE INDEX history_id ON history(id);
            CREATE TABLE history_begin(made REAL NOT NULL);
            INSERT INTO history_begin VALUES(unixepoch());
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        try Self.write(Self.events(of: changes), in: database)
    }

    private static func events(of changes: [EntryChange]) -> [Event] {
        let prefix = BookmarksController.keyPrefix
        return changes.compactMap { change -> Event? in
            guard let old = change.old?.record, change.key.hasPrefix(prefix) else { return nil }
            let id = String(change.key.dropFirst(prefix.count))
            let new = change.new.record
            if new.isTombstone, new.latestValue == nil { return .forgotten(id) }
            return BookmarkChange(from: old, to: new, theirs: change.new.base)
                .map { .changed(id, $0) }
        }
    }

    private static func write(_ events: [Event], in database: Database) throws {
        if events.isEmpty { return }
        _ = try toleratingDamage(database, empty: empty) {
            for event in events {
                switch event {
                case .forgotten(let id):
                    try database.run("DELETE FROM history WHERE id = ?", .text(id))
                case .changed(let id, let change):
                    try insert(change, id, in: database)
                    try prune(id, in: database)
                }
            }
            try prune(database)
        }
    }

    private enum Event: Sendable {
        /// A bookmark was deleted forever, and loses its history.
        case forgotten(String)
        case changed(String, BookmarkChange)
    }

    private static func insert(
        _ change: BookmarkChange, _ id: String, in database: Database
    ) throws {
        let fields = change.encodedFields
        try database.run(
            """
            INSERT INTO history(
                id, kind, made, device, made_before, device_before, total, fields)
            VALUES(?, ?, ?, ?, ?, ?,
                ? + coalesce((SELECT total FROM history ORDER BY number DESC LIMIT 1), 0), ?)
            """, .text(id), .integer(change.kind.rawValue), .real(change.made),
            .text(change.device), .real(change.madeBefore), .text(change.deviceBefore),
            .integer(Int64(fields.count)), .blob(fields))
    }

    private static func prune(_ id: String, in database: Database) throws {
        try database.run(
            """
            DELETE FROM history WHERE number IN (
                SELECT number FROM history WHERE id = ? ORDER BY number DESC LIMIT -1 OFFSET ?)
            """, .text(id), .integer(maximumOfOne))
    }

    /// Drops the earliest changes beyond the total limits.
    private static func prune(_ database: Database) throws {
        let last = try database.first(
            "SELECT number, total FROM history ORDER BY number DESC LIMIT 1"
        ) { (number: $0.integer(0), total: $0.integer(1)) }
        guard let last else { return }
        var bound = last.number &- maximum
        // Dropping rows one by one finds the limit in bytes: an edit drops few.
        while let next = try earliest(after: bound, in: database), next.number < last.number,
            last.total &- next.total > maximumBytes
        {
            bound = next.number
        }
        let dropped = try database.first(
            "SELECT max(made) FROM history WHERE number <= ?", .integer(bound)
        ) { $0.isNull(0) ? nil : $0.real(0) }
        guard let made = dropped ?? nil else { return }
        try database.run("DELETE FROM history WHERE number <= ?", .integer(bound))
        // A bookmark whose changes were all dropped must not seem unchanged.
        try database.run("UPDATE history_begin SET made = max(made, ?)", .real(made))
    }

    private static func earliest(
        after number: Int64, in database: Database
    ) throws -> (number: Int64, total: Int64)? {
        try database.first(
            "SELECT number, total FROM history WHERE number > ? ORDER BY number LIMIT 1",
            .integer(number)
        ) { ($0.integer(0), $0.integer(1)) }
    }
}

extension BookmarkCatalogTable {
    public func history(ofID id: String) throws -> BookmarkHistory {
        let key = BookmarksController.keyPrefix + id
        let (meta, record) = try replica.read { replica in
            // If the record cannot be read, the beginning is unknown.
            (try replica.meta(), (try? replica.entry(forKey: key))?.record)
        }
        do {
            return try replica.withReader { database in
                let since = try database.first("SELECT made FROM history_begin") { $0.real(0) }
                let changes = try database.query(
                    "\(Self.changes) WHERE id = ? ORDER BY number DESC", .text(id),
                    row: Self.change)
                let isWhole =
                    changes.count < Int(HistoryTable.maximumOfOne)
                    && !changes.contains { $0 == nil }
                return BookmarkHistory(
                    changes: changes.compactMap { $0 }, keptSince: since, isWhole: isWhole,
                    record: record, own: meta.actor, device: meta.device)
            }
        } catch let error as SQLiteError where error.isDamageOfATable {
            // The next edit recreates the table.
            return BookmarkHistory()
        }
    }

    public func returns(ofIDs ids: [String]) throws -> [String: BookmarkChange] {
        try latestChanges(ofIDs: ids, "AND kind = \(BookmarkChange.Kind.restored.rawValue)")
    }

    public func latestChanges(ofIDs ids: [String]) throws -> [String: BookmarkChange] {
        try latestChanges(ofIDs: ids, "")
    }

    /// Returns the latest change of each of these bookmarks that fulfils a condition in SQL.
    private func latestChanges(
        ofIDs ids: [String], _ condition: String
    ) throws -> [String: BookmarkChange] {
        do {
            return try replica.withReader { database in
                // Another terminal's import may bring a hundred thousand bookmarks, so one
                // transaction reads all.
                try database.transaction(.deferred) {
                    try ids.reduce(into: [:]) { found, id in
                        found[id] =
                            try database.first(
                                """
                                \(Self.changes)
                                WHERE id = ? \(condition) ORDER BY number DESC LIMIT 1
                                """, .text(id), row: Self.change) ?? nil
                    }
                }
            }
        } catch let error as SQLiteError where error.isDamageOfATable {
            return [:]
        }
    }

    private static let changes = """
        SELECT number, kind, made, device, made_before, device_before, fields FROM history
        """

    private static func change(_ row: borrowing Row) -> BookmarkChange? {
        guard let kind = BookmarkChange.Kind(rawValue: row.integer(1)),
            let fields = BookmarkChange.fields(encoded: row.blob(6))
        else { return nil }
        return BookmarkChange(
            number: row.integer(0), kind: kind, made: row.real(2), device: row.text(3),
            madeBefore: row.real(4), deviceBefore: row.text(5), fields: fields)
    }
}
