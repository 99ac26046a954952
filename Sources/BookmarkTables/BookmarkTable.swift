import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

/// The columns of the list, derived from the records: one row for each live bookmark.
public struct BookmarkTable: DerivedTable {
    public let name = "bookmarks"
    public let version: Int64 = 1

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS bookmarks;
            CREATE TABLE bookmarks(
                id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
                tags TEXT NOT NULL, added REAL NOT NULL, modified REAL NOT NULL,
                page INTEGER NOT NULL
            );
            CREATE INDEX bookmarks_page ON bookmarks(page);
            CREATE INDEX bookmarks_added ON bookmarks(added DESC, id);
            """)
    }

    public func update(
        _ entry: ReplicaEntry, replacing old: ReplicaEntry?, in database: Database
    ) throws {
        let prefix = BookmarksController.keyPrefix
        guard entry.key.hasPrefix(prefix) else { return }
        let id = String(entry.key.dropFirst(prefix.count))
        guard !entry.record.isTombstone, let bookmark = Bookmark(id: id, record: entry.record)
        else {
            try database.run("DELETE FROM bookmarks WHERE id = ?", .text(id))
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO bookmarks VALUES(?, ?, ?, ?, ?, ?, ?)", .text(id),
            .text(bookmark.name), .text(bookmark.url),
            .text(bookmark.tags.joined(separator: " ")), .real(bookmark.added),
            .real(bookmark.modified), .integer(Self.pageHash(ofURL: bookmark.url)))
    }

    /// The hash by which bookmarks of one page are found. Two pages may share a hash.
    static func pageHash(ofURL url: String) -> Int64 {
        hash(ofPageKey: WebAddress(stored: url).pageKey)
    }

    /// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv): stable between versions and
    /// machines, as Swift's own hashes are not.
    static func hash(ofPageKey key: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
