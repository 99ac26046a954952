import Documents
public import ReplicaFile
public import Replication
public import SQLite

/// The progress of transfers and a person's decisions about them, for all processes of the device.
/// They survive the end of any process. A transfer that waits and was never begun has no row, and
/// is paused if all are: see ``TransferPause``.
public struct TransferTable: DerivedTable {
    public let name = "transfers"
    public let version: Int64 = 2
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS transfers(
                content TEXT NOT NULL, up INTEGER NOT NULL, done INTEGER NOT NULL,
                total INTEGER NOT NULL, running INTEGER NOT NULL, paused INTEGER NOT NULL,
                asked INTEGER NOT NULL, reason TEXT NOT NULL, failed INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY(content, up)
            ) WITHOUT ROWID;
            """)
        // The first version did not distinguish a failure from a cloud out of reach.
        let isCurrent = try database.first(
            "SELECT 1 FROM pragma_table_info('transfers') WHERE name = 'failed'"
        ) { _ in true }
        if isCurrent == true { return }
        try database.execute("ALTER TABLE transfers ADD COLUMN failed INTEGER NOT NULL DEFAULT 0")
    }

    /// Drops the transfers of contents that no version names.
    public func update(for changes: [EntryChange], in database: Database) throws {
        for change in changes where change.key.hasPrefix(Document.keyPrefix) {
            for content in Document.unnamedContents(by: change) {
                let name = SQLiteValue.text(content.description)
                try database.run(
                    """
                    DELETE FROM transfers WHERE content = ?
                    AND NOT EXISTS (SELECT 1 FROM document_versions WHERE content = ?)
                    """, name, name)
            }
        }
    }

    /// A content in one direction.
    struct Key: Hashable {
        var content: ChunkName
        var direction: Transfer.Direction
    }

    struct Row {
        var done: Int
        var total: Int
        /// Whether a process noted that it makes this transfer. A killed process could not note the
        /// end.
        var isRunning: Bool
        /// Whether a person paused or canceled the transfer.
        var isPaused: Bool
        var isCanceled: Bool
        /// Whether a person opened the document, so that its content is fetched whatever the
        /// settings say.
        var isAsked: Bool
        /// Why the latest attempt did not succeed; empty if there was none.
        var reason: String
        /// Whether that reason is another one than a cloud out of reach.
        var isFailed: Bool
        /// The time when the cloud refused the content, in seconds since 1970; 0 if it did not.
        var refused: Double
    }

    static func rows(in replica: ReplicaFile) throws -> [Key: Row] {
        let rows: [(Key, Row)] = try replica.withReader { database in
            try database.query(
                """
                SELECT content, up, done, total, running, paused, asked, reason,
                    CASE reason WHEN '' THEN 0 ELSE failed END
                FROM transfers
                """
            ) { row in
                ChunkName(row.text(0)).map { content in
                    (
                        Key(content: content, direction: row.integer(1) != 0 ? .up : .down),
                        Row(
                            done: Int(row.integer(2)), total: Int(row.integer(3)),
                            isRunning: row.integer(4) != 0, isPaused: row.integer(5) != 0,
                            isCanceled: row.integer(5) == Stop.canceled.rawValue,
                            isAsked: row.integer(6) != 0, reason: row.text(7),
                            isFailed: row.integer(8) != 0,
                            refused: row.integer(8) > 1 ? Double(row.integer(8)) : 0)
                    )
                }
            }.compactMap(\.self)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Returns whether a process noted that it makes any transfer.
    static func saysRunning(in replica: ReplicaFile) throws -> Bool {
        try replica.withReader { database in
            try database.first("SELECT 1 FROM transfers WHERE running LIMIT 1") { _ in true }
        } ?? false
    }

    /// Returns the reason why the latest attempt to send one of the contents failed; `nil` if none
    /// did, or the cloud keeps none.
    static func uploadProblem(in replica: ReplicaFile) throws -> String? {
        try replica.withReader { database in
            try database.first(
                """
                SELECT reason FROM transfers
                WHERE up AND reason != '' AND NOT paused AND instr(reason, ?) = 0 LIMIT 1
                """, .text(ChunkStoreError.wordsOfAbsence)
            ) { $0.text(0) }
        }
    }

    /// Whether any transfer has begun, or was paused.
    static func isAnyKnown(in replica: ReplicaFile) throws -> Bool {
        try replica.withReader { database in
            try database.first("SELECT 1 FROM transfers LIMIT 1") { _ in true }
        } ?? false
    }

    /// Whether the cloud refused any upload that it is to be asked for again.
    static func hasRefusals(in replica: ReplicaFile) throws -> Bool {
        try replica.withReader { database in
            try database.first(
                """
                SELECT 1 FROM transfers
                WHERE up AND reason != '' AND failed > 1 AND NOT paused LIMIT 1
                """
            ) { _ in true }
        } ?? false
    }

    /// Makes all refused uploads due at once. Their reasons stay until the next attempt.
    static func forgetRefusals(in replica: ReplicaFile) throws {
        guard try hasRefusals(in: replica) else { return }
        _ = try replica.withDatabase { database in
            try database.run("UPDATE transfers SET failed = 1 WHERE failed > 1")
        }
    }

    /// Pauses transfers. Adds rows for those that have not begun. Canceled ones stay canceled.
    static func pause(_ transfers: [Transfer], in replica: ReplicaFile) throws {
        try put(transfers, .paused, in: replica)
    }

    /// Cancels transfers, until they are resumed. Adds rows for those that have not begun.
    static func cancel(_ transfers: [Transfer], in replica: ReplicaFile) throws {
        try put(transfers, .canceled, in: replica)
    }

    /// Resumes transfers. Adds rows for those without one, so that they run while all are paused.
    static func resume(_ transfers: [Transfer], in replica: ReplicaFile) throws {
        try put(transfers, .none, in: replica)
    }

    /// The values of the column `paused`.
    private enum Stop: Int64 {
        case none, paused, canceled
    }

    private static func put(
        _ transfers: [Transfer], _ stop: Stop, in replica: ReplicaFile
    ) throws {
        try replica.withDatabase { database in
            try database.transaction {
                for transfer in transfers {
                    try database.run(
                        """
                        INSERT INTO transfers VALUES(?1, ?2, ?3, ?4, 0, ?5, 0, '', 0)
                        ON CONFLICT(content, up) DO UPDATE
                        SET paused = CASE ?5 WHEN 0 THEN 0 ELSE max(paused, ?5) END,
                            running = running AND NOT ?5, reason = ''
                        """, .text(transfer.content.description),
                        SQLiteValue(transfer.direction == .up), SQLiteValue(transfer.done),
                        SQLiteValue(transfer.total), .integer(stop.rawValue))
                }
            }
        }
    }

    /// Resumes the sending of contents, even while all transfers are paused. Their lengths are
    /// written when they begin.
    static func resume(_ contents: [ChunkName], in replica: ReplicaFile) throws {
        try replica.withDatabase { database in
            for content in contents {
                try database.run(
                    """
                    INSERT INTO transfers VALUES(?, 1, 0, 0, 0, 0, 0, '', 0)
                    ON CONFLICT(content, up) DO UPDATE SET paused = 0, reason = ''
                    """, .text(content.description))
            }
        }
    }

    static func remove(_ transfers: [Transfer], in replica: ReplicaFile) throws {
        try replica.withDatabase { database in
            try database.transaction {
                for transfer in transfers {
                    try database.run(
                        "DELETE FROM transfers WHERE content = ? AND up = ?",
                        .text(transfer.content.description),
                        SQLiteValue(transfer.direction == .up))
                }
            }
        }
    }

    /// Returns the length of a content in bytes; 0 if no version names it.
    static func length(of content: ChunkName, in replica: ReplicaFile) throws -> Int {
        let length = try replica.withReader { database in
            try database.first(
                "SELECT max(length) FROM document_versions WHERE content = ?",
                .text(content.description)
            ) { Int($0.integer(0)) }
        }
        return length ?? 0
    }

    /// Returns a document with a content, and its bookmark.
    static func place(
        of content: ChunkName, in replica: ReplicaFile
    ) throws -> (document: String, bookmark: String, name: String)? {
        try replica.withReader { database in
            try database.first(
                """
                SELECT d.id, d.bookmark, d.name FROM document_versions v JOIN documents d USING(id)
                WHERE v.content = ? ORDER BY d.deleted, v.head DESC, d.id LIMIT 1
                """, .text(content.description)
            ) { ($0.text(0), $0.text(1), $0.text(2)) }
        }
    }

    /// Notes that transfers of killed processes no longer run. Only the process that holds the lock
    /// of the exchange may call this.
    static func noteNoneRunning(in replica: ReplicaFile) throws {
        guard try saysRunning(in: replica) else { return }
        _ = try replica.withDatabase { database in
            try database.run("UPDATE transfers SET running = 0 WHERE asked = 0")
        }
    }
}
