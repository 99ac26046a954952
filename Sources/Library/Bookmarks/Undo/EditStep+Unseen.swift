import Documents
import Replication

// A person who edits a text does not see the changes of others. Text typed into the same field is a
// conflict, as it is between two devices that were offline.

extension EditStep.Change {
    /// Returns the lost values to keep when the change is applied to a record; `nil` leaves them as
    /// they are.
    func lostValues(in record: Record?) -> [SupersededValue]? {
        guard let record else { return lostAfter }
        let unseen = keepsUnseen ? unseen(in: record) : unseenNote(in: record)
        if unseen.isEmpty { return lostAfter }
        let kept = (lostAfter ?? record.superseded).filter { !unseen.contains($0) }
        return Array((unseen + kept).prefix(Record.maximumSuperseded))
    }

    /// Returns the values that the change overwrites unseen.
    func unseen(in record: Record) -> [SupersededValue] {
        // Values are compared as forms show them: an editor sees no other difference.
        guard let before, let after, let stored = record.value?.dictionary,
            let draft = Bookmark(id: id, record: record)?.draft
        else { return [] }
        let now = Bookmark(id: id, draft: draft, added: 0).fields
        return Bookmark.Field.withLostValues.compactMap { field in
            guard after[field] != before[field], now[field] != before[field],
                now[field] != after[field]
            else { return nil }
            return SupersededValue(
                field: field, value: stored[field], stamp: record.stamp, device: record.device)
        }
    }

    /// Returns the note's version that another process wrote after this change was prepared. It is
    /// kept as a rival and merged, like a version of another device.
    private func unseenNote(in record: Record) -> [SupersededValue] {
        guard let after, !record.isTombstone, let note = Document(key: id, record: record),
            note.kind == .note
        else { return [] }
        let field = Document.headField
        let head = PropertyListValue.string(note.head.text)
        guard let written = after[field]?.string.flatMap(DocumentVersion.init),
            after[field] != before?[field], head != before?[field],
            note.head.content != written.content
        else { return [] }
        return [
            SupersededValue(
                field: field, value: head, stamp: record.stamp, device: note.head.device)
        ]
    }
}
