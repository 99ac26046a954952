import Replication

extension BookmarkEditor {
    /// The number of edits that are stored in one transaction.
    private static let batch = 2000

    func apply(_ edits: [HandEdit], ofForeignFile isForeign: Bool = false) throws
        -> [String]
    {
        var problems: [String] = []
        var changes: [EditStep.Change] = []
        let now = try stored.momentOfEdits()
        for edit in edits {
            switch edit {
            case .add(let id?, let draft, _) where try isForeign && stored.record(id: id) != nil:
                if let change = try difference(of: draft, from: id) { changes.append(change) }
            case .add(let id, let draft, let added):
                // If a bookmark with this id has meanwhile come from elsewhere, the entry must not
                // replace it.
                let free = try id.flatMap { try stored.isLive(id: $0) ? nil : $0 }
                if try free == nil && isThere(draft) { continue }
                let id = free ?? BookmarkID.make(random: random())
                changes.append(Self.addition(of: draft, id: id, added: added ?? now))
            case .edit(let id, let original, let draft):
                // The bookmark may have been deleted elsewhere: an edit beats a deletion that did
                // not see it.
                guard try stored.isLive(id: id) else {
                    let added = try stored.bookmark(id: id)?.added
                    changes.append(Self.addition(of: draft, id: id, added: added ?? now))
                    continue
                }
                var change = Self.change(id: id, from: original, to: draft)
                change.keepsUnseen = true
                changes.append(change)
            case .delete(let id, let written):
                guard let there = try stored.bookmark(id: id), try stored.isLive(id: id)
                else { continue }
                var change = EditStep.Change(id: id, before: [:], after: nil)
                change.seen = written
                changes.append(change)
                if there.draft != written {
                    problems.append(
                        "“\(there.title)” was edited after the property list was written, so it "
                            + "stays although its entry was removed. To delete it anyway: cloudy "
                            + "delete \(id)")
                }
            case .refuse(let index, let reason):
                problems.append(
                    "Entry \(index + 1) of the property list was ignored: \(reason)")
            }
        }
        for start in stride(from: 0, to: changes.count, by: Self.batch) {
            let end = min(start + Self.batch, changes.count)
            try recorder.apply(Array(changes[start..<end])) { _, _ in }
            try recorder.onPart?(
                EditProgress(
                    done: end, total: changes.count, ids: changes[start..<end].map(\.id)))
        }
        return problems
    }

    /// Returns the change that keeps the file's values beside the current ones; `nil` if they are
    /// the same, or the bookmark was deleted.
    private func difference(of draft: BookmarkDraft, from id: String) throws -> EditStep.Change? {
        guard let record = try stored.record(id: id), let shown = record.value?.dictionary else {
            return nil
        }
        let fields = Bookmark(id: id, draft: draft, added: 0).fields
        let lost = Bookmark.Field.withLostValues.compactMap { field -> SupersededValue? in
            guard let value = fields[field], value != shown[field] else { return nil }
            return SupersededValue(
                field: field, value: value, stamp: .zero, device: "the property list")
        }.filter { new in
            !record.superseded.contains { $0.field == new.field && $0.value == new.value }
        }
        if lost.isEmpty { return nil }
        let kept = Array((record.superseded + lost).prefix(Record.maximumSuperseded))
        return EditStep.Change(
            id: id, before: shown, after: shown, lostAfter: kept)
    }

    /// Whether an entry without an id was already applied: the file is written again after that,
    /// but a power failure may come first.
    private func isThere(_ draft: BookmarkDraft) throws -> Bool {
        try catalog.rows(pageKey: WebAddress(stored: draft.url).pageKey)
            .contains { $0.url == draft.url && $0.name == draft.name }
    }
}
