public import Bookmarks

/// A request for facts that a page needs. It computes its answer from the library: before the next
/// key if ``quickAnswer(from:)`` returns one, otherwise on another thread, where a newer request of
/// the same kind replaces it.
public protocol PageRequest: PageOperation {
    associatedtype Answer

    func answer(from library: any PageLibrary) throws -> Answer
}

extension PageRequest {
    /// The number of bookmarks that can be read in a few milliseconds.
    static var fewRows: Int { 10_000 }

    public func quickAnswer(from library: any PageLibrary) throws -> Answer? {
        try answer(from: library)
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        let answer = try answer(from: library)
        return Task.isCancelled ? nil : answer
    }
}

/// The source of answers to requests, on any thread. The program conforms to it, so that the
/// screens depend on no file, database or network. If only one part of the screen needs a function
/// of the machine, its protocol is declared next to that part.
public protocol PageLibrary: ImportLibrary, WebLibrary, JoinLibrary, SettingsLibrary,
    DocumentLibrary, TransferLibrary, AccessLibrary
{
    var catalog: any BookmarkCatalog { get }
    func bookmark(id: String) throws -> Bookmark?
    /// Returns facts about a bookmark that only this device has.
    func knownHere(ofID id: String) throws -> KnownHere
    /// Changes the saved searches; returns the former ones.
    func changeSearches(_ edit: SearchEdit) throws -> SavedSearches
    /// Facts about the device.
    func statusFacts() throws -> StatusFacts
    /// Returns the number of bytes used in the cloud; `nil` if the server has not reported it.
    func cloudBytes() throws -> Int?
    /// Returns the number of bookmarks that the mass-change brake keeps from being deleted.
    func heldCount() throws -> Int
    func heldBookmarks() throws -> HeldBookmarks
    /// Lets these deletions happen, or undoes them everywhere; returns `false` if none is held.
    func decideHeld(isRestoring: Bool) throws -> Bool
    /// Returns the number of bookmarks that browsers deleted at once and that wait for a person.
    func browserDeletionCount() throws -> Int
    func browserDeletions() throws -> HeldBookmarks
    /// Keeps or deletes some of them. Returns those that still waited.
    func decideBrowserDeletions(
        of ids: [String], isKeeping: Bool, with controller: BookmarksController
    ) throws -> [String]
}

/// An edit for a page. The shell reports the result, as for every edit.
public protocol PageEdit: Sendable, Hashable {
    /// The progress to show, if many bookmarks may be edited: see ``Effect/many``.
    var ongoing: OngoingEdit? { get }
    /// Whether the edit may be long, however few bookmarks there are.
    var isAlwaysLong: Bool { get }

    /// Returns the edit with what it needs of the shown list, which only the list's thread has.
    func prepared(with controller: BookmarksController) -> Self
    /// Makes the edit, on the list's thread or another one; returns `nil` if the outcome is visible
    /// anyway.
    func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome?
}

extension PageEdit {
    public var ongoing: OngoingEdit? { nil }
    public var isAlwaysLong: Bool { false }
    public func prepared(with controller: BookmarksController) -> Self { self }
}

/// An edit of any page.
public struct AnyPageEdit: Sendable, Hashable {
    public let edit: any PageEdit

    /// Returns the edit, prepared on the list's thread.
    public func prepared(with controller: BookmarksController) -> AnyPageEdit {
        AnyPageEdit(edit: edit.prepared(with: controller))
    }

    public static func == (a: Self, b: Self) -> Bool {
        isEqual(a.edit, b.edit)
    }

    public func hash(into hasher: inout Hasher) { edit.hash(into: &hasher) }
}

extension Effect {
    /// Sends a page's edit.
    public static func send(_ edit: any PageEdit) -> Effect { .pageEdit(AnyPageEdit(edit: edit)) }
}
