import Replication

extension BookmarkEditor {
    func take(_ lost: LostValue, of id: String) throws {
        guard let record = try stored.record(id: id), let fields = record.value?.dictionary else {
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
            id: id, before: fields, after: after, lostAfter: kept)
        let title = Bookmark(id: id, fields: after)?.title ?? id
        try recorder.perform(
            EditStep(title: "Chose the other \(lost.field) of “\(title)”", changes: [change]))
    }

    func settle(id: String) throws { try settle(ids: [id]) }

    @discardableResult
    func settle(ids: [String]) throws -> [String] {
        var title = ""
        var open: [String] = []
        try stored.forEachRecord(ids) { id, record in
            guard let record, let fields = record.value?.dictionary else {
                throw BookmarkError.notFound(id: id)
            }
            guard !record.superseded.isEmpty else { return }
            title = Bookmark(id: id, fields: fields)?.title ?? id
            open.append(id)
        }
        guard !open.isEmpty else { return [] }
        let what = open.count == 1 ? "“\(title)”" : "\(grouped(open.count)) bookmarks"
        try recorder.performInParts(open, titled: "Settled \(what)") { part in
            zip(part, try stored.records(part)).compactMap { id, record in
                guard let fields = record?.value?.dictionary else { return nil }
                return EditStep.Change(id: id, before: fields, after: fields, lostAfter: [])
            }
        }
        return open
    }

    /// Typing a value that lost a conflict chooses it: it is no longer kept as the other value.
    func settleTyped(_ change: inout EditStep.Change, in record: Record?) {
        guard let before = change.before, let after = change.after,
            let lost = record?.superseded, !lost.isEmpty
        else { return }
        let kept = lost.filter { value in
            after[value.field] == before[value.field] || after[value.field] != value.value
        }
        guard kept != lost else { return }
        change.lostAfter = kept
    }
}
