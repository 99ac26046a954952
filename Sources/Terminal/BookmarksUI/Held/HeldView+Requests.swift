public import Bookmarks
public import Documents
import KeyValueStore

/// The deletions that the mass-change brake holds back.
public struct HeldBookmarks: Sendable, Hashable {
    /// The bookmarks that would be deleted, the newest first.
    public var rows: [BookmarkRow]
    /// The documents that would be deleted, the newest first, although their bookmarks stay.
    public var documents: [HeldDocument]
    /// The number of bookmarks and documents deleted shortly before, here too.
    public var earlier: Int
    /// The browsers that deleted them, in words; empty if other devices did.
    public var browsers: [String]

    public init(
        _ rows: [BookmarkRow], documents: [HeldDocument] = [], earlier: Int = 0,
        browsers: [String] = []
    ) {
        self.rows = rows
        self.documents = documents
        self.earlier = earlier
        self.browsers = browsers
    }
}

/// A document that would be deleted.
public struct HeldDocument: Sendable, Hashable {
    public var title: String
    /// The id of its bookmark.
    public var bookmark: String
    /// A description of the document: `note of “Swift.org”`.
    public var words: String

    public init(_ document: Document, ofBookmark title: String) {
        self.title = document.title
        bookmark = document.bookmark
        words = document.words(ofBookmark: title)
    }
}

/// Asks for the bookmarks of held deletions.
public struct HeldRequest: PageRequest {
    /// Whether browsers made the deletions, and not other devices.
    var isOfBrowsers: Bool

    public init(isOfBrowsers: Bool = false) {
        self.isOfBrowsers = isOfBrowsers
    }

    public func answer(from library: any PageLibrary) throws -> HeldBookmarks {
        try isOfBrowsers ? library.browserDeletions() : library.heldBookmarks()
    }

    public func quickAnswer(from library: any PageLibrary) throws -> HeldBookmarks? {
        let count = try isOfBrowsers ? library.browserDeletionCount() : library.heldCount()
        return count > Self.fewRows ? nil : try answer(from: library)
    }
}

/// Keeps or deletes bookmarks that browsers deleted in large numbers, in one undo step.
public struct DecideBrowserDeletions: PageEdit {
    var ids: [String]
    var isKeeping: Bool

    public init(ids: [String], isKeeping: Bool) {
        self.ids = ids
        self.isKeeping = isKeeping
    }

    public var ongoing: OngoingEdit? {
        isKeeping ? nil : OngoingEdit("deleting", total: ids.count)
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let decided = try library.decideBrowserDeletions(
            of: ids, isKeeping: isKeeping, with: controller)
        if decided.isEmpty { return .failed("No deletions are waiting") }
        let words = counted(decided.count, "bookmark")
        if isKeeping { return .answered("Kept \(words) that a browser deleted") }
        return .changed(what: "Deleted \(words) here too, as the browser did", ids: decided)
    }
}

/// Lets held deletions happen, or restores everywhere the bookmarks that other devices deleted.
public struct DecideHeld: PageEdit {
    var isRestoring: Bool

    /// Makes a decision about everything that is held now.
    public init(isRestoring: Bool) {
        self.isRestoring = isRestoring
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        // They may have been restored elsewhere since they were shown.
        try library.decideHeld(isRestoring: isRestoring)
            ? nil : .failed("No deletions are waiting")
    }
}

extension HeldView {
    private var request: HeldRequest { HeldRequest(isOfBrowsers: isOfBrowsers) }
    var requests: [any PageOperation] { [request] }

    func isStale(after change: LibraryChange) -> Bool {
        // More or fewer deletions may wait by now.
        if case .sync = change { true } else { false }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let found = answer.answer(to: request) else { return }
        self.found = found
        move(by: 0, page: view.rows)
    }
}
