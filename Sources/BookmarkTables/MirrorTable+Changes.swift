public import Bookmarks
public import ReplicaFile
import Replication
import SQLite

extension MirrorTable {
    /// What changed in the file, entry by entry, at one moment, which ends a generation.
    public struct Changes: Sendable {
        public let generation: Generation
        /// In the order of the file.
        public let entries: [ChangedEntry]
    }

    /// From some number on it is quicker to write all of the file.
    private static let maximumChanges = 32

    /// What differs from what is in `file`, and begins a new generation at the same moment; `nil`,
    /// and begins none, when Cloudy did not write the file as it is, and when much changed.
    public static func changes(
        since file: Written, _ replica: ReplicaFile
    ) throws -> Changes? {
        try replica.withDatabase { database in
            try database.transaction {
                let isOwn = try database.first(
                    """
                    SELECT (SELECT count(*) FROM mirror) <= ? FROM mirror_state
                    WHERE next_size = ? AND next_modified = ? AND next_inode = ?
                    """, .integer(Int64(maximumChanges)), .integer(file.size),
                    .integer(file.modified), .integer(file.inode)
                ) { $0.integer(0) != 0 }
                guard isOwn == true else { return nil }
                let entries = try changedEntries(in: database)
                return Changes(generation: try beginGeneration(in: database), entries: entries)
            }
        }
    }

    private struct Changed {
        var id: String
        var record: Record?
        /// When it was added, if it is no deleted one.
        var added: Double?
    }

    private static func changedEntries(in database: Database) throws -> [ChangedEntry] {
        let changed = try database.query(
            """
            SELECT DISTINCT substr(mirror.key, 3), iif(live AND added IS NULL, NULL, record), added
            FROM mirror LEFT JOIN entries ON entries.key = mirror.key
            LEFT JOIN bookmarks ON id = substr(mirror.key, 3)
            """
        ) { row in
            Changed(
                id: row.text(0), record: row.isNull(1) ? nil : try Record(encoded: row.blob(1)),
                added: row.isNull(2) ? nil : row.real(2))
        }
        return try changed.sorted(by: precedes).map { changed in
            ChangedEntry(
                id: changed.id,
                bookmark: changed.record.flatMap { Bookmark(id: changed.id, record: $0) },
                isDeleted: changed.added == nil, next: try next(after: changed, in: database))
        }
    }

    /// The deleted ones have a list of their own, after the others.
    private static func precedes(_ one: Changed, _ other: Changed) -> Bool {
        if (one.added == nil) != (other.added == nil) { return other.added == nil }
        if let added = one.added, let otherAdded = other.added, added != otherAdded {
            return added > otherAdded
        }
        return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }

    /// The id of the entry that stands after this one, and did not change.
    private static func next(after changed: Changed, in database: Database) throws -> String? {
        if let added = changed.added {
            return try database.first(
                """
                SELECT id FROM bookmarks WHERE added <= ?1 AND (added < ?1 OR id > ?2)
                AND 'b.' || id NOT IN (SELECT key FROM mirror)
                ORDER BY added DESC, id LIMIT 1
                """, .real(added), .text(changed.id)
            ) { $0.text(0) }
        }
        return try database.first(
            """
            SELECT substr(key, 3) FROM entries
            WHERE key > 'b.' || ? AND key < 'b/' AND live = 0
            AND key NOT IN (SELECT key FROM mirror) ORDER BY key LIMIT 1
            """, .text(changed.id)
        ) { $0.text(0) }
    }
}
