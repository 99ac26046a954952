public import BrowserFiles
public import ReplicaFile
public import Replication
public import SQLite

// No record has the files that this device served to browsers. Without these facts, a browser's
// next upload deletes nothing, and its numbered entries get other numbers.

/// This device's facts about the bookmark files that browsers sync with.
public struct BrowserFileTable: DerivedTable {
    public let name = "browser_files"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS browser_files(
                file TEXT PRIMARY KEY NOT NULL, next_range INTEGER NOT NULL,
                next_number INTEGER NOT NULL, written INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS browser_numbers(
                file TEXT NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL,
                bookmark TEXT NOT NULL, parent INTEGER NOT NULL, title TEXT NOT NULL,
                url TEXT NOT NULL, place TEXT NOT NULL, kept INTEGER NOT NULL,
                PRIMARY KEY(file, number)
            ) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS browser_served(
                file TEXT NOT NULL, range INTEGER NOT NULL, credential TEXT NOT NULL,
                time INTEGER NOT NULL, upload INTEGER NOT NULL, versions BLOB NOT NULL,
                text BLOB NOT NULL, PRIMARY KEY(file, range)
            );
            CREATE TABLE IF NOT EXISTS browser_uploads(
                id INTEGER PRIMARY KEY, file TEXT NOT NULL, credential TEXT NOT NULL,
                time INTEGER NOT NULL, deleted INTEGER NOT NULL, text BLOB NOT NULL
            );
            CREATE TABLE IF NOT EXISTS browser_held(
                file TEXT NOT NULL, bookmark TEXT NOT NULL, time INTEGER NOT NULL,
                PRIMARY KEY(file, bookmark)
            ) WITHOUT ROWID;
            """)
    }

    /// Does nothing: the files are updated when they are requested.
    public func update(for changes: [EntryChange], in database: Database) {}

    // MARK: Reading

    /// Returns the numbering of a file, and whether a browser ever wrote it.
    public static func numbering(
        ofFile file: String, in database: Database
    ) throws -> (numbering: Numbering, isWritten: Bool) {
        var items: [Int: Numbering.Item] = [:]
        try database.forEach(
            """
            SELECT number, kind, bookmark, parent, title, url, place, kept FROM browser_numbers
            WHERE file = ?
            """, .text(file)
        ) { row in
            let kind: Numbering.Item.Kind =
                switch row.integer(1) {
                case 0: .bookmark(id: row.text(2))
                case 1: .folder
                default: .apart(url: row.text(5))
                }
            items[Int(row.integer(0))] = Numbering.Item(
                kind, parent: Int(row.integer(3)), title: row.text(4), place: row.text(6),
                isKept: row.integer(7) != 0)
        }
        let head = try database.first(
            "SELECT next_number, written FROM browser_files WHERE file = ?", .text(file)
        ) { (Int($0.integer(0)), $0.integer(1) != 0) }
        // Over all files: an entry copied from one file to another must not seem to come from it.
        // The first range is any below 2^30, since other devices and accounts have files, too.
        let nextRange = try database.first(
            """
            SELECT coalesce(max(next_range), 1 + abs(random() % 1073741823)) FROM browser_files
            """
        ) { Int($0.integer(0)) }
        return (
            Numbering(items: items, nextRange: nextRange ?? 1, nextNumber: head?.0 ?? 0),
            head?.1 ?? false
        )
    }

    /// Returns the names of the files that browsers wrote.
    public static func fileNames(in database: Database) throws -> [String] {
        try database.query(
            """
            SELECT file FROM browser_files WHERE written = 1 AND substr(file, 1, ?) <> ?
            ORDER BY file
            """, .integer(Int64(FileLibrary.profilePrefix.count)), .text(FileLibrary.profilePrefix)
        ) { $0.text(0) }
    }

    private static let servedColumns = "range, credential, time, upload, versions, text"

    /// Returns the text that was served with a range.
    public static func served(
        range: Int, ofFile file: String, in database: Database
    ) throws -> ServedText? {
        try database.first(
            "SELECT \(servedColumns) FROM browser_served WHERE file = ? AND range = ?",
            .text(file), .integer(Int64(range)), row: served)
    }

    /// Returns the latest text that was served to a credential.
    public static func latestServed(
        to credential: String, ofFile file: String, in database: Database
    ) throws -> ServedText? {
        try database.first(
            """
            SELECT \(servedColumns) FROM browser_served WHERE file = ? AND credential = ?
            ORDER BY range DESC LIMIT 1
            """, .text(file), .text(credential), row: served)
    }

    private static func served(_ row: borrowing Row) -> ServedText {
        ServedText(
            range: Int(row.integer(0)), credential: row.text(1), time: row.integer(2),
            bytes: row.blob(5), versions: versions(row.blob(4)), upload: row.bits(3))
    }

    /// The table is created by the first write, so that the version of the other tables stays the
    /// one of earlier programs, which can then open the file.
    static let syncedTable = "browser_synced"

    /// Returns the state of a browser, by its credential, after its last sync of a file.
    public static func lastSync(
        of credential: String, ofFile file: String, in database: Database
    ) throws -> LastSync? {
        guard try database.hasTables([syncedTable]) else { return nil }
        return try database.first(
            """
            SELECT range, upload, entries FROM browser_synced WHERE file = ? AND credential = ?
            """, .text(file), .text(credential)
        ) { row in
            LastSync(
                range: Int(row.integer(0)), isUpload: row.integer(1) != 0, reading: row.blob(2))
        } ?? nil
    }

    /// Returns the number of bookmarks that uploads of a file have deleted since a time.
    public static func deletions(
        since time: Int64, inFile file: String, in database: Database
    ) throws -> Int {
        try database.first(
            "SELECT coalesce(sum(deleted), 0) FROM browser_uploads WHERE file = ? AND time >= ?",
            .text(file), .integer(time)
        ) { Int($0.integer(0)) } ?? 0
    }

    /// Returns the existing bookmarks whose deletion in a browser waits for a person, with their
    /// files.
    public static func held(in database: Database) throws -> [(file: String, id: String)] {
        try database.query(
            """
            SELECT file, bookmark FROM browser_held JOIN bookmarks ON bookmarks.id = bookmark
            ORDER BY file, bookmark
            """
        ) { ($0.text(0), $0.text(1)) }
    }

    /// Returns the number of these bookmarks.
    public static func heldCount(in database: Database) throws -> Int {
        try database.first(
            """
            SELECT count(DISTINCT bookmark) FROM browser_held
            JOIN bookmarks ON bookmarks.id = bookmark
            """
        ) { Int($0.integer(0)) } ?? 0
    }

    // MARK: Versions as bytes

    static func versions(_ bytes: [UInt8]) -> [UInt64] {
        stride(from: 0, to: bytes.count - 7, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    static func bytes(_ versions: [UInt64]) -> [UInt8] {
        versions.flatMap { version in
            (0..<8).map { UInt8(truncatingIfNeeded: version >> (56 - 8 * UInt64($0))) }
        }
    }
}
