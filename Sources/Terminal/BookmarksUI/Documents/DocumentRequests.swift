public import Bookmarks
public import Documents

/// A row of the page of documents.
public struct DocumentRow: Sendable, Hashable {
    public var id: String
    public var kind: Document.Kind
    public var name: String
    public var bytes: Int
    /// When, in seconds since 1970, and on which device the shown version was written.
    public var changed: Double
    public var device: String
    /// The number of versions.
    public var versions: Int
    public var state: DocumentState

    public init(_ document: Document, _ state: DocumentState) {
        id = document.id
        kind = document.kind
        name = document.title
        bytes = document.head.length
        changed = document.head.made
        device = document.head.device
        versions = document.versions.count
        self.state = state
    }
}

/// A row of the page of versions.
public struct VersionRow: Sendable, Hashable {
    /// The version's number, from 1.
    public var number: Int
    /// The time when the version was made, in seconds since 1970.
    public var made: Double
    public var device: String
    public var bytes: Int
    /// Whether this version is the one that shows.
    public var shows: Bool
    /// Whether the version has conflicting lines of two devices, or was written at the same time as
    /// the shown one.
    public var isConflicting: Bool

    public init(
        _ version: DocumentVersion, number: Int, shows: Bool, isConflicting: Bool
    ) {
        self.number = number
        made = version.made
        device = version.device
        bytes = version.length
        self.shows = shows
        self.isConflicting = isConflicting
    }
}

/// Asks for the documents of a bookmark.
public struct DocumentsRequest: PageRequest {
    /// The id of the bookmark.
    public var bookmark: String

    public init(bookmark: String) {
        self.bookmark = bookmark
    }

    public func answer(from library: any PageLibrary) throws -> [DocumentRow] {
        try library.documents(ofBookmark: bookmark)
    }
}

/// Asks for the versions of a document, the latest first.
public struct VersionsRequest: PageRequest {
    public var document: String

    public init(document: String) {
        self.document = document
    }

    public func answer(from library: any PageLibrary) throws -> [VersionRow] {
        try library.versions(ofDocument: document)
    }
}

/// Asks for the changes in a version.
public struct DiffRequest: PageOperation {
    /// The lines, or the reason why there are none.
    public enum Answer: Sendable, Hashable {
        case lines([LineDiff.Line])
        /// The reason, as a sentence.
        case problem(String)
    }

    public var document: String
    public var number: Int

    public init(document: String, number: Int) {
        self.document = document
        self.number = number
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        try await library.changes(ofVersion: number, ofDocument: document)
    }
}

/// Writes a document to a file for the program that opens such files.
public struct OpenDocument: PageOperation {
    /// The path of the file, or the reason why there is none.
    public enum Answer: Sendable, Hashable {
        case file(url: String)
        /// The reason, as a sentence.
        case problem(String)
    }

    public var document: String
    /// The page that opens the file: another one may be behind it.
    var page: ActionContext

    /// Opens a document for the page of documents.
    public init(document: String) {
        self.init(document: document, for: .documents)
    }

    init(document: String, for page: ActionContext) {
        self.document = document
        self.page = page
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        try await library.copyToOpen(document: document)
    }
}

extension OpenDocument.Answer {
    /// Opens the file, or says why there is none.
    var commands: [PageCommand] {
        switch self {
        case .file(let url): [.openAddress(url)]
        case .problem(let reason): [.say(.warning, reason)]
        }
    }
}

/// Removes a document from this device; it stays in the cloud.
public struct DropDocument: PageRequest {
    public var document: String

    public init(document: String) {
        self.document = document
    }

    /// Returns the reason why the document stays, as a sentence; `nil` on success.
    public func answer(from library: any PageLibrary) throws -> String? {
        try library.drop(document: document)
    }
}

/// Deletes a document.
public struct DeleteDocument: PageEdit {
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        guard let document = try controller.documents.document(id: id) else {
            return .answered("It was deleted elsewhere meanwhile")
        }
        try controller.documents.delete([document])
        return .changed(
            what: controller.nextUndo ?? "Deleted “\(document.title)”", ids: [document.bookmark])
    }
}

/// Shows a former version of a document again.
public struct RestoreVersion: PageEdit {
    var document: String
    var number: Int

    public init(_ number: Int, of document: String) {
        self.number = number
        self.document = document
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        guard let before = try controller.documents.document(id: document),
            before.history.indices.contains(number - 1)
        else { return .answered("It was deleted elsewhere meanwhile") }
        let version = before.history[number - 1]
        guard try controller.documents.restore(version, of: before) else {
            return .answered("Version \(number) is already current")
        }
        return .changed(
            what: controller.nextUndo ?? "Restored version \(number)", ids: [before.bookmark])
    }
}

/// Settles a conflict of a document with the version that shows.
public struct KeepVersion: PageEdit {
    var document: String

    public init(of document: String) {
        self.document = document
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        guard let before = try controller.documents.document(id: document) else {
            return .answered("It was deleted elsewhere meanwhile")
        }
        guard before.isUnsettled, try controller.documents.restore(before.head, of: before) else {
            return .answered("There is no conflict to settle")
        }
        return .changed(
            what: controller.nextUndo ?? "Settled “\(before.title)”", ids: [before.bookmark])
    }
}
