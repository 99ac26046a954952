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
        var title = ""
        try forEachRecord(ids) { id, record in
            guard let fields = Self.deletedFields(record) else {
                throw BookmarkError.notDeleted(id: id)
            }
            title = Bookmark(id: id, fields: fields)?.title ?? id
        }
        let what = ids.count == 1 ? "“\(title)”" : "\(grouped(ids.count)) bookmarks"
        try performInParts(ids, titled: "Restored \(what)") { part in
            zip(part, try records(part)).compactMap { id, record in
                // As it is when it is stored: somebody else may have restored and edited it.
                Self.deletedFields(record).map {
                    EditStep.Change(id: id, before: $0, after: $0)
                }
            }
        }
    }

    /// What a bookmark was that can be restored.
    private static func deletedFields(_ record: Record?) -> [String: PropertyListValue]? {
        record?.isTombstone == true ? record?.latestValue?.dictionary : nil
    }

    /// Forgets what deleted bookmarks were, here and, once that was sent, on all devices. Nothing
    /// brings them back.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for one that is not deleted, or was purged before;
    /// nothing has changed then.
    public func purge(ids: [String]) throws {
        try forEachRecord(ids) { id, record in
            guard let record, record.isTombstone, record.latestValue != nil else {
                throw BookmarkError.notDeleted(id: id)
            }
        }
        // What is kept for undo goes first: whoever is interrupted purges the rest again.
        try forgetTraces(of: ids)
        try inParts(ids.count) { range in
            let some = Array(ids[range])
            try store.purge(some.map { Self.keyPrefix + $0 })
            try follow(some)
            mirror.setNeedsUpdate()
            return some
        }
    }
}
