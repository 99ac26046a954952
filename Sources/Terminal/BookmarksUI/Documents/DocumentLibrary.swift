public import Bookmarks

/// The documents that the screen asks for.
public protocol DocumentLibrary: Sendable {
    /// The text of a bookmark's documents around the first place that has one of the phrases.
    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet?
    /// The text of the page that was saved of a bookmark.
    func readablePage(ofBookmark id: String) async throws -> ReadPage.Answer
    /// Saves the pages of bookmarks as one step. Ends early when the task is cancelled; what came
    /// until then is saved.
    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd
}

/// How far the saving of pages is.
public struct SaveProgress: Sendable, Hashable {
    public var total: Int
    public var done = 0

    public init(total: Int) {
        self.total = total
    }
}

/// How the saving of pages ended.
public struct SaveEnd: Sendable, Hashable {
    /// The bookmarks whose pages were saved.
    public var ids: [String]
    /// How many were to be saved.
    public var total: Int
    /// The first reason why a page was not saved, without a full stop; `nil` where all were.
    public var problem: String?
    /// Whether a person stopped it.
    public var isStopped: Bool
    /// The step of undo; `nil` when nothing is different.
    public var step: Int64?

    public init(
        ids: [String], total: Int, problem: String? = nil, isStopped: Bool = false,
        step: Int64? = nil
    ) {
        self.ids = ids
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
