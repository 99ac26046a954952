import Replication

extension BookmarksController {
    /// Shows a value that lost a conflict in place of the one that won, which is kept in its stead:
    /// taking it back again is the same command.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when the bookmark is gone. A value that is not kept
    /// any more changes nothing.
    public func take(_ lost: LostValue, of id: String) throws {
        guard let record = try record(id: id), let fields = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        guard let place = record.superseded.firstIndex(where: { LostValue($0) == lost }) else {
            return
        }
        let taken = record.superseded[place]
        var kept = record.superseded
        kept[place] = SupersededValue(
            field: taken.field, value: fields[taken.field], stamp: record.stamp,
            device: record.device)
        var after = fields
        after[taken.field] = taken.value
        let change = EditStep.Change(
            id: id, before: fields, after: after, lostBefore: record.superseded, lostAfter: kept)
        let title = Bookmark(id: id, fields: after)?.title ?? id
        try perform(
            EditStep(title: "Took the other \(lost.field) of “\(title)”", changes: [change]))
    }

    /// Drops the values that lost conflicts: what the bookmark shows is right.
    public func settle(id: String) throws {
        guard let record = try record(id: id), let fields = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        guard !record.superseded.isEmpty else { return }
        let change = EditStep.Change(
            id: id, before: fields, after: fields, lostBefore: record.superseded, lostAfter: [])
        let title = Bookmark(id: id, fields: fields)?.title ?? id
        try perform(EditStep(title: "Settled “\(title)”", changes: [change]))
    }
}
