public import Documents
import KeyValueStore
import Replication

/// Turns a person's actions on documents into edits of the store, each of which can be undone.
///
/// Callers must keep the contents first: see `DocumentContents`.
public struct DocumentEditor {
    let stored: StoredBookmarks
    let recorder: EditRecorder
    let random: () -> UInt64

    /// The properties of a document that is not kept yet.
    public struct Draft: Sendable, Hashable {
        public var kind: Document.Kind
        public var name: String
        public var mediaType: String
        public var source: String
        /// The name and the length of the content.
        public var content: ChunkName
        public var length: Int
        /// The time when a new document was saved elsewhere, in seconds since 1970; `nil` for now.
        public var made: Double?
        /// The time when the document got its current content there, if that was later.
        public var changed: Double?

        public init(
            kind: Document.Kind, name: String, mediaType: String, source: String = "",
            content: ChunkName, length: Int, made: Double? = nil
        ) {
            self.kind = kind
            self.name = name
            self.mediaType = mediaType
            self.source = source
            self.content = content
            self.length = length
            self.made = made
        }
    }

    /// A document to keep.
    public struct Item: Sendable, Hashable {
        /// The id of the document's bookmark.
        public var bookmark: String
        public var draft: Draft
        /// The id of the document that gets this content; `nil` for a new document.
        public var replaced: String?
        /// The number of documents that the bookmark has.
        public var siblings: Int
        /// The id that a new document gets; `nil` for one at random.
        public var id: String?
        /// The base that the content was made from.
        public var base = Base.head
        /// Whether the content has conflict marks: a note that had some is not settled yet.
        public var hasConflictMarks = false
        /// Whether the document replaces the short notes of its bookmark.
        public var emptiesNotes = false

        public init(bookmark: String, draft: Draft, replaced: String? = nil, siblings: Int = 0) {
            self.bookmark = bookmark
            self.draft = draft
            self.replaced = replaced
            self.siblings = siblings
        }

        /// The version that a content was made from.
        public enum Base: Sendable, Hashable {
            /// The version that shows now.
            case head
            /// This content, or an empty one. If another version shows by now, it is kept as a
            /// rival.
            case content(ChunkName?)
        }
    }

    /// Returns a document that is not deleted; `nil` if there is none.
    public func document(id: String) throws -> Document? {
        let key = Document.keyPrefix + id
        guard let record = try stored.store.record(forKey: key), !record.isTombstone else {
            return nil
        }
        return Document(key: key, record: record)
    }

    /// Keeps documents of bookmarks in one undo step. Returns the ids of the documents.
    @discardableResult
    public func keep(_ items: [Item]) throws -> [String] {
        let (ids, changes) = try changes(keeping: items)
        if !changes.isEmpty {
            try recorder.perform(EditStep(title: title(of: items), changes: changes))
        }
        return ids
    }

    /// Returns the changes that keep these documents, and the ids of the documents.
    func changes(keeping items: [Item]) throws -> (ids: [String], changes: [EditStep.Change]) {
        let now = try stored.momentOfEdits()
        var ids: [String] = []
        var changes: [EditStep.Change] = []
        for item in items {
            try check(item)
            let before = try item.replaced.flatMap { try document(id: $0) }
            let after =
                try before.map { document in
                    try version(of: document, item, Self.moment(now, after: document))
                } ?? new(item, now)
            ids.append(after.id)
            if item.emptiesNotes { changes += try emptyNotes(of: item.bookmark) }
            if before == after { continue }
            var change = EditStep.Change(
                id: after.key, before: before?.fields, after: after.fields)
            if let before, after.rivals != before.rivals {
                change.lostAfter = try lost(of: before, with: before.head)
            }
            changes.append(change)
        }
        return (ids, changes)
    }

    /// Shows a former version as a new one, which settles a conflict. Versions that wait to be
    /// merged are merged with it. Returns `false` if the version already shows.
    @discardableResult
    public func restore(_ version: DocumentVersion, of before: Document) throws -> Bool {
        guard version.content != before.head.content || before.isUnsettled else { return false }
        let settled = before.lastingRivals
        var after = before
        after.head = DocumentVersion(
            content: version.content, length: version.length,
            made: Self.moment(try stored.momentOfEdits(), after: before),
            device: try stored.store.deviceName(),
            parents: ([before.head] + settled.prefix(1)).map(\.content))
        after.versions = [after.head] + before.versions
        after.rivals.removeAll(where: settled.contains)
        var change = EditStep.Change(id: after.key, before: before.fields, after: after.fields)
        if !settled.isEmpty { change.lostAfter = try lost(of: before, without: settled) }
        try recorder.perform(
            EditStep(title: try title(ofRestoring: version, of: before), changes: [change]))
        return true
    }

    /// If the document has a conflict, choosing a version settles it, and the title says so.
    private func title(
        ofRestoring version: DocumentVersion, of document: Document
    ) throws -> String {
        let number = document.history.firstIndex(of: version).map { " \($0 + 1)" } ?? ""
        guard document.isUnsettled else {
            return "Restored version\(number) of “\(document.title)”"
        }
        let bookmark = try stored.bookmark(id: document.bookmark)?.title ?? document.bookmark
        let what = document.kind == .file ? "“\(document.name)”" : "the \(document.kind.rawValue)"
        return "Settled \(what) of “\(bookmark)” with version\(number)"
    }

