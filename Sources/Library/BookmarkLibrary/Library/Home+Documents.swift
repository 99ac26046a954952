public import Bookmarks
public import DeviceStore
public import Documents
import KeyValueStore
import LocalCloud
import Replication

extension Home {
    /// What exchanges the contents of documents with the cloud of this machine; `nil` where the
    /// device syncs with another one.
    public var documentExchange: DocumentExchange? {
        guard location.remote == nil else { return nil }
        return DocumentExchange(
            contents, device.replica, cloud: ChunkFolder(path: location.store.cloudChunks),
            named: "local")
    }

    /// The documents of a bookmark, the first added first.
    public func documents(ofBookmark id: String) throws -> [Document] {
        try documents(ids: DocumentTable.ids(ofBookmark: id, in: device.replica))
    }

    /// All documents, the latest added first.
    public func documents() throws -> [Document] {
        try documents(ids: DocumentTable.ids(in: device.replica))
    }

    /// The page that was saved of a bookmark last.
    public func savedPage(ofBookmark id: String) throws -> Document? {
        try documents(ofBookmark: id).filter { $0.kind == .page }
            .max { $0.head.made < $1.head.made }
    }

    /// Keeps the content of a page, and returns what makes it a document of its bookmark: a new
    /// one, or another version of the page that is there.
    public func item(_ page: SavedPage, ofBookmark id: String) throws -> DocumentEditor.Item {
        let draft = DocumentEditor.Draft(
            kind: .page, name: page.title, mediaType: page.mediaType, source: page.url,
            content: try contents.keep(page.content), length: page.content.count)
        let there = try documents(ofBookmark: id)
        let former = there.filter { $0.kind == .page }.max { $0.head.made < $1.head.made }
        return DocumentEditor.Item(
            bookmark: id, draft: draft, replaced: former?.id, siblings: there.count)
    }

    /// The one document whose id begins so.
    public func document(matching prefix: String) throws -> Document {
        let typed = BookmarkID.canonical(prefix)
        let ids = try DocumentTable.ids(in: device.replica).filter { $0.hasPrefix(typed) }
        let found = try documents(ids: ids.contains(typed) ? [typed] : ids)
        guard let document = found.first, !typed.isEmpty else {
            throw DocumentError.notFound(prefix)
        }
        if found.count > 1 { throw DocumentError.ambiguous(prefix, found) }
        return document
    }

    /// The content of a version, from this device or else from the cloud; `nil` where neither has
    /// it.
    public func content(
        of version: DocumentVersion, _ tell: (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> [UInt8]? {
        if let content = try contents.content(version.content) { return content }
        guard let exchange = documentExchange, try await exchange.fetch(version.content, tell)
        else { return nil }
        return try contents.content(version.content)
    }

    /// Those of the documents that are not deleted.
    func documents(ids: [String]) throws -> [Document] {
        let keys = ids.map { Document.keyPrefix + $0 }
        return zip(keys, try store.records(forKeys: keys)).compactMap { key, record in
            record.flatMap { $0.isTombstone ? nil : Document(key: key, record: $0) }
        }
    }
}

/// A page as it came from the web or from a file.
public struct SavedPage: Sendable, Hashable {
    /// The page's own title; empty where it has none.
    public var title: String
    /// The media type, with its parameters.
    public var mediaType: String
    /// Where it is from.
    public var url: String
    public var content: [UInt8]

    public init(title: String, mediaType: String, url: String, content: [UInt8]) {
        self.title = title
        self.mediaType = mediaType
        self.url = url
        self.content = content
    }
}
