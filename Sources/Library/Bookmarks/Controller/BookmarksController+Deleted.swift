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
                // As it is when it is stored: it may have been restored and edited elsewhere.
                Self.deletedFields(record).map {
                    EditStep.Change(id: id, before: $0, after: $0)
                }
            }
        }
    }

    /// Brings a deleted bookmark back with the fields in which `draft` differs from `original`,
    /// what the person saw when beginning to edit. If nothing of it is kept, a new one is added.
    /// Returns the id of the one that is there then.
    ///
    /// Throws what ``add(_:evenIfThere:)`` does, but for doubles.
    public func addAgain(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft
    ) throws -> String {
        let address = try checkAddition(of: draft, evenIfThere: true)
        var draft = draft
        draft.url = address.text
        if try isLive(id: id) {
            try edit(id: id, from: original, to: draft, evenIfThere: true)
            return id
        }
        let change = Self.change(id: id, from: original, to: draft)
        guard let fields = Self.deletedFields(try record(id: id)), let after = change.value(fields)
        else { return try add(draft, evenIfThere: true) }
        let title = Bookmark(id: id, fields: after)?.title ?? id
        let restored = EditStep.Change(id: id, before: fields, after: after)
        try perform(EditStep(title: "Added “\(title)” again", changes: [restored]))
        return id
    }

    /// The fields of a restorable bookmark.
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
        // The undo data goes first: after an interruption, the rest can be purged again.
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
