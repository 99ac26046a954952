import Bookmarks
import Replication
import SQLite

/// The columns of ``BookmarkTable`` that one record gives.
struct DerivedBookmark {
    var id: String
    /// Whether there was no row before.
    var isNew: Bool
    /// Whether the bookmark was deleted forever.
    var isPurged: Bool
    /// The row; `nil` for a deleted bookmark.
    var row: Row?

    struct Row {
        /// The values in the order of the insertion's parameters.
        var values: [SQLiteValue]
        /// The search text.
        var text: [UInt8]
    }

    /// Derives the columns; `nil` for a record of anything else.
    init?(_ change: EntryChange) {
        let (key, prefix) = (change.key, BookmarksController.keyPrefix)
        guard key.hasPrefix(prefix) else { return nil }
        id = String(key.dropFirst(prefix.count))
        isNew = change.old?.record.isTombstone ?? true
        let record = change.new.record
        isPurged = record.latestValue == nil
        guard !record.isTombstone, let bookmark = Bookmark(id: id, record: record) else { return }
        let tags = Tags.text(bookmark.tags)
        let text = SearchText.folded(
            BookmarkRow(
                id: id, name: bookmark.name, url: bookmark.url, tags: tags,
                added: bookmark.added, modified: bookmark.modified))
        let values: [SQLiteValue] = [
            .text(id), .text(bookmark.name), .text(bookmark.url), .text(tags),
            .real(bookmark.added), .real(bookmark.modified),
            .integer(BookmarkTable.pageHash(ofURL: bookmark.url)), .text(bookmark.device),
            .text(bookmark.notes), .text(bookmark.lost), .text(bookmark.folder),
            .text(bookmark.position), .text(bookmark.description),
            .integer(bookmark.isUnread ? 1 : 0), .integer(bookmark.isArchived ? 1 : 0),
        ]
        row = Row(values: values, text: text)
    }
}
