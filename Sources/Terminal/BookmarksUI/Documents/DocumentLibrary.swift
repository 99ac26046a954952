public import Bookmarks
public import Documents

/// The documents that the screen asks for.
public protocol DocumentLibrary: Sendable {
    /// The text of the page that was saved of a bookmark last, or of one of its documents.
    func readablePage(
        ofBookmark id: String, document: String?
    ) async throws -> ReadPage.Answer
    /// Keeps where a person stopped to read a document.
    func keep(_ place: ReadingPlace) throws
    /// The text of a bookmark's documents around the first place that has one of the phrases.
    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet?
    /// The first lines of the text of the page that was saved of a bookmark last; `nil` until that
    /// is known.
    func savedText(ofBookmark id: String) throws -> String?
    /// The documents of a bookmark, the first added first.
    func documents(ofBookmark id: String) throws -> [DocumentRow]
    /// The documents that were deleted, and not their bookmarks, the latest first.
    func deletedDocuments() throws -> [DeletedDocument]
    /// A document that was deleted, and not its bookmark; `nil` where it is gone.
    func deletedDocument(id: String) throws -> DeletedDocument?
    /// The beginning of the text of a deleted document, empty where it has none; `nil` where its
    /// content is not on this device.
    func beginning(ofDeleted document: Document) async throws -> String?
    /// The versions of a document, the latest first; none where it was deleted.
    func versions(ofDocument id: String) throws -> [VersionRow]
    /// The changes from the version before to this version of a document.
    func changes(
        ofVersion number: Int, ofDocument id: String
    ) async throws -> DiffRequest.Answer
    /// A copy of a document for the program that opens such files.
    func copyToOpen(document id: String) async throws -> OpenDocument.Answer
    /// Removes a document from this device. Returns why it stays, in a sentence; `nil` when it is
    /// done.
    func drop(document id: String) throws -> String?
    /// Saves the pages of bookmarks as one step. Ends early when the task is cancelled; the pages
    /// fetched until then are saved.
    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd
}

/// How far the saving of pages is.
public struct SaveProgress: Sendable, Hashable {
    public var total: Int
    public var done = 0
    /// The bookmarks that it is about.
    var ids: Set<String> = []
    /// Whether a person asked for it, and is told of its end.
    var isAskedFor = true

    public init(total: Int) {
        self.total = total
    }
}

/// How the saving of pages ended.
public struct SaveEnd: Sendable, Hashable {
    /// The bookmarks whose pages were saved.
    public var ids: [String]
    /// How many of these pages were saved just so before.
    public var unchanged: Int
    /// How many were to be saved.
    public var total: Int
    /// The first reason why a page was not saved, without a full stop; `nil` where all were.
    public var problem: String?
    /// Whether a person stopped it.
    public var isStopped: Bool
    /// The step of undo; `nil` when nothing is different.
    public var step: Int64?

    public init(
        ids: [String], unchanged: Int = 0, total: Int, problem: String? = nil,
        isStopped: Bool = false, step: Int64? = nil
    ) {
        self.ids = ids
        self.unchanged = unchanged
        self.total = total
        self.problem = problem
        self.isStopped = isStopped
        self.step = step
    }
}

/// Saves the pages of bookmarks.
public struct SavePages: PageOperation {
    /// Its progress, and at last its end.
    public enum Answer: Sendable, Hashable {
        case progress(SaveProgress)
        case ended(SaveEnd)
    }

    public var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public static var edits: Bool { true }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        .ended(await library.savePages(ofIDs: ids) { tell(.progress($0)) })
    }

    public func edit(at answer: Answer) -> OperationEdit? {
        guard case .ended(let end) = answer else { return nil }
        return .ended(step: end.step ?? 0)
    }
}
