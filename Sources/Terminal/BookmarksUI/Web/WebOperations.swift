public import Bookmarks

/// The work on the web that the screen asks for.
public protocol WebLibrary: Sendable {
    /// Checks the links of bookmarks, and keeps the results. Ends early when the task is cancelled.
    func checkLinks(
        ofIDs ids: [String], tell: @escaping @Sendable (LinkProgress) -> Void
    ) async -> (LinkProgress, LinkProgress.End)
    /// Fetches the name and the description of a page; `nil` if the task is cancelled before.
    func page(at url: String) async -> FetchedPage?
}

/// Checks links.
public struct CheckLinks: PageOperation {
    /// Its progress, and at last its end.
    public enum Answer: Sendable, Hashable {
        case progress(LinkProgress)
        case ended(LinkProgress, LinkProgress.End)
    }

    var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        let (progress, end) = await library.checkLinks(ofIDs: ids) { tell(.progress($0)) }
        return .ended(progress, end)
    }
}

/// Asks for the name and the description of a page.
public struct FetchPage: PageOperation {
    var url: String

    public init(url: String) {
        self.url = url
    }

    /// Bookmarks that were saved may wait for theirs.
    public static var limit: Int { 8 }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (FetchedPage) -> Void
    ) async throws -> FetchedPage? {
        await page(from: library)
    }

    /// Returns the page. A fetch that makes room for newer ones has an answer, too: a bookmark that
    /// waited for it in vain would keep its place among those whose titles are fetched.
    func page(from web: any WebLibrary) async -> FetchedPage {
        await web.page(at: url) ?? FetchedPage(url: url, problem: "newer fetches took its place")
    }
}

/// Gives a bookmark the title and the description of its page, in a step of its own, unless it has
/// a name or another page by now, or is gone. A description that it has stays.
public struct TakeTitle: PageEdit {
    var page: FetchedPage
    var id: String

    public init(_ page: FetchedPage, of id: String) {
        self.page = page
        self.id = id
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        guard let bookmark = try controller.bookmark(id: id), bookmark.name.isEmpty,
            page.isPage(at: bookmark.url)
        else { return nil }
        var draft = bookmark.draft
        draft.name = page.title
        if draft.description.isEmpty { draft.description = page.description }
        try controller.edit(id: id, from: bookmark.draft, to: draft)
        return .titled(id: id, name: page.title)
    }
}

extension ActionOutcome {
    /// A bookmark without a name got the title of its page, maybe long after the person asked.
    public static func titled(id: String, name: String) -> Self {
        .changed(what: "The title came from the page: \(quoted(name))", ids: [id], then: .stay)
    }
}
