public import Bookmarks
import KeyValueStore

/// The deletions that the mass-change brake holds back.
public struct HeldBookmarks: Sendable, Hashable {
    /// The bookmarks that would be deleted, the newest first.
    public var rows: [BookmarkRow]
    /// How many were deleted shortly before, and are gone here too.
    public var earlier: Int

    public init(_ rows: [BookmarkRow], earlier: Int = 0) {
        self.rows = rows
        self.earlier = earlier
    }
}

/// Asks which bookmarks the deletions are about that are held back.
public struct HeldRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> HeldBookmarks {
        try library.heldBookmarks()
    }

    public func quickAnswer(from library: any PageLibrary) throws -> HeldBookmarks? {
        try library.heldCount() > Self.fewRows ? nil : library.heldBookmarks()
    }
}

/// Lets the deletions happen that were held back, or brings back everywhere what other devices
/// deleted.
public struct DecideHeld: PageEdit {
    var isRestoring: Bool

    /// A decision about all that is held now.
    public init(isRestoring: Bool) {
        self.isRestoring = isRestoring
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        // They may have been brought back elsewhere since they were shown.
        try library.decideHeld(isRestoring: isRestoring)
            ? nil : .failed("No deletions are waiting")
    }
}

extension HeldView {
    var requests: [any PageOperation] { [HeldRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        // More may wait by now, or less.
        if case .sync = change { true } else { false }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let found = answer.answer(to: HeldRequest()) else { return }
        self.found = found
        move(by: 0, page: view.rows)
    }
}
