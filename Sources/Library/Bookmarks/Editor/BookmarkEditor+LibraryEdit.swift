import Replication

extension BookmarkEditor {
    func perform(
        _ edit: LibraryEdit, title: @escaping (Int) -> String,
        in transactions: any BookmarkTransactions
    ) throws -> [String] {
        let now = try stored.momentOfEdits()
        var changes = try edit.additions.map { addition in
            var draft = addition.draft
            draft.url = try WebAddress(typed: draft.url).text
            try draft.check()
            return Self.addition(of: draft, id: addition.id, added: now, position: addition.place)
        }
        let records = try stored.records(edit.changes.map(\.id))
        for (item, record) in zip(edit.changes, records) {
            if let change = try change(item, of: record, now) { changes.append(change) }
        }
        changes += edit.deletions.map { deletion in
            var change = EditStep.Change(id: deletion.id, before: nil, after: nil)
            change.seen = deletion.seen
            return change
        }
        var step = EditRecorder.OpenStep(title: title)
        return try recorder.perform(changes, of: &step, in: transactions)
    }

    /// Returns the change that an item makes to a record; `nil` for none.
    private func change(
        _ item: LibraryEdit.Change, of record: Record?, _ now: Double
    ) throws -> EditStep.Change? {
        if record?.isTombstone != false, !item.revives { return nil }
        let edit = BookmarkEdit(id: item.id, original: item.original, edited: item.edited)
        try check(edit)
        guard record?.latestValue != nil else {
            return Self.addition(
                of: item.edited, id: item.id, added: now, position: item.place ?? "")
        }
        var change = Self.change(id: item.id, from: item.original, to: item.edited)
        if let place = item.place { change.after?[ManualPlace.field] = .string(place) }
        settleTyped(&change, in: record)
        change.keepsUnseen = record?.isTombstone == false
        return change
    }
}
