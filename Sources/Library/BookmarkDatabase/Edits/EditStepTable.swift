public import ReplicaFile
public import Replication
public import SQLite

/// The commands of a device, kept so that they can be undone.
///
/// A row of `edit_steps` is a command, with the numbers of its pieces; `undone` is 0 while it is
/// done. `missing` is 0 for a step that is whole, -1 for one that was taken back, or done again, in
/// part; else it was to change so many bookmarks, and something ended it before all were changed.
/// The pieces of the step n stand in `edit_changes` from the number n × 2²⁰ on.
public struct EditStepTable: DerivedTable {
    public let name = "edit_steps"
    public let version: Int64 = 2
    public let isKept = true

    /// How many commands can be taken back.
    public static let maximumSteps = 500
    /// How many bytes are kept of one command, and of all before it.
    public static let maximumBytes: Int64 = 256 << 20

    /// The highest number that has room for its pieces. No device takes so many steps.
    static let maximumNumber: Int64 = 1 << 40

    public init() {}

    public func create(in database: Database) throws {
        guard try database.hasTables(["edit_steps", "edit_changes"]) else {
            return try Self.empty(database)
        }
        // The first version knew of no step that is not whole.
        do {
            try database.execute(
                "ALTER TABLE edit_steps ADD COLUMN missing INTEGER NOT NULL DEFAULT 0")
        } catch  where error.isDamageOfATable {
            try Self.empty(database)
        }
    }

    /// Begins the table from nothing.
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

    /// Nothing follows the records: the command itself tells its changes.
    public func update(for changes: [EntryChange], in database: Database) {}

    static func firstPiece(of step: Int64) -> Int64 { step << 20 }

    static func remove(_ step: Int64, in database: Database) throws {
        try database.run("DELETE FROM edit_steps WHERE number = ?", .integer(step))
        try database.run(
            "DELETE FROM edit_changes WHERE number BETWEEN ? AND ?",
            .integer(firstPiece(of: step)), .integer(firstPiece(of: step) | 0xF_FFFF))
    }

    /// Drops the earliest steps beyond the limits, but not the step `current`. That one goes first
    /// when it alone is larger than `bytes`: it would take the others with it.
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
