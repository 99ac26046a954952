public import Bookmarks
public import Documents

/// The documents that the pages need.
public protocol DocumentLibrary: Sendable {
    /// Returns the text of a bookmark's latest saved page, or of one of its documents.
    func readablePage(
        ofBookmark id: String, document: String?
    ) async throws -> ReadPage.Answer
    /// Stores the place where a person stopped reading a document.
    func keep(_ place: ReadingPlace) throws
    /// Returns a snippet of a bookmark's documents around the first hit of a phrase.
    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet?
    /// Returns the first lines of a bookmark's note, or of its latest saved page; `nil` until they
    /// are known.
    func beginning(of kind: Document.Kind, ofBookmark id: String) throws -> String?
    /// Returns the documents of a bookmark, the oldest first.
    func documents(ofBookmark id: String) throws -> [DocumentRow]
    /// Returns the deleted documents whose bookmarks are not deleted, the latest deleted first.
    func deletedDocuments() throws -> [DeletedDocument]
    /// Returns a deleted document whose bookmark is not deleted; `nil` if it is gone.
    func deletedDocument(id: String) throws -> DeletedDocument?
    /// Returns the beginning of a deleted document's text, empty if it has none; `nil` if its
    /// content is not on this device.
    func beginning(ofDeleted document: Document) async throws -> String?
    /// Returns the versions of a document, the latest first; empty if it is deleted.
    func versions(ofDocument id: String) throws -> [VersionRow]
    /// Returns the changes between a version of a document and the one before it.
    func changes(
        ofVersion number: Int, ofDocument id: String
    ) async throws -> DiffRequest.Answer
    /// Makes a copy of a document for the program that opens such files.
    func copyToOpen(document id: String) async throws -> OpenDocument.Answer
    /// Removes a document from this device. Returns the reason why it stays, as a sentence; `nil`
    /// on success.
    func drop(document id: String) throws -> String?
    /// Attaches the file at a typed path to a bookmark, as one undo step.
    func attach(file path: String, toBookmark id: String) async -> AttachFile.Answer
    /// Saves the pages of bookmarks in one undo step. If the task is cancelled, it ends early; the
    /// pages fetched until then are saved.
    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd
}

/// The progress of saving pages.
public struct SaveProgress: Sendable, Hashable {
    public var total: Int
    public var done = 0
    /// How many bytes of the pages have arrived; `nil` before the first.
    public var received: Int?
    /// The size of the only page in bytes; `nil` for several, or if the server does not tell it.
    public var size: Int?
    /// The bookmarks whose pages are saved.
    var ids: Set<String> = []
    /// Whether a person started it and waits for the result.
    var isAskedFor = true
    /// Whether it ends before all pages are saved.
    var isStopping = false

    public init(total: Int) {
        self.total = total
    }
}

/// The result of saving pages.
public struct SaveEnd: Sendable, Hashable {
    /// The bookmarks whose pages were saved.
    public var ids: [String]
    /// The number of these pages that were unchanged since they were last saved.
    public var unchanged: Int
    /// The number of pages to save.
    public var total: Int
    /// The first reason why a page was not saved, without a full stop; `nil` if all were.
    public var problem: String?
    /// The pages that were not saved, each with the reason, without a full stop.
    public var failures: [Failure]
    /// Whether a person stopped it.
    public var isStopped: Bool
    /// The number of the undo step; `nil` if nothing changed.
    public var step: Int64?

    /// A page that was not saved.
    public struct Failure: Sendable, Hashable {
        /// The id of the bookmark.
        public var id: String
        public var reason: String

        public init(id: String, reason: String) {
            self.id = id
            self.reason = reason
        }
    }

    public init(
        ids: [String], unchanged: Int = 0, total: Int, problem: String? = nil,
        failures: [Failure] = [], isStopped: Bool = false, step: Int64? = nil
    ) {
        self.ids = ids
        self.unchanged = unchanged
        self.total = total
        self.problem = problem
        self.failures = failures
        self.isStopped = isStopped
        self.step = step
    }
}

/// Saves the pages of bookmarks.
public struct SavePages: PageOperation {
    /// The progress, and finally the result.
    public enum Answer: Sendable, Hashable {
        case progress(SaveProgress)
        case ended(SaveEnd)
    }

    public var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public static var accountWork: String? { "download" }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        .ended(await library.savePages(ofIDs: ids) { tell(.progress($0)) })
    }

    public func edit(at answer: Answer) -> OperationEdit? {
        switch answer {
        // Pages become documents as they arrive.
        case .progress(let progress): progress.done > 0 ? .begun : nil
        case .ended(let end): .ended(step: end.step ?? 0)
        }
    }
}
