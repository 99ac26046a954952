import Bookmarks
public import BrowserFiles
import SQLite

/// Plain files of browsers in a separate database, so that their names are never paths on the disk.
public struct PlainFileDatabase: PlainFiles, Sendable {
    private let database: Database
    /// The maximum size of one file, of all files, and their maximum number.
    private let limits: (file: Int, total: Int, count: Int)

    /// Opens the database at a path, and creates it if there is none.
    ///
    /// - Parameter limits: the maximum size of one file, of all files, and their maximum number.
    public init(
        path: String, limits: (file: Int, total: Int, count: Int)
    ) throws {
        database = try Database(path: path)
        self.limits = limits
        try database.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS files(
                path TEXT PRIMARY KEY NOT NULL, collection INTEGER NOT NULL,
                length INTEGER NOT NULL, modified INTEGER NOT NULL, tag INTEGER NOT NULL,
                bytes BLOB
            );
            """)
    }

    private static func key(_ path: [String]) -> String { path.joined(separator: "/") }

    /// The condition that a row is in a collection: between its key and the end of its contents.
    private static let within = "(path = ?1 OR path > ?1 || '/' AND path < ?1 || '0')"

    public func file(at path: [String]) throws -> PlainFile? {
        if path.isEmpty { return PlainFile(isCollection: true, length: 0, modified: 0, tag: 1) }
        return try database.first(
            "SELECT collection, length, modified, tag FROM files WHERE path = ?",
            .text(Self.key(path))
        ) { row in
            PlainFile(
                isCollection: row.integer(0) != 0, length: Int(row.integer(1)),
                modified: row.integer(2), tag: row.bits(3))
        }
    }

    public func bytes(at path: [String]) throws -> [UInt8]? {
        try database.first(
            "SELECT bytes FROM files WHERE path = ? AND collection = 0", .text(Self.key(path))
        ) { $0.blob(0) }
    }

    public func names(in path: [String]) throws -> [String] {
        let start = path.isEmpty ? "" : Self.key(path) + "/"
        let end = path.isEmpty ? "\u{10FFFF}" : Self.key(path) + "0"
        return try database.query(
            """
            SELECT substr(path, length(?1) + 1) FROM files WHERE path > ?1 AND path < ?2
            AND instr(substr(path, length(?1) + 1), '/') = 0 ORDER BY path
            """, .text(start), .text(end)
        ) { $0.text(0) }
    }

    public func write(_ bytes: [UInt8], at path: [String], time: Int64) throws {
        if bytes.count > limits.file { throw BrowserLibraryError.full }
        try change {
            try database.run(
                "INSERT OR REPLACE INTO files VALUES(?, 0, ?, ?, ?, ?)", .text(Self.key(path)),
                .integer(Int64(bytes.count)), .integer(time), .integer(Self.tag(bytes, time)),
                .blob(bytes))
        }
    }

    public func makeCollection(at path: [String], time: Int64) throws {
        try change {
            try database.run(
                "INSERT INTO files VALUES(?, 1, 0, ?, ?, NULL)", .text(Self.key(path)),
                .integer(time), .integer(time))
        }
    }

    public func remove(at path: [String]) throws {
        try database.run("DELETE FROM files WHERE \(Self.within)", .text(Self.key(path)))
    }

    public func copy(
        from path: [String], to other: [String], isMove: Bool, isShallow: Bool, time: Int64
    ) throws {
        let (old, new) = (Self.key(path), Self.key(other))
        try change {
            try database.run("DELETE FROM files WHERE \(Self.within)", .text(new))
            let isWhole = isMove || !isShallow
            try database.run(
                """
                INSERT INTO files SELECT ?2 || substr(path, length(?1) + 1), collection, length,
                    modified, tag, bytes FROM files
                WHERE \(isWhole ? Self.within : "path = ?1")
                """, .text(old), .text(new))
            if isMove { try database.run("DELETE FROM files WHERE \(Self.within)", .text(old)) }
        }
    }

    /// Makes a change; throws if it exceeds a limit.
    private func change(_ body: () throws -> Void) throws {
        do {
            try database.transaction {
                try body()
                let usage = try database.first(
                    "SELECT count(*), coalesce(sum(length), 0) FROM files"
                ) { (Int($0.integer(0)), Int($0.integer(1))) }
                if let usage, usage.0 > limits.count || usage.1 > limits.total {
                    throw BrowserLibraryError.full
                }
            }
        } catch let error as SQLiteError where error.code == .full {
            throw BrowserLibraryError.full
        }
    }

    private static func tag(_ bytes: [UInt8], _ time: Int64) -> Int64 {
        Int64(bitPattern: ContentHash.of(String(decoding: bytes, as: UTF8.self))) &+ time
    }
}
