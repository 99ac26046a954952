public import Bookmarks

/// Something that a page has to know. The request answers itself from the library: before the next
/// key if ``quickAnswer(from:)`` does, otherwise on another thread, where a newer request of the
/// same kind makes the answer void.
public protocol PageRequest: PageOperation {
    associatedtype Answer

    func answer(from library: any PageLibrary) throws -> Answer
}

extension PageRequest {
    /// The most bookmarks that are read in a few milliseconds.
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
/// screens depend on no file, database or network. If only one part of the screen needs something
/// of the machine, the protocol for it is declared beside that part.
public protocol PageLibrary: ImportLibrary, WebLibrary, JoinLibrary, SettingsLibrary,
    DocumentLibrary, TransferLibrary, AccessLibrary
{
    var catalog: any BookmarkCatalog { get }
    func bookmark(id: String) throws -> Bookmark?
    /// Facts about a bookmark that only this device knows.
    func knownHere(ofID id: String) throws -> KnownHere
    /// Changes the saved searches; returns the query that is lost by that, if one is.
    func changeSearches(_ edit: SearchEdit) throws -> String?
    /// Facts about the device.
    func statusFacts() throws -> StatusFacts
    /// The bytes used in the cloud; `nil` where a server has not told them.
    func cloudBytes() throws -> Int?
    /// How many bookmarks the mass-change brake keeps from being deleted, and which.
    func heldCount() throws -> Int
    func heldBookmarks() throws -> HeldBookmarks
    /// Lets these deletions happen, or undoes them everywhere; false if none is held now.
    func decideHeld(isRestoring: Bool) throws -> Bool
    /// How many bookmarks browsers deleted at once, which stay until a person decides, and which.
    func browserDeletionCount() throws -> Int
    func browserDeletions() throws -> HeldBookmarks
    /// Keeps some of them, or deletes them. Returns those that still waited.
    func decideBrowserDeletions(
        of ids: [String], isKeeping: Bool, with controller: BookmarksController
    ) throws -> [String]
}

/// An edit that a page asks for. The shell tells the result, as of every edit.
public protocol PageEdit: Sendable, Hashable {
    /// The progress to show, where it may be about many bookmarks: see ``Effect/many``.
    var ongoing: OngoingEdit? { get }
    /// Whether it may be about many, however few bookmarks there are.
    var isAlwaysLong: Bool { get }

    /// Does it, on the list's thread or beside it; `nil` where the outcome shows by itself.
    func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome?
}

extension PageEdit {
    public var ongoing: OngoingEdit? { nil }
    public var isAlwaysLong: Bool { false }
}

/// An edit of any page.
public struct AnyPageEdit: Sendable, Hashable {
    public let edit: any PageEdit

    public static func == (a: Self, b: Self) -> Bool {
        isEqual(a.edit, b.edit)
    }

    public func hash(into hasher: inout Hasher) { edit.hash(into: &hasher) }
}

extension Effect {
    /// Sends a page's edit.
    public static func send(_ edit: any PageEdit) -> Effect { .pageEdit(AnyPageEdit(edit: edit)) }
}
