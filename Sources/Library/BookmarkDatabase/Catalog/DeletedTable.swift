import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

/// The deleted bookmarks that can be restored, derived from the records, with all fields, so that
/// queries work on them.
public struct DeletedTable: DerivedTable {
    public let name = "deleted"
    public let version: Int64 = 3

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS deleted;
            CREATE TABLE deleted(
                id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
                tags TEXT NOT NULL, added REAL NOT NULL, deleted REAL NOT NULL,
                position TEXT NOT NULL, device TEXT NOT NULL, notes TEXT NOT NULL,
                folder TEXT NOT NULL, description TEXT NOT NULL, unread INTEGER NOT NULL,
                archived INTEGER NOT NULL
            );
            CREATE INDEX deleted_deleted ON deleted(deleted DESC, id);
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        try Self.store(changes.compactMap(Self.deletion), in: database)
    }

    /// The bookmark as it was when deleted; `nil` for a bookmark that is live, or deleted forever.
    private typealias Deletion = (id: String, bookmark: Bookmark?)

    /// Returns the deletion in a change, if any; most changes have none.
    private static func deletion(_ change: EntryChange) -> Deletion? {
        let (prefix, record) = (BookmarksController.keyPrefix, change.new.record)
        guard change.key.hasPrefix(prefix),
            record.isTombstone || change.old?.record.isTombstone == true
        else { return nil }
        let id = String(change.key.dropFirst(prefix.count))
        return (id, record.isTombstone ? Bookmark(id: id, record: record) : nil)
    }

    private static func store(_ deletions: [Deletion], in database: Database) throws {
        for (id, bookmark) in deletions {
            guard let bookmark else {
                try database.run("DELETE FROM deleted WHERE id = ?", .text(id))
                continue
            }
            try database.run(
                "INSERT OR REPLACE INTO deleted VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                .text(id),
                .text(bookmark.name), .text(bookmark.url),
                .text(bookmark.tags.joined(separator: " ")), .real(bookmark.added),
                .real(bookmark.modified), .text(bookmark.position), .text(bookmark.device),
                .text(bookmark.notes), .text(bookmark.folder), .text(bookmark.description),
                .integer(bookmark.isUnread ? 1 : 0), .integer(bookmark.isArchived ? 1 : 0))
        }
    }
}
