public import Bookmarks
public import ReplicaFile
public import Replication
import SQLite

extension MirrorTable {
    /// The fingerprint of the file when it was last written.
    public struct Written: Sendable, Hashable {
        public var size: Int64
        /// The time of modification in nanoseconds since 1970.
        public var modified: Int64
        public var inode: Int64

        public init(size: Int64, modified: Int64, inode: Int64) {
            self.size = size
            self.modified = modified
            self.inode = inode
        }
    }

    /// Returns the number of bookmarks that changed since the file was written, plus one if
    /// settings changed.
    public static func behind(_ replica: ReplicaFile) throws -> Int {
        try replica.withDatabase { database in
            try database.first(
                """
                SELECT (SELECT count(DISTINCT key) FROM mirror) + (settings IS NOT written_settings)
                FROM mirror_state
                """
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Returns the fingerprint of the file when it was last written; `nil` if it never was.
    public static func written(_ replica: ReplicaFile) throws -> Written? {
        try replica.withDatabase { try written(in: $0) }
    }

    static func written(in database: Database) throws -> Written? {
        try database.first("SELECT size, modified, inode FROM mirror_state") { row in
            row.isNull(0)
                ? nil
                : Written(size: row.integer(0), modified: row.integer(1), inode: row.integer(2))
        } ?? nil
    }

    /// Returns the bookmarks that were last written to the file.
    public static func writtenBookmarks(_ replica: ReplicaFile) throws -> [Bookmark] {
        let database = try replica.makeReader()
        return try database.query(
            """
            SELECT key, coalesce(written, x'') FROM mirror AS first
            WHERE generation = (SELECT min(generation) FROM mirror WHERE key = first.key)
            UNION ALL
            SELECT key, record FROM entries
            WHERE key >= 'b.' AND key < 'b/' AND key NOT IN (SELECT key FROM mirror)
            """
        ) { row in
            guard let record = try? Record(encoded: row.blob(1)), !record.isTombstone else {
                return nil
            }
            return Bookmark(id: String(row.text(0).dropFirst(2)), record: record)
        }.compactMap { $0 }
    }

    /// One write of the file, with all edits made before it began.
    public struct Generation: Sendable {
        let number: Int64
        public let settings: [String: PropertyListValue]

        var encodedSettings: [UInt8] { PropertyListValue.dictionary(settings).encoded() }
    }

    /// Ends a generation: later edits belong to the next one.
    static func beginGeneration(in database: Database) throws -> Generation {
        let old = try database.first("SELECT generation FROM mirror_state") { $0.integer(0) }
        try database.run("UPDATE mirror_state SET generation = generation + 1")
        return Generation(number: old ?? 0, settings: try settings("settings", in: database))
    }

    /// Records durably the fingerprint that the file will have with a generation in it.
    public static func willWrite(
        _ generation: Generation, as file: Written, _ replica: ReplicaFile
    ) throws {
        try replica.withDatabase { database in
            try database.setSynchronous(.full)
            try database.run(
                """
                UPDATE mirror_state SET next_generation = ?, next_size = ?, next_modified = ?,
                    next_inode = ?, next_settings = ?
                """, .integer(generation.number), .integer(file.size), .integer(file.modified),
                .integer(file.inode), .blob(generation.encodedSettings))
        }
    }

    /// Finishes a write for which ``didWrite(_:as:_:)`` was never called, if `file` is the file
    /// about to be written. Returns whether it is.
    public static func finishWriting(_ file: Written, _ replica: ReplicaFile) throws -> Bool {
        try replica.withDatabase { database in
            try database.transaction {
                let generation = try database.first(
                    """
                    SELECT next_generation FROM mirror_state
                    WHERE next_size = ? AND next_modified = ? AND next_inode = ?
                    """, .integer(file.size), .integer(file.modified), .integer(file.inode)
                ) { $0.integer(0) }
                guard let generation else { return false }
                try database.run("DELETE FROM mirror WHERE generation <= ?", .integer(generation))
                try database.run("UPDATE mirror_state SET written_settings = next_settings")
                try setWritten(file, database)
                return true
            }
        }
    }

    /// Records that a generation is in the file.
    public static func didWrite(
        _ generation: Generation, as file: Written, _ replica: ReplicaFile
    ) throws {
        try replica.withDatabase { database in
            try database.transaction {
                try database.run(
                    "DELETE FROM mirror WHERE generation <= ?", .integer(generation.number))
                try database.run(
                    "UPDATE mirror_state SET written_settings = ?",
                    .blob(generation.encodedSettings))
                try setWritten(file, database)
            }
        }
    }

    /// Records the fingerprint of the file after its edits were applied.
    public static func setWritten(_ file: Written, _ replica: ReplicaFile) throws {
        try replica.withDatabase { try setWritten(file, $0) }
    }

    private static func setWritten(_ file: Written, _ database: Database) throws {
        try database.run(
            "UPDATE mirror_state SET size = ?, modified = ?, inode = ?", .integer(file.size),
            .integer(file.modified), .integer(file.inode))
    }
}
