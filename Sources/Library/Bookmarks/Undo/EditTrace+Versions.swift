import Documents
import Replication

// An edit of a document may have met another edit, from another terminal or device. Its version
// then does not show, although the document was not edited since: the two versions were merged, or
// stand side by side. A merge belongs to no step, so undo looks through it.

extension EditTrace {
    /// Returns the write that undoes a change of a document that now shows another version than the
    /// change wrote; `nil` if that version is a later edit, which stays.
    func undoWriteAfterMerge(
        _ changes: [FieldChange], from record: Record, _ last: [String: PropertyListValue]
    ) -> UndoWrite? {
        let head = Document.headField
        guard let change = changes.first(where: { $0.field == head }),
            let written = Self.version(change.after),
            let document = Document(key: id, record: record)
        else { return nil }
        var fields = last
        for change in changes where Document.sets.contains(change.field) {
            fields[change.field] = Document.set(
                of: Document.versions(in: last), changedFrom: change.after, to: change.before)
        }
        let history = VersionHistory(document.named)
        let parents = history.parents(of: document.head)
        if document.kind == .note, document.head.isMerge(of: parents), parents.contains(written),
            let other = parents.first(where: { $0 != written })
        {
            // Without this change, there is nothing to merge.
            fields[head] = .string(other.text)
            for set in Document.sets {
                let rest = fields[set]?.strings.filter { $0 != document.head.text }
                fields[set] = rest.map { .array($0.map { .string($0) }) }
            }
            return UndoWrite(
                value: .dictionary(fields),
                superseded: lost.isEmpty ? nil : lostValuesAfterUndo(from: record.superseded),
                isAnything: true)
        }
        if document.rivals.contains(written) {
            let rest = lostValuesAfterUndo(from: record.superseded)
                .filter { $0.field != head || $0.value != change.after }
            return UndoWrite(value: .dictionary(fields), superseded: rest, isAnything: true)
        }
        // Redo: its version derives from one that is gone.
        guard let former = Self.version(change.before), former.made > written.made,
            former.parents.contains(written.content),
            !document.named.contains(written)
                || history.origins(of: document.head).contains(written)
        else { return nil }
        var beside: [SupersededValue] = []
        for change in changes where !Document.sets.contains(change.field) {
            fields[change.field] = change.before
            beside.append(
                SupersededValue(
                    field: change.field, value: last[change.field], stamp: record.stamp,
                    device: document.head.device))
        }
        return UndoWrite(
            value: .dictionary(fields),
            superseded: Array((beside + record.superseded).prefix(Record.maximumSuperseded)),
            isAnything: true)
    }

    /// Shows another version if undo leads to one that another device undid: a rival with its own
    /// name and type, or else the latest version.
    ///
    /// - Returns: the remaining lost values; `nil` if there is nothing to do.
    func skipUndoneVersion(
        _ fields: inout [String: PropertyListValue], _ lost: [SupersededValue]
    ) -> [SupersededValue]? {
        let listed = fields["versions"]?.strings ?? []
        guard let head = fields[Document.headField]?.string, !listed.contains(head) else {
            return nil
        }
        let rival = lost.first {
            $0.field == Document.headField && listed.contains($0.value?.string ?? "")
        }
        guard let rival else {
            let latest = listed.compactMap(DocumentVersion.init).max {
                ($0.made, $0.text) < ($1.made, $1.text)
            }
            if let latest { fields[Document.headField] = .string(latest.text) }
            return latest == nil ? nil : lost
        }
        let own = lost.filter { $0.stamp == rival.stamp && $0.device == rival.device }
        for value in own { fields[value.field] = value.value }
        return lost.filter { !own.contains($0) }
    }

    private static func version(_ value: PropertyListValue?) -> DocumentVersion? {
        value?.string.flatMap(DocumentVersion.init)
    }
}
