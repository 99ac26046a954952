public import Documents
import KeyValueStore
import Replication

/// Turns what a person does with documents into edits of the store, each of which undo takes back.
///
/// The contents are kept before: see `DocumentContents`.
public struct DocumentEditor {
    let stored: StoredBookmarks
    let recorder: EditRecorder
    let random: () -> UInt64

    /// What is to be kept behind a bookmark.
    public struct Draft: Sendable, Hashable {
        public var kind: Document.Kind
        public var name: String
        public var mediaType: String
        public var source: String
        /// The name and the length of the content.
        public var content: ChunkName
        public var length: Int

        public init(
            kind: Document.Kind, name: String, mediaType: String, source: String = "",
            content: ChunkName, length: Int
        ) {
            self.kind = kind
            self.name = name
            self.mediaType = mediaType
            self.source = source
            self.content = content
            self.length = length
        }
    }

    /// A document that is to be kept.
    public struct Item: Sendable, Hashable {
        /// The id of the bookmark.
        public var bookmark: String
        public var draft: Draft
        /// The id of the document that gets this content; `nil` for a new document.
        public var replaced: String?
        /// How many documents the bookmark has.
        public var siblings: Int

        public init(bookmark: String, draft: Draft, replaced: String? = nil, siblings: Int = 0) {
            self.bookmark = bookmark
            self.draft = draft
            self.replaced = replaced
            self.siblings = siblings
        }
    }

    /// A document, live; `nil` when there is none.
    public func document(id: String) throws -> Document? {
        let key = Document.keyPrefix + id
        guard let record = try stored.store.record(forKey: key), !record.isTombstone else {
            return nil
        }
        return Document(key: key, record: record)
    }

    /// Keeps documents behind bookmarks, as one step. Returns their ids.
    @discardableResult
    public func keep(_ items: [Item]) throws -> [String] {
        let moment = try stored.momentOfEdits()
        var ids: [String] = []
        var changes: [EditStep.Change] = []
        for item in items {
            try check(item)
            let before = try item.replaced.flatMap { try document(id: $0) }
            let after = try before.map { try version(of: $0, item, moment) } ?? new(item, moment)
            ids.append(after.id)
            if before == after { continue }
            changes.append(
                EditStep.Change(id: after.key, before: before?.fields, after: after.fields))
        }
        if !changes.isEmpty {
            try recorder.perform(EditStep(title: title(of: items), changes: changes))
        }
        return ids
    }

    /// Deletes documents; undo brings them back.
    public func delete(_ documents: [Document]) throws {
        let title =
            documents.count == 1
            ? "Deleted “\(documents[0].title)”" : "Deleted \(counted(documents.count, "document"))"
        try recorder.perform(
            EditStep(
                title: title,
                changes: documents.map { EditStep.Change(id: $0.key, before: nil, after: nil) }))
    }

    private func check(_ item: Item) throws {
        let length = item.draft.length
        if length > Document.longest { throw DocumentError.tooLong(length) }
        if item.replaced == nil, item.siblings >= Document.most {
            throw DocumentError.tooMany(item.siblings)
        }
    }

    private func new(_ item: Item, _ moment: Double) throws -> Document {
        let draft = item.draft
        return Document(
            id: BookmarkID.make(random: random()), bookmark: item.bookmark, kind: draft.kind,
            name: draft.name, mediaType: draft.mediaType, source: draft.source, added: moment,
            head: try head(draft, moment))
    }

    /// The document with another content. The former one stays as a version.
    private func version(
        of before: Document, _ item: Item, _ moment: Double
    ) throws -> Document {
        var after = before
        after.name = item.draft.name
        after.mediaType = item.draft.mediaType
        after.source = item.draft.source
        if before.head.content != item.draft.content {
            after.head = try head(item.draft, moment, from: before.head)
            after.versions = [after.head] + before.versions
        }
        return after
    }

    private func head(
        _ draft: Draft, _ moment: Double, from parent: DocumentVersion? = nil
    ) throws -> DocumentVersion {
        DocumentVersion(
            content: draft.content, length: draft.length, made: moment,
            device: try stored.store.deviceName(), parent: parent?.content)
    }

    private func title(of items: [Item]) throws -> String {
        guard let item = items.first, items.count == 1 else {
            let isPages = items.allSatisfy { $0.draft.kind == .page }
            return "Saved \(grouped(items.count)) \(isPages ? "pages" : "documents")"
        }
        let bookmark = try stored.bookmark(id: item.bookmark)?.title ?? item.bookmark
        switch item.draft.kind {
        case .page: return "Saved the page of “\(bookmark)”"
        case .note: return "Wrote the note of “\(bookmark)”"
        case .file: return "Attached “\(item.draft.name)” to “\(bookmark)”"
        }
    }
}
