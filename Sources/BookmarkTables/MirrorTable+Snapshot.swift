public import Bookmarks
public import Replication
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
        public let settings: [String: PropertyListValue]

        var encodedSettings: [UInt8] { PropertyListValue.dictionary(settings).encoded() }

        /// Calls `body` with the id of each bookmark, newest first, and with what reads it.
        public func forEachBookmark(
            _ body: (_ id: String, _ bookmark: () throws -> Bookmark?) throws -> Void
        ) throws {
            try forEach("SELECT id FROM bookmarks ORDER BY added DESC, id", body)
        }

        /// Calls `body` for each deleted bookmark. Those that cannot be restored read as `nil`.
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

        /// The ids of the bookmarks that differ from what is in `file`; `nil` when Cloudy did not
        /// write it as it is.
        public func changes(since file: Written) throws -> Set<String>? {
            let isOwn = try reader.first(
                """
                SELECT 1 FROM mirror_state
                WHERE next_size = ? AND next_modified = ? AND next_inode = ?
                """, .integer(file.size), .integer(file.modified), .integer(file.inode)
            ) { $0.integer(0) }
            guard isOwn != nil else { return nil }
            return Set(try reader.query("SELECT substr(key, 3) FROM mirror") { $0.text(0) })
        }
    }
}
