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

        /// Calls `body` with each bookmark, newest first.
        public func forEachBookmark(_ body: (Bookmark) throws -> Void) throws {
            // CROSS JOIN keeps `bookmarks` outside, so that its index gives the order.
            try forEach(
                """
                SELECT id, record FROM bookmarks CROSS JOIN entries ON key = 'b.' || id
                ORDER BY added DESC, id
                """, body)
        }

        /// Calls `body` with each deleted bookmark that can be restored.
        public func forEachDeleted(_ body: (Bookmark) throws -> Void) throws {
            try forEach(
                """
                SELECT substr(key, 3), record FROM entries
                WHERE key >= 'b.' AND key < 'b/' AND live = 0 ORDER BY key
                """, body)
        }

        private func forEach(_ sql: String, _ body: (Bookmark) throws -> Void) throws {
            try reader.forEach(sql) { row in
                let record = try Record(encoded: row.blob(1))
                if let bookmark = Bookmark(id: row.text(0), record: record) { try body(bookmark) }
            }
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
