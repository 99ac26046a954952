public import Bookmarks
import DeviceStore
public import Documents
import KeyValueStore
import Replication

extension Home {
    /// Returns the note of a bookmark, which has at most one; `nil` if it has none.
    public func note(ofBookmark id: String) throws -> Document? {
        let notes = try documents(ofBookmark: id).filter { $0.kind == .note }
        return notes.first { $0.id == id } ?? notes.first
    }

    /// Stores the text of a note, and returns the item that attaches it to its bookmark.
    ///
    /// A note has the id of its bookmark: two devices that begin a note at the same time write the
    /// same document.
    ///
    /// - Parameter isTrial: whether to check the text only, without storing it.
    public func item(
        note text: [UInt8], ofBookmark id: String, base: DocumentEditor.Item.Base = .head,
        isTrial: Bool = false
    ) throws -> DocumentEditor.Item {
        if text.count > Document.longestNote {
            throw DocumentError.tooLong(text.count, most: Document.longestNote)
        }
        let there = try documents(ofBookmark: id)
        let note = try note(ofBookmark: id)
        if note == nil { try Document.checkRoom(beside: there.count) }
        var item = DocumentEditor.Item(
            bookmark: id,
            draft: DocumentEditor.Draft(
                kind: .note, name: "Note", mediaType: "text/markdown; charset=utf-8",
                content: isTrial ? contents.name(of: text) : try contents.keep(text),
                length: text.count),
            replaced: note?.id, siblings: there.count)
        item.id = id
        item.base = base
        item.hasConflictMarks = text.hasConflictMarks
        return item
    }

    /// Whether a bookmark is in the list or in the trash. Documents of other bookmarks are removed.
    public func isKept(bookmark id: String) throws -> Bool {
        try store.record(forKey: BookmarksController.keyPrefix + id)?.latestValue != nil
    }

    /// The result of merging notes.
    public enum NoteMerge: Sendable, Hashable {
        case nothing
        /// Some notes were merged; the results must be sent.
        case merged
        /// A content is neither here nor in the cloud yet.
        case waiting
    }

    /// Merges the notes that several devices wrote at the same time: see ``NoteMerging``. An error
    /// in one note does not stop the others; it is thrown at the end.
    public func mergeNotes() async throws -> NoteMerge {
        if readOnlyReason != nil { return .nothing }
        var result = NoteMerge.nothing
        var failure: ChunkStoreError?
        for id in try DocumentTable.contested(in: device.replica) {
            do {
                switch try await mergeNote(Document.keyPrefix + id) {
                case .nothing: break
                case .merged: result = .merged
                case .waiting: if result == .nothing { result = .waiting }
                }
            } catch let error as ChunkStoreError where error.isOfOneContent {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return result
    }

    private func mergeNote(_ key: String) async throws -> NoteMerge {
        guard let record = try store.record(forKey: key), !record.isTombstone,
            let note = Document(key: key, record: record), note.kind == .note
        else { return .nothing }
        let merging = NoteMerging(
            content: { try await self.content(of: $0) }, keep: contents.keep)
        let merged: Document
        switch try await merging.merge(note) {
        case .nothing: return .nothing
        case .waiting: return .waiting
        case .merged(let document): merged = document
        }
        let (fields, superseded) = merged.merged(into: record)
        try transactions.update([
            StoreWrite(key: key) { now in
                // A later edit is merged next time.
                guard now == record else { return nil }
                return StoreWrite.Content(value: .dictionary(fields), superseded: superseded)
            }
        ]) { _, _ in }
        return .merged
    }
}
