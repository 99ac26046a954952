import BookmarkDatabase
public import Bookmarks
public import DeviceStore
public import Documents
import FileCoordination
import KeyValueStore
import LocalCloud
import Replication

extension Home {
    /// The contents of documents that are on this device.
    public var contents: DocumentContents { deviceContents.here }

    /// See ``DeviceContents/exchange``.
    public var documentExchange: DocumentExchange? { deviceContents.exchange }

    /// See ``DeviceContents/sent()``.
    public func sentContents() throws -> Set<ChunkName> { try deviceContents.sent() }

    /// Whether the local cloud has all chunks of a content, judging by the names of files; `nil` if
    /// the cloud is behind a network.
    public func isInLocalCloud(_ content: ChunkName) -> Bool? {
        deviceContents.localCloud.map { DocumentContents($0).isWhole(content) }
    }

    /// Returns contents of documents that the cloud lacks, all or some of them. Asks the cloud.
    public func contentsLackingInCloud() async throws -> [ChunkName] {
        guard let exchange = documentExchange else { return [] }
        let named = Set(try documents().flatMap { $0.versions.map(\.content) })
        return try await exchange.contentsMissingInCloud(among: named.sorted())
    }

    /// Sends contents of documents again with the next exchange, because the cloud may have lost
    /// them. Returns the versions that are on this device.
    public func sendAgain(_ documents: [Document]) throws -> [DocumentVersion] {
        let versions = documents.flatMap(\.versions)
        guard let exchange = documentExchange else { return [] }
        let here = Set(try exchange.sendAgain(versions.map(\.content)))
        device.ring()
        return versions.filter { here.contains($0.content) }
    }

    /// Returns the documents of a bookmark, the oldest first.
    public func documents(ofBookmark id: String) throws -> [Document] {
        try documents(ids: DocumentTable.ids(ofBookmark: id, in: device.replica))
    }

    /// Returns all documents, the newest first.
    public func documents() throws -> [Document] {
        try documents(ids: DocumentTable.ids(in: device.replica))
    }

    /// Returns the documents that a person can settle: see `Document.isUnsettled`.
    public func unsettledDocuments() throws -> [Document] {
        try documents(ids: BookmarkTable.unsettledDocuments(in: device.replica))
    }

    /// Returns the unsettled documents of these bookmarks, in order. Reads only documents whose
    /// rows show such a conflict.
    public func unsettledDocuments(ofBookmarks ids: [String]) throws -> [Document] {
        let kinds = Document.Kind.allCases.map(\.rawValue)
        let rows = try catalog.rows(ids: ids)
        return try ids.flatMap { id in
            let fields = rows[id]?.conflictFields ?? []
            if !fields.contains(where: kinds.contains) { return [Document]() }
            return try documents(ofBookmark: id).filter(\.isUnsettled)
        }
    }

    /// Returns the ids of the bookmarks with a page, a note or a file.
    public func savedBookmarks() throws -> Set<String> {
        try DocumentTable.bookmarks(in: device.replica)
    }

    /// Returns the ids of the bookmarks with a saved page.
    public func bookmarksWithPage() throws -> Set<String> {
        try DocumentTable.bookmarks(with: .page, in: device.replica)
    }

    /// Returns the numbers of documents and of their contents by place.
    public func documentTallies() throws -> DocumentTallies {
        let heads = try DocumentTable.heads(in: device.replica)
        return DocumentTallies(
            count: try DocumentTable.ids(in: device.replica).count,
            notes: try DocumentTable.count(of: .note, in: device.replica),
            bytes: heads.reduce(0) { $0 + $1.length },
            remote: heads.count { !contents.contains($0.content) },
            unsent: try documentExchange?.unsent().count,
            uploadProblem: try documentExchange?.uploadProblem())
    }

    /// Returns the latest saved page of a bookmark.
    public func savedPage(ofBookmark id: String) throws -> Document? {
        try documents(ofBookmark: id).filter { $0.kind == .page }
            .max { $0.head.made < $1.head.made }
    }

    /// Stores the content of a page, and returns the item for its bookmark: a new document, or
    /// another version of the current page.
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

    /// Stores the content of a file, and returns the item that attaches it to a bookmark: a new
    /// document, or another version of the file with the same name.
    ///
    /// - Parameter more: the number of new documents that the bookmark gets before this one.
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

