public import Bookmarks
import Replication
import SQLite

extension MirrorTable {
    /// All bookmarks as they were at one moment, and the generation that this moment ends.
    ///
    /// They are read one by one, since a long list whole would take several times the memory of the
    /// list on screen. Other connections go on reading and writing meanwhile.
    public struct Snapshot: Sendable {
        /// A connection in the middle of a transaction, which ends when it closes.
        let reader: Database
        let generation: Int64

        /// Calls `body` for each bookmark, newest first.
        public func forEachBookmark(_ body: (Bookmark) throws -> Void) throws {
            try forEach(
                """
                SELECT key, record FROM bookmarks JOIN entries ON key = 'b.' || id
                ORDER BY added DESC, id
                """, body)
        }

        /// Calls `body` for each deleted bookmark that can still be restored.
        public func forEachDeleted(_ body: (Bookmark) throws -> Void) throws {
            try forEach(
                """
                SELECT key, record FROM entries
                WHERE key >= 'b.' AND key < 'b/' AND live = 0 ORDER BY key
                """, body)
        }

        private func forEach(_ sql: String, _ body: (Bookmark) throws -> Void) throws {
            try reader.forEach(sql) { row in
                let record = try Record(encoded: row.blob(1))
                let id = String(row.text(0).dropFirst(2))
                if let bookmark = Bookmark(id: id, record: record) { try body(bookmark) }
            }
        }
    }
}
