import Replication

extension BookmarksController {
    /// Shows a value that lost a conflict in place of the one that won. The person saw both and
    /// chose, so the other is kept no longer; undo brings it back. Further values that lost stay.
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
        var kept = record.superseded
        let taken = kept.remove(at: place)
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

    /// Who types a value that lost a conflict has taken it: it is kept as the other no longer.
    func settleTyped(_ change: inout EditStep.Change) throws {
        guard let before = change.before, let after = change.after,
            let lost = try record(id: change.id)?.superseded, !lost.isEmpty
        else { return }
        let kept = lost.filter { value in
            after[value.field] == before[value.field] || after[value.field] != value.value
        }
        guard kept != lost else { return }
        (change.lostBefore, change.lostAfter) = (lost, kept)
    }
}
