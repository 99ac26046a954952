import KeyValueStore
import Replication

extension BookmarksController {
    /// Shows a value that lost a conflict in place of the one that won. The person saw both and
    /// chose, so the other is kept no longer; undo brings it back. Further values that lost stay.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when the bookmark is gone. A value that is no longer
    /// kept changes nothing.
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
            id: id, before: fields, after: after, lostAfter: kept)
        let title = Bookmark(id: id, fields: after)?.title ?? id
        try perform(
            EditStep(title: "Chose the other \(lost.field) of “\(title)”", changes: [change]))
    }

    /// Drops the values that lost conflicts: what the bookmark shows is right.
    public func settle(id: String) throws { try settle(ids: [id]) }

    /// The same for several bookmarks in one step. Returns those that had a conflict.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when one is gone; nothing has changed then.
    @discardableResult
    public func settle(ids: [String]) throws -> [String] {
        var title = ""
        var open: [String] = []
        try forEachRecord(ids) { id, record in
            guard let record, let fields = record.value?.dictionary else {
                throw BookmarkError.notFound(id: id)
            }
            guard !record.superseded.isEmpty else { return }
            title = Bookmark(id: id, fields: fields)?.title ?? id
            open.append(id)
        }
        guard !open.isEmpty else { return [] }
        let what = open.count == 1 ? "“\(title)”" : "\(grouped(open.count)) bookmarks"
        try performInParts(open, titled: "Settled \(what)") { part in
            zip(part, try records(part)).compactMap { id, record in
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

    // MARK: Conflicts from elsewhere

    /// Takes in which bookmarks have conflicts, as the catalog said a moment ago, and says what is
    /// new. A value that lost, and a conflict that was settled, change no value that shows: the
    /// store does not announce them.
    public func takeIn(conflicts: [String: String]) throws -> BookmarksNews {
        guard isOpen else { return BookmarksNews() }
        let before = shownConflicts
        let ids = try Set(conflicts.keys).union(before.keys).sorted().filter { id in
            // The store announces additions and deletions; they are followed then.
            try conflicts[id] != before[id] && (list.contains(id: id) || list.isPartial)
                && isLive(id: id)
        }
        try follow(ids)
        // Read anew, and perhaps as it was: what the catalog said may have been late.
        let changed = ids.filter { shownConflicts[$0] != before[$0] }
        if changed.isEmpty { return BookmarksNews() }
        let own = try store.actor()
        return BookmarksNews(
            changes: try changed.compactMap { id in
                guard let record = try record(id: id),
                    let bookmark = Bookmark(id: id, record: record)
                else { return nil }
                // While another device's value shows, the store is still to announce it.
                if record.actor == own { toldConflicts[id] = shownConflicts[id] }
                return BookmarksNews.Change(id: id, name: bookmark.title, kind: .reconciled)
            })
    }

    /// The fields in which a value of this device lost since the person was told last.
    func lostFields(of bookmark: Bookmark?, _ record: Record?) throws -> [String] {
        guard isOpen, let bookmark, let record, !bookmark.lostValues.isEmpty else { return [] }
        let told = Set((toldConflicts[bookmark.id] ?? "").split(separator: " ").map(String.init))
        toldConflicts[bookmark.id] = bookmark.lost
        guard try record.actor != store.actor() else { return [] }
        let here = try store.deviceName()
        var fields: [String] = []
        for lost in bookmark.lostValues where lost.device == here && !told.contains(lost.sign) {
            if !fields.contains(lost.field) { fields.append(lost.field) }
        }
        return fields
    }
}
