import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

/// The columns of the list, derived from the records: one row for each bookmark that is not
/// deleted.
public struct BookmarkTable: DerivedTable {
    public let name = "bookmarks"
    public let version: Int64 = 10

    public init() {}

    /// The latest time and the number of times that this device opened a bookmark are in no record.
    /// These facts are in the table `opened`, which is kept when the others are rebuilt. The
    /// columns `opened` and `opens` repeat them.
    ///
    /// A bookmark keeps its `number` until it is deleted; its search text is in `search`, in the
    /// chunk of that number. `device` and the columns after it are last, so that reading the others
    /// skips them.
    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS bookmarks;
            DROP TABLE IF EXISTS search;
            DROP TABLE IF EXISTS unsettled;
            CREATE TABLE bookmarks(
                number INTEGER PRIMARY KEY,
                id TEXT UNIQUE NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
                tags TEXT NOT NULL, added REAL NOT NULL, modified REAL NOT NULL,
                lost TEXT NOT NULL, position TEXT NOT NULL, opened REAL NOT NULL,
                opens INTEGER NOT NULL, unread INTEGER NOT NULL, archived INTEGER NOT NULL,
                page INTEGER NOT NULL, device TEXT NOT NULL, notes TEXT NOT NULL,
                folder TEXT NOT NULL, description TEXT NOT NULL
            );
            CREATE INDEX bookmarks_page ON bookmarks(page);
            CREATE INDEX bookmarks_added ON bookmarks(added DESC, id);
            CREATE INDEX bookmarks_noted ON bookmarks(id)
                WHERE notes <> '' OR folder <> '' OR description <> '';
            CREATE INDEX bookmarks_archived ON bookmarks(id) WHERE archived = 1;
            CREATE INDEX bookmarks_unread ON bookmarks(id) WHERE unread = 1 AND archived = 0;
            CREATE INDEX bookmarks_folder ON bookmarks(folder, id) WHERE folder <> '';
            CREATE INDEX bookmarks_position ON bookmarks(position, id) WHERE position <> '';
            CREATE INDEX bookmarks_lost ON bookmarks(id, lost) WHERE lost <> '';
            CREATE TABLE search(chunk INTEGER PRIMARY KEY, text BLOB NOT NULL);
            CREATE TABLE unsettled(
                id TEXT PRIMARY KEY NOT NULL, bookmark TEXT NOT NULL, lost TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS opened(
                id TEXT PRIMARY KEY NOT NULL, last REAL NOT NULL, count INTEGER NOT NULL
            ) WITHOUT ROWID;
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        var texts = SearchTexts(database)
        let isAnyOpened = try database.first("SELECT 1 FROM opened LIMIT 1") { _ in true } ?? false
        try database.withStatement(
            isAnyOpened ? Self.insertion : Self.neverOpened
        ) { insertion in
            for bookmark in changes.lazy.compactMap(DerivedBookmark.init) {
                guard let row = bookmark.row else {
                    try Self.remove(bookmark, &texts, in: database)
                    continue
                }
                let number =
                    try bookmark.isNew
                    ? Self.insert(row, by: insertion, in: database)
                    : Self.upsert(row, in: database)
                if let number { try texts.set(row.text, of: number) }
            }
        }
        try texts.store()
        try Self.followDocuments(in: changes, in: database)
    }

    private static func remove(
        _ bookmark: DerivedBookmark, _ texts: inout SearchTexts, in database: Database
    ) throws {
        let number = try database.first(
            "DELETE FROM bookmarks WHERE id = ? RETURNING number", .text(bookmark.id)
        ) { $0.integer(0) }
        if let number { try texts.set(nil, of: number) }
        // A bookmark deleted forever can't be restored.
        if bookmark.isPurged {
            try database.run("DELETE FROM opened WHERE id = ?", .text(bookmark.id))
        }
    }

    /// Inserts the row of a new bookmark, and returns its number.
    private static func insert(
        _ row: DerivedBookmark.Row, by insertion: borrowing Statement, in database: Database
    ) throws -> Int64? {
        do throws(SQLiteError) { return try insertion.insert(row.values) } catch {
            // A row exists for a new bookmark only if the file is damaged.
            guard error.code == .constraint else { throw error }
            return try upsert(row, in: database)
        }
    }

    /// Inserts or updates the row of a bookmark, and returns its number.
    private static func upsert(
        _ row: DerivedBookmark.Row, in database: Database
    ) throws -> Int64? {
        try database.query(
            """
            \(insertion)
            ON CONFLICT(id) DO UPDATE SET name = ?2, url = ?3, tags = ?4, added = ?5,
                modified = ?6, page = ?7, device = ?8, notes = ?9, lost = ?10, folder = ?11,
                position = ?12, description = ?13, unread = ?14, archived = ?15
            RETURNING number
            """, row.values
        ) { $0.integer(0) }.first
    }

    private static let columns = """
        INSERT INTO bookmarks(
            id, name, url, tags, added, modified, lost, page, device, notes, folder, position,
            description, unread, archived, opened, opens)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?10, ?7, ?8, ?9, ?11, ?12, ?13, ?14, ?15,
        """
    private static let insertion = """
        \(columns)
            coalesce((SELECT last FROM opened WHERE id = ?1), 0),
            coalesce((SELECT count FROM opened WHERE id = ?1), 0))
        """
    /// The insertion for a list in which no bookmark was ever opened, such as an imported one.
    private static let neverOpened = "\(columns) 0, 0)"

    /// Returns the hash of a bookmark's page. Two pages may share a hash.
    static func pageHash(ofURL url: String) -> Int64 {
        hash(ofPageKey: WebAddress(stored: url).pageKey)
    }

    /// Returns the hash of a page key.
    static func hash(ofPageKey key: String) -> Int64 {
        Int64(bitPattern: ContentHash.of(key))
    }
}
