public import ReplicaFile
public import Replication
public import SQLite

/// Whether a person paused all transfers of this device, including later ones. The table has a row
/// while they are paused.
public struct TransferPause: DerivedTable {
    public let name = "transfer_pause"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            "CREATE TABLE IF NOT EXISTS transfer_pause(id INTEGER PRIMARY KEY NOT NULL);")
    }

    public func update(for changes: [EntryChange], in database: Database) {}

    /// Returns whether all transfers are paused. A transfer with a row in ``TransferTable`` follows
    /// that row instead.
    public static func isOn(in replica: ReplicaFile) throws -> Bool {
        try replica.withReader { database in
            try database.first("SELECT 1 FROM transfer_pause") { _ in true }
        } ?? false
    }

    /// Pauses all transfers, or resumes all, including those that were paused one by one.
    ///
    /// A pause drops the rows of transfers that neither run nor were opened: without a row, a
    /// transfer is paused. ``TransferTable/pause(_:in:)`` then adds rows for those shown in a list.
    public static func set(_ isOn: Bool, in replica: ReplicaFile) throws {
        let statements =
            isOn
            ? [
                "INSERT OR IGNORE INTO transfer_pause VALUES(1)",
                """
                UPDATE transfers SET paused = 1, running = 0, reason = ''
                WHERE running OR asked
                """,
                "DELETE FROM transfers WHERE NOT paused",
            ]
            : [
                "DELETE FROM transfer_pause",
                "UPDATE transfers SET paused = 0, reason = '' WHERE paused",
            ]
        try replica.withDatabase { database in
            try database.transaction {
                for statement in statements { try database.run(statement) }
            }
        }
    }
}
