import BookmarkDatabase
public import Bookmarks
public import DeviceStore
public import Documents
import FileCoordination
import KeyValueStore
import LocalCloud
import Replication

extension Home {
    /// Exchanges the contents of documents with the cloud; `nil` before the device knows its cloud.
    /// Where another process of the device talks to that, it only tells the noted state.
    public var documentExchange: DocumentExchange? {
        guard let name = try? device.contentsName(key: contentsKey) else { return nil }
        let cloud = cloudContents ?? NoChunks(cloud: location.remote?.url ?? "The cloud")
        return DocumentExchange(
            contents, device.replica, cloud: cloud, named: name
        ) { [transferBell] in transferBell.ring() }
    }

    /// The id of the key that seals contents in the cloud.
    private var contentsKey: String? {
        remoteChunks.map(\.key) ?? (try? location.remote?.sealingKey())?.id
    }

    /// The contents in the cloud, where this process talks to it.
    var cloudContents: (any ChunkStore)? {
        location.remote == nil
            ? ChunkFolder(path: location.store.cloudChunks) : remoteChunks?.store
    }

    /// The contents that the cloud is known to have, whichever process sent them.
    public func sentContents() throws -> Set<ChunkName> {
        guard let name = try device.contentsName(key: contentsKey) else { return [] }
        return try SentContents.all(name, in: device.replica)
    }

    /// Whether the cloud on this machine has a content; `nil` where it is behind a network.
    public func isInLocalCloud(_ content: ChunkName) -> Bool? {
        location.remote == nil
            ? ChunkFolder(path: location.store.cloudChunks).contains(content) : nil
    }

    /// The contents of documents that the cloud lacks, all or a part of them. Asks the cloud.
    public func contentsLackingInCloud() async throws -> [ChunkName] {
        guard let exchange = documentExchange else { return [] }
        let named = Set(try documents().flatMap { $0.versions.map(\.content) })
        return try await exchange.lacking(among: named.sorted())
    }

    /// Sends the contents of documents again that the cloud may have lost, with the next exchange.
    /// Returns the versions that are on this device.
    public func sendAgain(_ documents: [Document]) throws -> [DocumentVersion] {
        let versions = documents.flatMap(\.versions)
        guard let exchange = documentExchange else { return [] }
        let here = Set(try exchange.sendAgain(versions.map(\.content)))
        device.ring()
        return versions.filter { here.contains($0.content) }
    }

    /// The documents of a bookmark, the first added first.
    public func documents(ofBookmark id: String) throws -> [Document] {
        try documents(ids: DocumentTable.ids(ofBookmark: id, in: device.replica))
    }

    /// All documents, the latest added first.
    public func documents() throws -> [Document] {
        try documents(ids: DocumentTable.ids(in: device.replica))
    }

    /// The documents that a person can settle: see `Document.isUnsettled`.
    public func unsettledDocuments() throws -> [Document] {
        try documents(ids: BookmarkTable.unsettledDocuments(in: device.replica))
    }

    /// The unsettled documents of some bookmarks, in their order. Only the documents of rows with
    /// such a conflict are read.
    public func unsettledDocuments(ofBookmarks ids: [String]) throws -> [Document] {
        let kinds = Document.Kind.allCases.map(\.rawValue)
        let rows = try catalog.rows(ids: ids)
        return try ids.flatMap { id in
            let fields = rows[id]?.conflictFields ?? []
            if !fields.contains(where: kinds.contains) { return [Document]() }
            return try documents(ofBookmark: id).filter(\.isUnsettled)
        }
    }

    /// The bookmarks with a page, a note or a file.
    public func savedBookmarks() throws -> Set<String> {
        try DocumentTable.bookmarks(in: device.replica)
    }

    /// The bookmarks with a saved page.
    public func bookmarksWithPage() throws -> Set<String> {
        try DocumentTable.bookmarks(with: .page, in: device.replica)
    }

    /// How many documents there are, and where.
    public func documentTallies() throws -> DocumentTallies {
        let heads = try DocumentTable.heads(in: device.replica)
        return DocumentTallies(
            count: try DocumentTable.ids(in: device.replica).count,
            bytes: heads.reduce(0) { $0 + $1.length },
            remote: heads.count { !contents.contains($0.content) },
            unsent: try documentExchange?.unsent().count)
    }

    /// The page that was saved of a bookmark last.
    public func savedPage(ofBookmark id: String) throws -> Document? {
        try documents(ofBookmark: id).filter { $0.kind == .page }
            .max { $0.head.made < $1.head.made }
    }

