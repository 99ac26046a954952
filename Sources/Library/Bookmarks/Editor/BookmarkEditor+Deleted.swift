import Documents
import Replication

extension BookmarkEditor {
    func restore(ids: [String]) throws {
        var title = ""
        try stored.forEachRecord(ids) { id, record in
            guard let fields = Self.deletedFields(record) else {
                throw BookmarkError.notDeleted(id: id)
            }
            title =
                record.flatMap { Document(key: id, record: $0)?.title }
                ?? Bookmark(id: id, fields: fields)?.title ?? id
        }
        let what = ids.count == 1 ? "“\(title)”" : countedBookmarks(andDocuments: ids)
        try recorder.performInParts(ids, titled: "Restored \(what)") { part in
            zip(part, try stored.records(part)).compactMap { id, record in
                // Read when the change is stored: the bookmark may meanwhile be restored and edited
                // elsewhere.
                Self.deletedFields(record).map {
                    EditStep.Change(id: id, before: $0, after: $0)
                }
            }
        }
    }

    func addAgain(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft
    ) throws -> String {
        let address = try checkAddition(of: draft, evenIfThere: true)
        var draft = draft
        draft.url = address.text
        if try stored.isLive(id: id) {
            try edit(id: id, from: original, to: draft, evenIfThere: true)
            return id
        }
        let change = Self.change(id: id, from: original, to: draft)
        guard let fields = Self.deletedFields(try stored.record(id: id)),
            let after = change.value(fields)
        else { return try add(draft, evenIfThere: true) }
        let title = Bookmark(id: id, fields: after)?.title ?? id
        let restored = EditStep.Change(id: id, before: fields, after: after)
        try recorder.perform(EditStep(title: "Added “\(title)” again", changes: [restored]))
        return id
    }

    /// Returns the fields of a bookmark that can be restored.
    private static func deletedFields(_ record: Record?) -> [String: PropertyListValue]? {
        record?.isTombstone == true ? record?.latestValue?.dictionary : nil
    }

    func deleteForever(ids: [String]) throws {
        try stored.forEachRecord(ids) { id, record in
            guard let record, record.isTombstone, record.latestValue != nil else {
                throw BookmarkError.notDeleted(id: id)
            }
        }
        // The undo data goes first: after an interruption, deleting forever can be repeated.
        try recorder.forgetTraces(of: ids)
        try recorder.inParts(ids.count) { range in
            let some = Array(ids[range])
            try recorder.purge(some)
            return some
        }
    }
}