    /// Returns the first of `Document.ids(ofFirst:named:of:)` that was never used.
    private func unusedID(
        ofFirst kind: Document.Kind, named name: String = "", of bookmark: String
    ) throws -> String? {
        try Document.ids(ofFirst: kind, named: name, of: bookmark).first {
            try store.record(forKey: Document.keyPrefix + $0) == nil
        }
    }

    /// Removes the contents of a document from this device; they stay in the cloud. Throws
    /// ``DocumentError/notSent(_:resume:)`` if the cloud lacks one of them, or the document's
    /// record.
    public func drop(_ document: Document) throws {
        let contents = document.versions.map(\.content)
        // Redo may bring back a document that is not sent and shares pieces with this one.
        guard
            try documentExchange?.drop(contents, keeping: journal.namedContents()) == true
        else {
            let resumed = try argumentToResumeUpload(of: contents)
            throw DocumentError.notSent(document.title, resume: resumed)
        }
        device.ring()
    }

    /// Returns the argument of `transfers resume` for the upload of one of these contents; `nil` if
    /// none of them is paused.
    private func argumentToResumeUpload(of contents: [ChunkName]) throws -> String? {
        let paused = try transfers().first {
            $0.direction == .up && $0.isStopped && contents.contains($0.content)
        }
        guard let paused else { return nil }
        return try areTransfersPaused ? "--all" : paused.document
    }

    /// Returns the version with a number, counted from 1.
    public func version(_ number: Int, of document: Document) throws -> DocumentVersion {
        let history = document.history
        guard number >= 1, number <= history.count else {
            throw DocumentError.noVersion(number, of: document)
        }
        return history[number - 1]
    }

    /// Returns the only document whose id has this prefix.
    public func document(matching prefix: String) throws -> Document {
        let typed = BookmarkID.canonical(prefix)
        guard !typed.isEmpty else { throw DocumentError.notFound(prefix) }
        if let document = try documents(ids: [typed]).first { return document }
        let ids = try DocumentTable.ids(in: device.replica).filter { $0.hasPrefix(typed) }
        let found = try documents(ids: ids)
        guard let document = found.first else { throw DocumentError.notFound(prefix) }
        if found.count > 1 { throw DocumentError.ambiguous(prefix, found) }
        return document
    }

    /// Returns the documents with this name; the case of letters matters only if one has exactly
    /// this name.
    public func documents(named name: String) throws -> [Document] {
        try documents(ids: DocumentTable.ids(named: name, in: device.replica))
    }

    /// Returns the content of a version, from this device or else from the cloud; `nil` if neither
    /// has it.
    public func content(
        of version: DocumentVersion, _ tell: (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> [UInt8]? {
        try await deviceContents.content(version.content) { content in
            if device.areContentsElsewhere {
                if readOnlyReason != nil { return false }
                guard try await device.exchangeContentsByAgent(content, tell) else {
                    throw deviceContents.noChunks.error
                }
            } else {
                guard let exchange = documentExchange,
                    try await exchange.fetch(content, isAsked: true, tell)
                else { return false }
            }
            // Open lists show which documents are on this device.
            device.ring()
            return true
        }
    }

    /// Returns the reason why ``content(of:_:)`` has no content for a version.
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

    /// Returns the documents with these ids that are not deleted.
    func documents(ids: [String]) throws -> [Document] {
        let keys = ids.map { Document.keyPrefix + $0 }
        return zip(keys, try store.records(forKeys: keys)).compactMap { key, record in
            record.flatMap { $0.isTombstone ? nil : Document(key: key, record: $0) }
        }
    }
}

/// A page from the web or from a file.
public struct SavedPage: Sendable, Hashable {
    /// The page's own title; empty if it has none.
    public var title: String
    /// The media type, with its parameters.
    public var mediaType: String
    /// The address of the page.
    public var url: String
    public var content: [UInt8]

    public init(title: String, mediaType: String, url: String, content: [UInt8]) {
        self.title = title
        self.mediaType = mediaType
        self.url = url
        self.content = content
    }
}

/// The numbers of documents, and of their contents by place.
public struct DocumentTallies: Sendable, Hashable {
    public var count: Int
    /// The number of notes among them.
    public var notes: Int
    /// The size of all contents that show, in bytes.
    public var bytes: Int
    /// The number of contents that are not on this device.
    public var remote: Int
    /// The number of contents, of former versions too, that the cloud lacks; `nil` if unknown.
    public var unsent: Int?
    /// The reason why one of those could not be sent; `nil` if they only wait their turn.
    public var uploadProblem: String?
}
