public import Bookmarks
import DeviceStore
public import Documents
import KeyValueStore
import Replication

extension Home {
    /// The note of a bookmark, which has at most one; `nil` if it was not written yet.
    public func note(ofBookmark id: String) throws -> Document? {
        let notes = try documents(ofBookmark: id).filter { $0.kind == .note }
        return notes.first { $0.id == id } ?? notes.first
    }

    /// Keeps the text of a note, and returns what makes it the note of its bookmark.
    ///
    /// A note has the id of its bookmark: two devices that begin one at the same time write the
    /// same document.
    public func item(
        note text: [UInt8], ofBookmark id: String, base: DocumentEditor.Item.Base = .head
    ) throws -> DocumentEditor.Item {
        if text.count > Document.longestNote {
            throw DocumentError.tooLong(text.count, most: Document.longestNote)
        }
        let there = try documents(ofBookmark: id)
        let note = try note(ofBookmark: id)
        var item = DocumentEditor.Item(
            bookmark: id,
            draft: DocumentEditor.Draft(
                kind: .note, name: "Note", mediaType: "text/markdown; charset=utf-8",
                content: try contents.keep(text), length: text.count),
            replaced: note?.id, siblings: there.count)
        item.id = id
        item.base = base
        return item
    }

    /// What came of merging notes.
    public enum NoteMerge: Sendable, Hashable {
        case nothing
        /// Some are merged. What was merged is to be sent.
        case merged
        /// A content is neither here nor in the cloud yet.
        case waiting
    }

    /// Merges the notes that several devices wrote at the same time, line by line.
    ///
    /// Any device that merges the same versions makes the same one, so that it does not matter
    /// which of them does it, or whether several do. Versions without a common one stay beside each
    /// other until a person chooses.
    public func mergeNotes() async throws -> NoteMerge {
        if readOnlyReason != nil { return .nothing }
        var result = NoteMerge.nothing
        for id in try DocumentTable.contested(in: device.replica) {
            switch try await mergeNote(Document.keyPrefix + id) {
            case .nothing: break
            case .merged: result = .merged
            case .waiting: if result == .nothing { result = .waiting }
            }
        }
        return result
    }

    private func mergeNote(_ key: String) async throws -> NoteMerge {
        guard let record = try store.record(forKey: key), !record.isTombstone,
            var note = Document(key: key, record: record), note.kind == .note
        else { return .nothing }
        var left: [DocumentVersion] = []
        for rival in note.rivals.sorted(by: { $0.text < $1.text }) {
            let history = VersionHistory(note.versions + note.rivals)
            if history.origins(of: note.head).contains(rival) { continue }
            if history.origins(of: rival).contains(note.head) {
                note.head = rival
                continue
            }
            let common = history.common(note.head, rival)
            // Two notes that were begun at the same time were both made from nothing.
            let areBegun = [note.head, rival].allSatisfy { version in
                history.origins(of: version).contains { $0.parents.isEmpty }
            }
            guard common != nil || areBegun else {
                left.append(rival)
                continue
            }
            var base: [UInt8]? = []
            if let common { base = try await content(of: common) }
            guard let base,
                let merged = try await merged(note.head, rival, base)
            else { return .waiting }
            note.head = merged
            note.versions = [merged] + note.versions
        }
        if left.count == note.rivals.count { return .nothing }
        note.rivals = left
        let unmerged = record.superseded.filter { value in
            value.field == Document.headField && left.contains { $0.text == value.value?.string }
        }
        let settled = Document.settled(record.superseded) + unmerged
        var fields = record.value?.dictionary ?? [:]
        for field in [Document.headField] + Document.sets { fields[field] = note.fields[field] }
        try transactions.update([
            StoreWrite(key: key) { now in
                // An edit that came meanwhile is merged the next time.
                guard now == record else { return nil }
                return StoreWrite.Content(value: .dictionary(fields), superseded: settled)
            }
        ]) { _, _ in }
        return .merged
    }

    /// The version that two become; `nil` where a content is missing.
    private func merged(
        _ one: DocumentVersion, _ other: DocumentVersion, _ base: [UInt8]
    ) async throws -> DocumentVersion? {
        let sides = [one, other].sorted { ($0.made, $0.text) < ($1.made, $1.text) }
        guard let first = try await content(of: sides[0]),
            let second = try await content(of: sides[1])
        else { return nil }
        let merge = LineMerge(
            base: base, LineMerge.Side(first, device: sides[0].device),
            LineMerge.Side(second, device: sides[1].device))
        let devices = Set(sides.flatMap { $0.device.split(separator: " + ") })
        return DocumentVersion(
            content: try contents.keep(merge.content), length: merge.content.count,
            // The next moment that a version can tell from its parents'.
            made: sides[1].made + 0.001, device: devices.sorted().joined(separator: " + "),
            parents: sides.map(\.content), isConflicting: merge.conflicts > 0)
    }
}
