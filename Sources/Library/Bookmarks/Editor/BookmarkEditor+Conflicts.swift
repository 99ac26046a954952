import Documents
import KeyValueStore
import Replication

extension BookmarkEditor {
    func choose(_ lost: LostValue, of id: String, dropping others: [LostValue]) throws {
        guard let record = try stored.record(id: id), let fields = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        guard let place = record.superseded.firstIndex(where: { LostValue($0) == lost }) else {
            return
        }
        var kept = record.superseded
        let taken = kept.remove(at: place)
        kept.removeAll { LostValue($0).map(others.contains) == true }
        var after = fields
        after[taken.field] = taken.value
        let change = EditStep.Change(
            id: id, before: fields, after: after, lostAfter: kept)
        let title = Bookmark(id: id, fields: after)?.title ?? id
        try recorder.perform(
            EditStep(title: "Chose the other \(lost.field) of “\(title)”", changes: [change]))
    }

    func settle(id: String, dropping lost: [LostValue]) throws {
        guard let record = try stored.record(id: id), let fields = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        let kept = record.superseded.filter { LostValue($0).map(lost.contains) != true }
        guard kept != record.superseded, let field = lost.first?.field else { return }
        let title = Bookmark(id: id, fields: fields)?.title ?? id
        let change = EditStep.Change(id: id, before: fields, after: fields, lostAfter: kept)
        try recorder.perform(EditStep(title: "Kept the \(field) of “\(title)”", changes: [change]))
    }

    func settle(ids: [String], with documents: [DocumentConflict]) throws -> [String] {
        var titles: [String: String] = [:]
        var open: [String] = []
        try stored.forEachRecord(ids) { id, record in
            guard let record, let fields = record.value?.dictionary else {
                throw BookmarkError.notFound(id: id)
            }
            let isInDocuments = documents.contains { $0.bookmark == id }
            guard !record.superseded.isEmpty || isInDocuments else { return }
            titles[id] = Bookmark(id: id, fields: fields)?.title
            open.append(id)
        }
        guard let first = open.first else { return [] }
        let what =
            open.count == 1 ? "“\(titles[first] ?? first)”" : "\(grouped(open.count)) bookmarks"
        let keys = documents.map { Document.keyPrefix + $0.id }
        try recorder.performInParts(open + keys, titled: "Settled \(what)") { part in
            try zip(part, try stored.records(part)).compactMap { id, record in
                if id.hasPrefix(Document.keyPrefix) { return try settling(id, record) }
                guard let record, let fields = record.value?.dictionary,
                    !record.superseded.isEmpty
                else { return nil }
                return EditStep.Change(id: id, before: fields, after: fields, lostAfter: [])
            }
        }
        return open
    }

    /// Returns the change that settles a document. All its versions stay, and so do rivals that
    /// wait to be merged: no person has seen them yet.
    private func settling(_ key: String, _ record: Record?) throws -> EditStep.Change? {
        guard let record, !record.isTombstone, let before = Document(key: key, record: record),
            before.isUnsettled
        else { return nil }
        var after = before
        let waiting = before.rivals.filter { !before.lastingRivals.contains($0) }
        after.rivals = waiting
        after.versions = before.named.sorted { ($1.made, $0.text) < ($0.made, $1.text) }
        if before.head.isConflicting {
            after.head.made = DocumentVersion.moment(
                try stored.momentOfEdits(), after: before.named)
            after.head.device = try stored.store.deviceName()
            after.head.parents = [before.head.content]
            after.head.isConflicting = false
            after.versions.insert(after.head, at: 0)
        }
        var change = EditStep.Change(id: key, before: before.fields, after: after.fields)
        if waiting.count != before.rivals.count {
            change.lostAfter = record.superseded.filter { lost in
                lost.field != Document.headField
                    || waiting.contains { $0.text == lost.value?.string }
            }
        }
        return change
    }

    /// Drops a losing value that the person typed again, because typing it chooses it.
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
