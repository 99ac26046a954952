public import ReplicaFile
public import Replication
public import SQLite

/// The numbers of this device's bookmarks, tags and documents, for APIs whose ids are integers.
/// Other devices have other numbers.
///
/// Numbers rise and are never reused: a restored item has its former number. The table is empty
/// until a program needs the first number.
public struct InterfaceNumbers: DerivedTable {
    /// The kind of item that a number is for.
    public enum Kind: String, Sendable {
        case bookmark, tag, search, document
    }

    public let name = "interface_numbers"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS interface_numbers(
                kind TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
                spelled TEXT NOT NULL DEFAULT '',
                arrived REAL NOT NULL DEFAULT 0, PRIMARY KEY(kind, number)
            ) WITHOUT ROWID;
            CREATE UNIQUE INDEX IF NOT EXISTS interface_names
                ON interface_numbers(kind, name);
            """)
    }

    /// Records when a change arrived on this device: its stamp, which another device made, may be a
    /// week old.
    public func update(for changes: [EntryChange], in database: Database) throws {
        let bookmarks = changes.filter { $0.key.hasPrefix("b.") }
        if bookmarks.isEmpty { return }
        let isEmpty = try database.query("SELECT 1 FROM interface_numbers LIMIT 1") { _ in true }
            .isEmpty
        if isEmpty { return }
        for change in bookmarks {
            let id = SQLiteValue.text(String(change.key.dropFirst(2)))
            if !change.new.record.isTombstone {
                try database.run(
                    """
                    INSERT OR IGNORE INTO interface_numbers(kind, number, name)
                    SELECT 'bookmark', coalesce(max(number), 0) + 1, ?
                    FROM interface_numbers WHERE kind = 'bookmark'
                    """, id)
            }
            try database.run(
                """
                UPDATE interface_numbers SET arrived = (julianday('now') - 2440587.5) * 86400
                WHERE kind = 'bookmark' AND name = ?
                """, id)
        }
    }

    /// Returns the numbers of names, in order. Names without a number get the next ones.
    public static func numbers(
        _ kind: Kind, of names: [String], in replica: ReplicaFile
    ) throws -> [Int] {
        let known = try replica.withReader { try Self.known(kind, names, $0) }
        if !known.contains(nil) { return known.compactMap(\.self) }
        return try replica.withDatabase { database in
            try database.transaction(.immediate) {
                for (name, number) in zip(names, known) where number == nil {
                    try database.run(
                        """
                        INSERT OR IGNORE INTO interface_numbers(kind, number, name)
                        SELECT ?1, coalesce(max(number), 0) + 1, ?2
                        FROM interface_numbers WHERE kind = ?1
                        """, .text(kind.rawValue), .text(name))
                }
                return try Self.known(kind, names, database).compactMap(\.self)
            }
        }
    }

    private static func known(
        _ kind: Kind, _ names: [String], _ database: Database
    ) throws -> [Int?] {
        if names.count > Self.few {
            let rows = try database.query(
                "SELECT name, number FROM interface_numbers WHERE kind = ?", .text(kind.rawValue)
            ) { ($0.text(0), Int($0.integer(1))) }
            // Names that differ in bytes may be equal as text.
            let numbers = Dictionary(rows, uniquingKeysWith: min)
            return names.map { numbers[$0] }
        }
        return try names.map { name in
            try database.query(
                "SELECT number FROM interface_numbers WHERE kind = ? AND name = ?",
                .text(kind.rawValue), .text(name)
            ) { Int($0.integer(0)) }.first
        }
    }

    /// Above this number, names are looked up together.
    private static let few = 1000

    /// Returns the names of a kind that have a stored spelling, with these spellings.
    public static func spellings(
        _ kind: Kind, in replica: ReplicaFile
    ) throws -> [String: String] {
        let rows = try replica.withReader { database in
            try database.query(
                "SELECT name, spelled FROM interface_numbers WHERE kind = ? AND spelled <> ''",
                .text(kind.rawValue)
            ) { ($0.text(0), $0.text(1)) }
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Returns when names were first seen here, in seconds since 1970. New names are first seen
    /// now.
    public static func firstSeen(
        _ kind: Kind, _ names: [String], in replica: ReplicaFile
    ) throws -> [String: Double] {
        if names.isEmpty { return [:] }
        let known = try replica.withReader { try moments(kind, names, $0) }
        let new = names.filter { known[$0] == 0 }
        if new.isEmpty { return known }
        return try replica.withDatabase { database in
            try database.transaction(.immediate) {
                for name in new {
                    try database.run(
                        """
                        UPDATE interface_numbers
                        SET arrived = (julianday('now') - 2440587.5) * 86400
                        WHERE kind = ? AND name = ? AND arrived = 0
                        """, .text(kind.rawValue), .text(name))
                }
                return try moments(kind, names, database)
            }
        }
    }

    private static func moments(
        _ kind: Kind, _ names: [String], _ database: Database
    ) throws -> [String: Double] {
        var moments: [String: Double] = [:]
        for name in names {
            moments[name] = try database.first(
                "SELECT arrived FROM interface_numbers WHERE kind = ? AND name = ?",
                .text(kind.rawValue), .text(name)
            ) { $0.real(0) }
        }
        return moments
    }

    /// Stores the spelling of a name that nothing uses yet.
    public static func spell(
        _ kind: Kind, _ name: String, as spelled: String, in replica: ReplicaFile
    ) throws {
        _ = try replica.withDatabase { database in
            try database.run(
                "UPDATE interface_numbers SET spelled = ? WHERE kind = ? AND name = ?",
                .text(spelled), .text(kind.rawValue), .text(name))
        }
    }

    /// Returns the name with a number; `nil` if there is none.
    public static func name(
        _ kind: Kind, number: Int, in replica: ReplicaFile
    ) throws -> String? {
        try replica.withReader { database in
            try database.query(
                "SELECT name FROM interface_numbers WHERE kind = ? AND number = ?",
                .text(kind.rawValue), .integer(Int64(number))
            ) { $0.text(0) }.first
        }
    }

    /// Renames an item and keeps its number.
    public static func rename(
        _ kind: Kind, number: Int, to name: String, in replica: ReplicaFile
    ) throws {
        _ = try replica.withDatabase { database in
            try database.run(
                "UPDATE OR IGNORE interface_numbers SET name = ? WHERE kind = ? AND number = ?",
                .text(name), .text(kind.rawValue), .integer(Int64(number)))
        }
    }

    /// Removes a name; its number is never used again.
    public static func forget(
        _ kind: Kind, _ name: String, in replica: ReplicaFile
    ) throws {
        _ = try replica.withDatabase { database in
            // The row stays, so that the last number is not used again.
            try database.run(
                """
                UPDATE interface_numbers SET name = char(1) || number, spelled = ''
                WHERE kind = ? AND name = ?
                """, .text(kind.rawValue), .text(name))
        }
    }

    /// Returns when bookmarks arrived on this device after a time, in seconds since 1970, by id.
    public static func arrivals(
        after time: Double, in replica: ReplicaFile
    ) throws -> Set<String> {
        try replica.withReader { database in
            Set(
                try database.query(
                    """
                    SELECT name FROM interface_numbers WHERE kind = 'bookmark' AND arrived > ?
                    """, .real(time)
                ) { $0.text(0) })
        }
    }
}
