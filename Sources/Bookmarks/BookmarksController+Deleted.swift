import KeyValueStore
import Replication

extension BookmarksController {
    /// The deleted bookmarks that can be restored, the latest first; at most `limit`, or all.
    public func deletedRows(limit: Int? = nil) throws -> [DeletedRow] {
        try catalog.deletedRows(limit: limit)
    }

    /// Brings deleted bookmarks back as they were. One command, which undo takes back.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for one that is not deleted, or was purged; nothing
    /// has changed then.
    public func restore(ids: [String]) throws {
        let changes = try ids.map { id in
            guard let record = try record(id: id), record.isTombstone,
                let fields = record.latestValue?.dictionary
            else { throw BookmarkError.notDeleted(id: id) }
            return EditStep.Change(id: id, before: nil, after: fields)
        }
        guard let first = changes.first else { return }
        let title = Bookmark(id: first.id, fields: first.after ?? [:])?.title ?? first.id
        let what = changes.count == 1 ? "“\(title)”" : "\(changes.count) bookmarks"
        try perform(EditStep(title: "Restored \(what)", changes: changes))
    }

    /// Forgets what deleted bookmarks were, here and, once that was sent, on all devices. Nothing
    /// brings them back.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for one that is not deleted, or was purged before;
    /// nothing has changed then.
    public func purge(ids: [String]) throws {
        for id in ids {
            guard let record = try record(id: id), record.isTombstone, record.latestValue != nil
            else { throw BookmarkError.notDeleted(id: id) }
        }
        try store.purge(ids.map { Self.keyPrefix + $0 })
        try forgetTraces(of: ids)
        try follow(ids)
        mirror.setNeedsUpdate()
    }
}
