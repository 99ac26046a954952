import Bookmarks
public import ReplicaFile
import Replication
public import SQLite

/// The bookmarks that were deleted and can be restored, derived from the records: all of each, so
/// that a query asks of them what it asks of others.
public struct DeletedTable: DerivedTable {
    public let name = "deleted"
    public let version: Int64 = 2

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS deleted;
            CREATE TABLE deleted(
                id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
                tags TEXT NOT NULL, added REAL NOT NULL, deleted REAL NOT NULL,
                position TEXT NOT NULL, device TEXT NOT NULL, notes TEXT NOT NULL,
                folder TEXT NOT NULL
            );
            CREATE INDEX deleted_deleted ON deleted(deleted DESC, id);
            """)
    }

    public func update(_ changes: [EntryChange], in database: Database) throws {
        for change in changes { try update(change.new, replacing: change.old, in: database) }
    }

    private func update(
        _ entry: ReplicaEntry, replacing old: ReplicaEntry?, in database: Database
    ) throws {
        let prefix = BookmarksController.keyPrefix
        // Most edits have nothing to do with deletions.
        guard entry.key.hasPrefix(prefix),
            entry.record.isTombstone || old?.record.isTombstone == true
        else { return }
        let id = String(entry.key.dropFirst(prefix.count))
        guard entry.record.isTombstone, let bookmark = Bookmark(id: id, record: entry.record)
        else {
            try database.run("DELETE FROM deleted WHERE id = ?", .text(id))
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO deleted VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(id),
            .text(bookmark.name), .text(bookmark.url),
            .text(bookmark.tags.joined(separator: " ")), .real(bookmark.added),
            .real(bookmark.modified), .text(bookmark.position), .text(bookmark.device),
            .text(bookmark.notes), .text(bookmark.folder))
    }
}
