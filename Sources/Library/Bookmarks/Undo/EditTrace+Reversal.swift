import Documents
import Replication

extension EditTrace {
    /// The write that undoes the change.
    struct UndoWrite {
        /// The value to write; the current one if nothing is undone.
        var value: PropertyListValue?
        /// The values that lost a conflict and are to be kept; `nil` leaves them as they are.
        var superseded: [SupersededValue]?
        /// The part that stays, and the reason; `nil` if everything was undone.
        var stays: Staying?
        /// Whether the write changes anything.
        var isAnything: Bool
    }

    /// The reason why something was not undone.
    enum Staying: Sendable, Hashable {
        /// Others edited these fields since; empty if it is the bookmark as a whole.
        case edited([String])
        /// The item was deleted forever.
        case forgotten
    }

    /// Returns the write that undoes the change in a bookmark with this record.
    func undoWrite(for record: Record?) -> UndoWrite {
        let current = record?.value?.dictionary
        switch what {
        case .added(let fingerprint):
            guard let current else { return leaving(record, nil) }
            if ContentHash.of(current) != fingerprint { return leaving(record, .edited([])) }
            return UndoWrite(value: nil, isAnything: true)
        case .deleted(let fingerprint):
            guard let last = record?.latestValue?.dictionary else {
                return leaving(record, .forgotten)
            }
            let stays = ContentHash.of(last) == fingerprint ? nil : Staying.edited([])
            // The bookmark was already restored.
            if current != nil { return leaving(record, stays) }
            return UndoWrite(value: .dictionary(last), stays: stays, isAnything: true)
        case .edited(let changes):
            return undoWrite(of: changes, for: record)
        }
    }

    private func undoWrite(of changes: [FieldChange], for record: Record?) -> UndoWrite {
        guard let record, let last = record.latestValue?.dictionary else {
            return leaving(record, .forgotten)
        }
        var fields = last
        var foreign: [String] = []
        for change in changes {
            if last[change.field] == change.after {
                fields[change.field] = change.before
            } else if isDocument, Document.sets.contains(change.field) {
                fields[change.field] = Document.set(
                    of: Document.versions(in: last), changedFrom: change.after, to: change.before)
            } else if change.field == "tags",
                !Tags.wereRenamedAgain(after: change, in: last["tags"])
            {
                fields["tags"] = Tags.value(
                    of: last["tags"], changedFrom: change.after, to: change.before)
            } else if last[change.field] != change.before {
                // Otherwise, the field was already undone, or typed the same again.
                foreign.append(change.field)
            }
        }
        // The shown version of a document, its name and its type are undone together.
        if isDocument, !foreign.isEmpty {
            return undoWriteAfterMerge(changes, from: record, last) ?? leaving(record, .edited([]))
        }
        let stays = foreign.isEmpty ? nil : Staying.edited(foreign)
        var superseded = lost.isEmpty ? nil : lostValuesAfterUndo(from: record.superseded)
        if isDocument, fields != last {
            superseded =
                skipUndoneVersion(&fields, superseded ?? record.superseded) ?? superseded
            fields["versions"] = Document.versions(in: fields)
        }
        // Setting back fields restores a bookmark that was deleted since.
        let isAnything =
            fields != last || superseded != nil && superseded != record.superseded
        guard isAnything else { return leaving(record, stays) }
        return UndoWrite(
            value: .dictionary(fields), superseded: superseded, stays: stays, isAnything: true)
    }

    /// Returns the lost values without those that the command added, and with those that it
    /// removed.
    func lostValuesAfterUndo(from kept: [SupersededValue]) -> [SupersededValue] {
        let rest = kept.filter { !lost.added.contains($0) }
        let back = lost.removed.filter { !rest.contains($0) }
        return Array((back + rest).prefix(Record.maximumSuperseded))
    }

    private func leaving(_ record: Record?, _ stays: Staying?) -> UndoWrite {
        UndoWrite(value: record?.value, stays: stays, isAnything: false)
    }
}