    /// Returns the time for a new version, in milliseconds: later than all existing versions,
    /// because the time determines the parents, and the clock of another device may be ahead.
    /// Merges are made one millisecond later.
    private static func moment(_ now: Double, after before: Document?) -> Double {
        guard let before else { return now }
        let last = (before.versions + before.rivals).map(\.made).max() ?? 0
        return max(now, last + 0.002)
    }

    /// Returns the values that lost in a document, without some of its heads.
    private func lost(
        of document: Document, without heads: [DocumentVersion]
    ) throws -> [SupersededValue] {
        let lost = try stored.store.record(forKey: document.key)?.superseded ?? []
        return lost.filter { value in
            value.field != Document.headField
                || !heads.contains { $0.text == value.value?.string }
        }
    }

    /// Returns the values that lost in a document, with one more head.
    private func lost(
        of document: Document, with head: DocumentVersion
    ) throws -> [SupersededValue] {
        guard let record = try stored.store.record(forKey: document.key) else { return [] }
        let value = SupersededValue(
            field: Document.headField, value: .string(head.text), stamp: record.stamp,
            device: head.device)
        return Array(([value] + record.superseded).prefix(Record.maximumSuperseded))
    }

    /// Returns the changes that empty the short notes of a bookmark.
    private func emptyNotes(of id: String) throws -> [EditStep.Change] {
        guard let bookmark = try stored.bookmark(id: id), !bookmark.notes.isEmpty else {
            return []
        }
        var after = bookmark
        after.notes = ""
        return [
            EditStep.Change(
                id: id, before: bookmark.fields, after: after.fields, keepsUnseen: true)
        ]
    }

    /// Deletes documents in one undo step.
    public func delete(_ documents: [Document]) throws {
        let title =
            documents.count == 1
            ? "Deleted the \(documents[0].kind.rawValue) “\(documents[0].title)”"
            : "Deleted \(counted(documents.count, "document"))"
        try recorder.perform(
            EditStep(
                title: title,
                changes: documents.map { EditStep.Change(id: $0.key, before: nil, after: nil) }))
    }

    private func check(_ item: Item) throws {
        let length = item.draft.length
        if length > Document.longest {
            throw DocumentError.tooLong(length, most: Document.longest)
        }
        if item.draft.kind == .note, length > Document.longestNote {
            throw DocumentError.tooLong(length, most: Document.longestNote)
        }
        if item.replaced == nil { try Document.checkRoom(beside: item.siblings) }
    }

    /// Returns a new document. A deleted document of the same id, such as a note, keeps its
    /// versions.
    private func new(_ item: Item, _ now: Double) throws -> Document {
        let draft = item.draft
        let former = try item.id.flatMap { id in
            let key = Document.keyPrefix + id
            return try stored.store.record(forKey: key).flatMap { Document(key: key, record: $0) }
        }
        let made = draft.made.flatMap { (0...now).contains($0) ? $0 : nil } ?? now
        let moment = Self.moment(made, after: former)
        // An editor that was open when the document was deleted started from one of its versions.
        var parent: ChunkName?
        if case .content(let base?) = item.base,
            former?.versions.contains(where: { $0.content == base }) == true
        {
            parent = base
        }
        let changed = draft.changed.flatMap { (moment...max(moment, now)).contains($0) ? $0 : nil }
        let head = try head(draft, changed ?? moment, from: parent)
        return Document(
            id: item.id ?? BookmarkID.make(random: random()), bookmark: item.bookmark,
            kind: draft.kind, name: draft.name, mediaType: draft.mediaType, source: draft.source,
            added: moment, head: head, versions: [head] + (former?.versions ?? []))
    }

    /// Returns the document with a new content. The former content stays as a version.
    private func version(
        of before: Document, _ item: Item, _ moment: Double
    ) throws -> Document {
        var after = before
        after.name = item.draft.name
        after.mediaType = item.draft.mediaType
        after.source = item.draft.source
        if before.head.content != item.draft.content {
            var parent: ChunkName? = before.head.content
            if case .content(let base) = item.base, base != parent {
                parent = base
                after.rivals = [before.head] + before.rivals
            }
            after.head = try head(item.draft, moment, from: parent)
            let former = before.history.last { $0.content == parent }
            after.head.isConflicting = item.hasConflictMarks && former?.isConflicting == true
            after.versions = [after.head] + before.versions
        }
        return after
    }

    private func head(
        _ draft: Draft, _ moment: Double, from parent: ChunkName? = nil
    ) throws -> DocumentVersion {
        DocumentVersion(
            content: draft.content, length: draft.length, made: moment,
            device: try stored.store.deviceName(), parents: parent.map { [$0] } ?? [])
    }

    func title(of items: [Item]) throws -> String {
        guard let item = items.first, items.count == 1 else {
            let kinds = Set(items.map(\.draft.kind))
            let count = grouped(items.count)
            guard let first = items.first, items.allSatisfy({ $0.bookmark == first.bookmark })
            else {
                return "Saved \(count) \(kinds == [.page] ? "pages" : "documents")"
            }
            let bookmark = try stored.bookmark(id: first.bookmark)?.title ?? first.bookmark
            return kinds == [.file]
                ? "Attached \(count) files to “\(bookmark)”"
                : "Saved \(count) documents of “\(bookmark)”"
        }
        let bookmark = try stored.bookmark(id: item.bookmark)?.title ?? item.bookmark
        switch item.draft.kind {
        case .page: return "Saved the page of “\(bookmark)”"
        case .note: return "Wrote the note of “\(bookmark)”"
        case .file: return "Attached “\(item.draft.name)” to “\(bookmark)”"
        }
    }
}
