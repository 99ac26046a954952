public import Bookmarks
public import ReplicaFile
import Replication
import SQLite

extension MirrorTable {
    /// A snapshot of all bookmarks at the end of a generation.
    ///
    /// Bookmarks are read one by one, since a whole long list would take several times the memory
    /// of the list on screen. Other connections can read and write meanwhile.
    public struct Snapshot: Sendable {
        /// A connection with an open transaction, which ends when the connection closes.
        let reader: Database
        public let generation: Generation

        /// Calls `body` with the id of each bookmark, newest first, and with a closure that reads
        /// it.
        public func forEachBookmark(
            _ body: (_ id: String, _ bookmark: () throws -> Bookmark?) throws -> Void
        ) throws {
            try forEach("SELECT id FROM bookmarks ORDER BY added DESC, id", body)
        }

        /// Calls `body` for each deleted bookmark. Bookmarks that cannot be restored read as `nil`.
        public func forEachDeleted(
            _ body: (_ id: String, _ bookmark: () throws -> Bookmark?) throws -> Void
        ) throws {
            try forEach(
                """
                SELECT substr(key, 3) FROM entries
                WHERE key >= 'b.' AND key < 'b/' AND live = 0 ORDER BY key
                """, body)
        }

        private func forEach(
            _ sql: String, _ body: (_ id: String, _ bookmark: () throws -> Bookmark?) throws -> Void
        ) throws {
            try reader.forEach(sql) { row in
                let id = row.text(0)
                try body(id) { try bookmark(id) }
            }
        }

        private func bookmark(_ id: String) throws -> Bookmark? {
            try reader.first("SELECT record FROM entries WHERE key = 'b.' || ?", .text(id)) { row in
                Bookmark(id: id, record: try Record(encoded: row.blob(0)))
            } ?? nil
        }
    }

    /// Takes a snapshot, and begins a new generation at the same moment.
    public static func snapshot(_ replica: ReplicaFile) throws -> Snapshot {
        let reader = try replica.makeReader()
        return try replica.withDatabase { database in
            // The writer's lock prevents edits between the two: the reader sees exactly the state
            // in which the generation began.
            try database.transaction {
                try reader.execute("BEGIN")
                _ = try reader.first("SELECT local FROM revision") { $0.integer(0) }
                return Snapshot(reader: reader, generation: try beginGeneration(in: database))
            }
        }
    }
}
