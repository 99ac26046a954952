public import Bookmarks
public import BrowserFiles
public import SQLite

extension BrowserFileTable {
    /// The most texts served to one browser, and the most uploads of one file, that are kept.
    private static let (mostServed, mostUploads) = (4 as Int64, 5 as Int64)
    /// The most files, and the most bytes of all kept uploads: a token must not fill the disk.
    private static let (mostFiles, mostUploaded) = (64 as Int64, 256 << 20 as Int64)

    /// Stores a served text and the numbering, within the caller's transaction.
    public static func keep(
        _ text: ServedText, _ numbering: Numbering, ofFile file: String, in database: Database
    ) throws {
        try keep(numbering, ofFile: file, in: database)
        try keep(text, ofFile: file, in: database)
        try database.run(
            """
            DELETE FROM browser_served WHERE file = ?1 AND credential = ?2 AND range NOT IN (
                SELECT range FROM browser_served WHERE file = ?1 AND credential = ?2
                ORDER BY range DESC LIMIT ?3)
            """, .text(file), .text(text.credential), .integer(mostServed))
    }

    /// Stores the facts about an upload, within the transaction that makes its edits.
    public static func keep(
        _ upload: MergedUpload, toFile file: String, in database: Database
    ) throws {
        try keep(upload.numbering, ofFile: file, in: database)
        try database.run("UPDATE browser_files SET written = 1 WHERE file = ?", .text(file))
        if let base = upload.base { try keep(base, ofFile: file, in: database) }
        if let sync = upload.sync {
            try keep(sync, of: upload.credential, ofFile: file, in: database)
        } else if try database.hasTables([syncedTable]) {
            try database.run(
                "DELETE FROM browser_synced WHERE file = ? AND credential = ?", .text(file),
                .text(upload.credential))
        }
        try database.run(
            """
            INSERT INTO browser_uploads(file, credential, time, deleted, text)
            VALUES(?, ?, ?, ?, ?)
            """, .text(file), .text(upload.credential), .integer(upload.time),
            .integer(Int64(upload.edit.deletions.count)), .blob(upload.bytes))
        let others = """
            file = ?1 AND id NOT IN (
                SELECT id FROM browser_uploads WHERE file = ?1 ORDER BY id DESC LIMIT ?2)
            """
        try database.run(
            "UPDATE browser_uploads SET text = x'' WHERE text <> x'' AND \(others)", .text(file),
            .integer(mostUploads))
        // Deletions count together for a while, in however many uploads they come.
        try database.run(
            "DELETE FROM browser_uploads WHERE time < ?3 AND \(others)", .text(file),
            .integer(mostUploads), .integer(upload.time - BrowserMerge.deletionRun))
        try database.run(
            """
            UPDATE browser_uploads SET text = x'' WHERE id IN (
                SELECT id FROM (
                    SELECT id, sum(length(text)) OVER (ORDER BY id DESC) AS total
                    FROM browser_uploads)
                WHERE total > ?)
            """, .integer(mostUploaded))
        try hold(
            upload.held, ofFile: file, time: upload.time, isAll: upload.holdsAll, in: database)
    }

