public import ReplicaFile
public import Replication
public import SQLite

/// The steps of a device, kept for undo.
///
/// A row of `edit_steps` is a step with the numbers of its pieces; `undone` is 0 unless it is
/// undone. `missing` is 0 for a complete step, and -1 for one that was undone or redone in part.
/// Otherwise, it is the number of bookmarks of a step that was interrupted. The pieces of step n
/// are in `edit_changes`, from the number n × 2²⁰ on.
public struct EditStepTable: DerivedTable {
    public let name = "edit_steps"
    public let version: Int64 = 2
    public let isKept = true

    /// The maximum number of steps to keep.
    public static let maximumSteps = 500
    /// The maximum size of one step, and of all steps before it, in bytes.
    public static let maximumBytes: Int64 = 256 << 20

    /// The highest number with room for its pieces; no device makes that many steps.
    static let maximumNumber: Int64 = 1 << 40

    public init() {}

    public func create(in database: Database) throws {
        guard try database.hasTables(["edit_steps", "edit_changes"]) else {
            return try Self.empty(database)
        }
        // The first version had no incomplete steps.
        do {
            try database.execute(
                "ALTER TABLE edit_steps ADD COLUMN missing INTEGER NOT NULL DEFAULT 0")
        } catch  where error.isDamageOfATable {
            try Self.empty(database)
        }
    }

    /// Recreates the table empty.
    public static func empty(_ database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS edit_steps;
            DROP TABLE IF EXISTS edit_changes;
            CREATE TABLE edit_steps(
                number INTEGER PRIMARY KEY, title TEXT NOT NULL, made REAL NOT NULL,
                session TEXT NOT NULL, changes INTEGER NOT NULL, pieces INTEGER NOT NULL,
                bytes INTEGER NOT NULL, undone INTEGER NOT NULL, undone_by TEXT NOT NULL,
                missing INTEGER NOT NULL DEFAULT 0
            );
            CREATE TABLE edit_changes(number INTEGER PRIMARY KEY, changes BLOB NOT NULL);
            """)
    }

    /// Does nothing: the command itself records its changes.
    public func update(for changes: [EntryChange], in database: Database) {}

    static func firstPiece(of step: Int64) -> Int64 { step << 20 }

    static func remove(_ step: Int64, in database: Database) throws {
        try database.run("DELETE FROM edit_steps WHERE number = ?", .integer(step))
        try database.run(
            "DELETE FROM edit_changes WHERE number BETWEEN ? AND ?",
            .integer(firstPiece(of: step)), .integer(firstPiece(of: step) | 0xF_FFFF))
    }

    /// Drops the earliest steps beyond the limits, except the step `current`. But if `current`
    /// alone is larger than `bytes`, it is dropped first, because it would displace all others.
    static func prune(
        _ database: Database, beside current: Int64, steps: Int, bytes: Int64
    ) throws {
        var kept = try database.query("SELECT number, bytes FROM edit_steps ORDER BY number") {
            (number: $0.integer(0), bytes: $0.integer(1))
        }
        if let own = kept.last(where: { $0.number == current }), own.bytes > bytes {
            try remove(current, in: database)
            kept.removeAll { $0.number == current }
        }
        var others = kept.filter { $0.number != current }[...]
        var (count, total) = (kept.count, others.reduce(0) { $0 &+ $1.bytes })
        while let first = others.first, count > steps || total > bytes {
            try remove(first.number, in: database)
            count -= 1
            total &-= first.bytes
            others = others.dropFirst()
        }
    }
}