    /// Keeps the content of a page, and returns the item for its bookmark: a new document, or
    /// another version of the present page.
    public func item(_ page: SavedPage, ofBookmark id: String) throws -> DocumentEditor.Item {
        let there = try documents(ofBookmark: id)
        let former = there.filter { $0.kind == .page }.max { $0.head.made < $1.head.made }
        if former == nil { try Document.checkRoom(beside: there.count) }
        let draft = DocumentEditor.Draft(
            kind: .page, name: page.title, mediaType: page.mediaType, source: page.url,
            content: try contents.keep(page.content), length: page.content.count)
        var item = DocumentEditor.Item(
            bookmark: id, draft: draft, replaced: former?.id, siblings: there.count)
        item.id = try unusedID(ofFirst: .page, of: id)
        return item
    }

    /// Keeps the content of a file, and returns the item that attaches it to a bookmark: a new
    /// document, or another version of the file that has its name.
    ///
    /// - Parameter more: how many new documents the bookmark gets before this one.
    public func item(
        file name: String, _ content: [UInt8], ofBookmark id: String, after more: Int = 0
    ) throws -> DocumentEditor.Item {
        let there = try documents(ofBookmark: id)
        let former = there.first { $0.kind == .file && $0.name == name }
        if former == nil { try Document.checkRoom(beside: there.count + more) }
        var item = DocumentEditor.Item(
            bookmark: id,
            draft: DocumentEditor.Draft(
                kind: .file, name: name, mediaType: MediaType.of(name: name, content),
                content: try contents.keep(content), length: content.count),
            replaced: former?.id, siblings: there.count + more)
        item.id = try unusedID(ofFirst: .file, named: name, of: id)
        return item
    }

    /// The first of `Document.ids(ofFirst:named:of:)` that no document has or had.
    private func unusedID(
        ofFirst kind: Document.Kind, named name: String = "", of bookmark: String
    ) throws -> String? {
        try Document.ids(ofFirst: kind, named: name, of: bookmark).first {
            try store.record(forKey: Document.keyPrefix + $0) == nil
        }
    }

    /// Removes the contents of a document from this device; they stay in the cloud. Throws
    /// ``DocumentError/notSent(_:)`` if the cloud does not have all of them.
    public func drop(_ document: Document) throws {
        guard try documentExchange?.drop(document.versions.map(\.content)) == true else {
            throw DocumentError.notSent(document.title)
        }
        device.ring()
    }

    /// The version of a number, of which the first is 1.
    public func version(_ number: Int, of document: Document) throws -> DocumentVersion {
        let history = document.history
        guard history.indices.contains(number - 1) else {
            throw DocumentError.noVersion(number, of: document)
        }
        return history[number - 1]
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
        do {
            if let content = try contents.content(version.content) {
                contents.noteUse(of: version.content)
                return content
            }
        } catch  where error.code == .damaged {
            // The cloud may have it whole.
            guard try mayFetch, try await isInCloud(version.content),
                try contents.dropDamaged(of: version.content)
            else { throw error }
        }
        guard try mayFetch else { return nil }
        if device.areContentsElsewhere {
            guard readOnlyReason == nil,
                try await device.exchangeContentsByAgent(version.content, tell)
            else { return nil }
        } else {
            guard let exchange = documentExchange,
                try await exchange.fetch(version.content, isAsked: true, tell)
            else { return nil }
        }
        guard let content = try contents.content(version.content) else { return nil }
        // Open lists show which documents are on this device.
        device.ring()
        return content
    }

    /// Whether contents may come from the cloud now: not in airplane mode, whatever the cloud is.
    private var mayFetch: Bool {
        get throws { try !device.isApart && !device.isOffline }
    }

    /// Why ``content(of:_:)`` has nothing for a version of a document.
    public func absence(
        of document: Document, _ version: DocumentVersion? = nil
    ) -> DocumentError {
        let version = version ?? document.head
        if (try? device.isOffline) == true { return .airplane(document.title) }
        if device.isApart { return .apart(document.title) }
        if version.device == location.device {
            return .lost(document)
        }
        return .notHere(document.title, device: version.device)
    }

    /// Whether the cloud has a content, as far as this process can tell.
    private func isInCloud(_ content: ChunkName) async throws -> Bool {
        if device.areContentsElsewhere { return try sentContents().contains(content) }
        return try await documentExchange?.isInCloud(content) ?? false
    }

    /// The documents with these ids that are not deleted.
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

/// How many documents there are, and where their contents are.
public struct DocumentTallies: Sendable, Hashable {
    public var count: Int
    /// The bytes of all contents that show.
    public var bytes: Int
    /// How many contents are not on this device.
    public var remote: Int
    /// How many contents, also of former versions, the cloud lacks; `nil` where that is not known.
    public var unsent: Int?
}