    /// Stores the state of a browser after a sync, within the caller's transaction.
    public static func keep(
        _ sync: LastSync, of credential: String, ofFile file: String, in database: Database
    ) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS browser_synced(
                file TEXT NOT NULL, credential TEXT NOT NULL, range INTEGER NOT NULL,
                upload INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY(file, credential)
            )
            """)
        // Most syncs bring nothing new.
        let isSame = try database.first(
            """
            SELECT 1 FROM browser_synced
            WHERE file = ? AND credential = ? AND range = ? AND upload = 0
            """, .text(file), .text(credential), .integer(Int64(sync.range))
        ) { _ in true }
        if isSame == true, !sync.isUpload { return }
        try database.run(
            "INSERT OR REPLACE INTO browser_synced VALUES(?, ?, ?, ?, ?)", .text(file),
            .text(credential), .integer(Int64(sync.range)), .integer(sync.isUpload ? 1 : 0),
            .blob(sync.bytes))
    }

    /// Records the bookmarks whose deletion waits for a person. Returns whether this changed
    /// anything.
    ///
    /// - Parameter isAll: whether these are all waiting deletions of the file.
    @discardableResult
    public static func hold(
        _ ids: [String], ofFile file: String, time: Int64, isAll: Bool, in database: Database
    ) throws -> Bool {
        let before = Set(
            try database.query("SELECT bookmark FROM browser_held WHERE file = ?", .text(file)) {
                $0.text(0)
            })
        let gone = isAll ? before.subtracting(ids) : []
        let new = Set(ids).subtracting(before)
        for id in gone {
            try database.run(
                "DELETE FROM browser_held WHERE file = ? AND bookmark = ?", .text(file), .text(id))
        }
        for id in new {
            try database.run(
                "INSERT INTO browser_held VALUES(?, ?, ?)", .text(file), .text(id), .integer(time))
        }
        return !gone.isEmpty || !new.isEmpty
    }

    /// Records that the deletion of these bookmarks no longer waits for a person.
    public static func removeHeld(_ ids: [String], in database: Database) throws {
        for id in ids {
            try database.run("DELETE FROM browser_held WHERE bookmark = ?", .text(id))
        }
    }

    private static func keep(
        _ text: ServedText, ofFile file: String, in database: Database
    ) throws {
        try database.run(
            "INSERT OR REPLACE INTO browser_served VALUES(?, ?, ?, ?, ?, ?, ?)", .text(file),
            .integer(Int64(text.range)), .text(text.credential), .integer(text.time),
            .integer(Int64(bitPattern: text.upload)), .blob(bytes(text.versions)),
            .blob(text.bytes))
    }

    /// Throws ``BrowserLibraryError/full`` for a new file of a folder if there are too many.
    private static func refuseMany(_ file: String, in database: Database) throws {
        if FileLibrary.folder(ofFile: file).isEmpty { return }
        let others = try database.first(
            """
            SELECT count(*) FROM browser_files WHERE substr(file, 1, ?) <> ?
                AND NOT EXISTS (SELECT 1 FROM browser_files WHERE file = ?)
            """, .integer(Int64(FileLibrary.profilePrefix.count)),
            .text(FileLibrary.profilePrefix), .text(file)
        ) { $0.integer(0) }
        if (others ?? 0) >= mostFiles { throw BrowserLibraryError.full }
    }

    private static func keep(
        _ numbering: Numbering, ofFile file: String, in database: Database
    ) throws {
        try refuseMany(file, in: database)
        try database.run(
            """
            INSERT INTO browser_files VALUES(?1, ?2, ?3, 0) ON CONFLICT(file)
            DO UPDATE SET next_range = ?2, next_number = ?3
            """, .text(file), .integer(Int64(numbering.nextRange)),
            .integer(Int64(numbering.nextNumber)))
        for number in numbering.changed.sorted() {
            guard let item = numbering[number] else {
                try database.run(
                    "DELETE FROM browser_numbers WHERE file = ? AND number = ?", .text(file),
                    .integer(Int64(number)))
                continue
            }
            var (kind, bookmark, url) = (1 as Int64, "", "")
            switch item.kind {
            case .bookmark(let id): (kind, bookmark) = (0, id)
            case .folder: break
            case .apart(let address): (kind, url) = (2, address)
            }
            try database.run(
                "INSERT OR REPLACE INTO browser_numbers VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                .text(file), .integer(Int64(number)), .integer(kind), .text(bookmark),
                .integer(Int64(item.parent)), .text(item.title), .text(url), .text(item.place),
                .integer(item.isKept ? 1 : 0))
        }
    }
}

extension DeletedTable {
    /// Calls `body` with the deleted bookmarks that can be restored, whole.
    public static func forEachBookmark(
        in database: Database, _ body: (Bookmark) throws -> Void
    ) throws {
        try database.forEach(
            """
            SELECT id, name, url, tags, added, deleted, position, device, notes, folder,
                description, unread, archived FROM deleted
            """
        ) { row in
            var bookmark = Bookmark(
                id: row.text(0), name: row.text(1), url: row.text(2),
                tags: row.text(3).split(separator: " ").map(String.init), notes: row.text(8),
                folder: row.text(9), added: row.real(4), modified: row.real(5),
                device: row.text(7))
            bookmark.position = row.text(6)
            bookmark.description = row.text(10)
            bookmark.isUnread = row.integer(11) != 0
            bookmark.isArchived = row.integer(12) != 0
            try body(bookmark)
        }
    }
}
