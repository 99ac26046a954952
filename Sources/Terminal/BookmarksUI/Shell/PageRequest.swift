public import Bookmarks

/// Something that a page has to know. The request answers itself from the library; the owner of the
/// screen only chooses the thread.
public protocol PageRequest: Sendable, Hashable {
    associatedtype Answer: Sendable, Hashable

    func answer(from library: any PageLibrary) throws -> Answer
    /// The answer, if it can be had before the next key; if not, the owner asks for it on another
    /// thread. A newer request of the same kind makes that answer void.
    func quickAnswer(from library: any PageLibrary) throws -> Answer?
}

extension PageRequest {
    /// So many bookmarks are read in some milliseconds.
    static var fewRows: Int { 10_000 }

    public func quickAnswer(from library: any PageLibrary) throws -> Answer? {
        try answer(from: library)
    }
}

/// The source of answers to requests, on any thread.
public protocol PageLibrary: Sendable {
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
}

/// An edit that a page asks for. The shell tells the result, as of every edit.
public protocol PageEdit: Sendable, Hashable {
    /// The progress to show, where it may be about many bookmarks: see ``Effect/many``.
    var ongoing: OngoingEdit? { get }

    /// Does it, on the list's thread or beside it; `nil` where the outcome shows by itself.
    func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome?
}

extension PageEdit {
    public var ongoing: OngoingEdit? { nil }
}

/// A request of any page.
public struct AnyPageRequest: Sendable, Hashable {
    public let request: any PageRequest

    public static func == (a: Self, b: Self) -> Bool {
        isEqual(a.request, b.request)
    }

    public func hash(into hasher: inout Hasher) { request.hash(into: &hasher) }
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
    /// Sends a page's request.
    public static func send(_ request: any PageRequest) -> Effect {
        .request(AnyPageRequest(request: request))
    }

    /// Sends a page's edit.
    public static func send(_ edit: any PageEdit) -> Effect { .pageEdit(AnyPageEdit(edit: edit)) }
}

/// The answer to a request.
public struct PageAnswer: Sendable, Hashable {
    public let request: AnyPageRequest
    private let answer: any Sendable & Hashable

    public init<Request: PageRequest>(_ answer: Request.Answer, to request: Request) {
        self.request = AnyPageRequest(request: request)
        self.answer = answer
    }

    /// The answer to this request; `nil` if it answers another one.
    public func answer<Request: PageRequest>(to request: Request) -> Request.Answer? {
        self.request == AnyPageRequest(request: request) ? answer as? Request.Answer : nil
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.request == b.request && isEqual(a.answer, b.answer)
    }

    public func hash(into hasher: inout Hasher) { request.hash(into: &hasher) }
}

extension Event {
    /// The answer to a page's request.
    public static func answer<Request: PageRequest>(
        _ answer: Request.Answer, to request: Request
    ) -> Event {
        .answer(PageAnswer(answer, to: request))
    }
}

private func isEqual(_ a: any Hashable, _ b: any Hashable) -> Bool {
    AnyHashable(a) == AnyHashable(b)
}
