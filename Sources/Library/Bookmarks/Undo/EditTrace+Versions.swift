import Documents
import Replication

// An edit of a document may have met another one, of another terminal or device. Then the version
// that it wrote does not show, although nobody edited the document since: the two were merged, or
// one stands beside the other. A merge is no step of anybody, so undo looks through it.

extension EditTrace {
    /// How to take back a change of a document of which another version shows than it wrote; `nil`
    /// where that is a later edit, which stays.
    func takenBackFromMerge(
        _ changes: [FieldChange], from record: Record, _ last: [String: PropertyListValue]
    ) -> TakenBack? {
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
            // Without this change, there was nothing to merge.
            fields[head] = .string(other.text)
            for set in Document.sets {
                let rest = fields[set]?.strings.filter { $0 != document.head.text }
                fields[set] = rest.map { .array($0.map { .string($0) }) }
            }
            return TakenBack(
                value: .dictionary(fields),
                superseded: lost.isEmpty ? nil : takenBackLost(from: record.superseded),
                isAnything: true)
        }
        if document.rivals.contains(written) {
            let rest = takenBackLost(from: record.superseded)
                .filter { $0.field != head || $0.value != change.after }
            return TakenBack(value: .dictionary(fields), superseded: rest, isAnything: true)
        }
        // Redo: the version that it goes back to was made from what is there no more.
        guard let former = Self.version(change.before), former.made > written.made,
            former.parents.contains(written.content),
            history.origins(of: document.head).contains(written)
        else { return nil }
        for change in changes where !Document.sets.contains(change.field) {
            fields[change.field] = change.before
        }
        let beside = SupersededValue(
            field: head, value: last[head], stamp: record.stamp, device: document.head.device)
        return TakenBack(
            value: .dictionary(fields),
            superseded: Array(([beside] + record.superseded).prefix(Record.maximumSuperseded)),
            isAnything: true)
    }

    /// How to take back that a document came, where another device began the same one at the same
    /// time: what that wrote stays. `nil` where it was edited since, and for bookmarks.
    ///
    /// - Parameter fingerprint: of the fields that it came with.
    func takenBackBeginning(_ fingerprint: UInt64, from record: Record) -> TakenBack? {
        guard isDocument, let document = Document(key: id, record: record),
            let own = document.named.first(where: {
                ContentHash.of(document.begun(with: $0).fields) == fingerprint
            })
        else { return nil }
        if document.named == [own] { return TakenBack(value: nil, isAnything: true) }
        var after = document
        let parents = VersionHistory(document.named).parents(of: document.head)
        if document.kind == .note, document.head.isMerge(of: parents), parents.contains(own) {
            after.versions.removeAll { $0 == document.head }
            after.head = parents.first { $0 != own } ?? own
        } else if document.head == own, let other = document.rivals.first {
            after.head = other
            after.rivals.removeFirst()
        } else if !document.rivals.contains(own) {
            return nil
        }
        after.rivals.removeAll { $0 == own }
        after.versions.removeAll { $0 == own }
        let superseded = record.superseded.filter { lost in
            lost.field != Document.headField
                || after.rivals.contains { $0.text == lost.value?.string }
        }
        return TakenBack(
            value: .dictionary(after.fields), superseded: superseded, isAnything: true)
    }

    private static func version(_ value: PropertyListValue?) -> DocumentVersion? {
        value?.string.flatMap(DocumentVersion.init)
    }
}

extension Document {
    /// The document as it was when it came with this version.
    fileprivate func begun(with version: DocumentVersion) -> Document {
        var document = self
        document.rivals = []
        (document.added, document.head, document.versions) = (version.made, version, [version])
        return document
    }
}
