import Bookmarks
import Replication
import SQLite

/// The columns of ``BookmarkTable`` for one record.
struct DerivedBookmark {
    var id: String
    /// Whether there was none before.
    var isNew: Bool
    /// Whether it was deleted, and its last value is forgotten.
    var isPurged: Bool
    /// `nil` for a deleted bookmark.
    var row: Row?

    struct Row {
        /// In the order of the parameters of the insertion.
        var values: [SQLiteValue]
        /// The searchable text.
        var text: [UInt8]
    }

    /// `nil` for any other record than a bookmark.
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
