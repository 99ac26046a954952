import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import Interchange
import Synchronization
import WebPages

/// Stores the contents of pages as they arrive, from any thread, and collects the items that make
/// them documents.
final class FetchedPages: Sendable {
    /// The outcome for one bookmark's page.
    struct Result: Sendable {
        /// The id of the bookmark.
        var id: String
        var item: DocumentEditor.Item?
        /// Whether the saved page is already the same.
        var isUnchanged = false
        /// The reason why nothing was saved, without a full stop.
        var problem: String?
        /// Whether the network may be the reason.
        var isOutOfReach = false
    }

    private let home: Home
    private let taken = Mutex<[Result]>([])

    init(_ home: Home) { self.home = home }

    var results: [Result] { taken.withLock { $0 } }
    var count: Int { taken.withLock { $0.count { $0.item != nil } } }

    /// Fetches the pages of bookmarks, and shows the progress on a terminal. Returns `nil` if none
    /// is on the web.
    func fetch(_ rows: [BookmarkRow]) throws -> (LinkChecker.End, Int32?)? {
        let checker = checker(of: rows.map { LinkChecker.Link(id: $0.id, url: $0.url) })
        guard checker.count > 0 else { return nil }
        let progress = ProgressLine()
        return try runInterruptibly(progress) { [self] in
            try await checker.run { results in
                for result in results { self.add(result) }
                progress.show("Saved \(grouped(self.count)) of \(grouped(checker.count))")
            }
        }
    }

    /// Returns a checker that fetches pages according to the settings. It continues interrupted
    /// downloads.
    func checker(of links: [LinkChecker.Link]) -> LinkChecker {
        let settings = SettingsFile(home.location).read().settings
        let command = settings.saveCommand.flatMap { PageCommand($0) }
        let parts =
            home.readOnlyReason == nil
            ? DownloadParts(folder: home.location.store.folder + "/downloads") : nil
        return LinkChecker(
            links, reading: .whole(Document.longest, by: command),
            fetcher: WebFetcher(parts: parts), now: ListSession.now)
    }

    func add(_ result: LinkChecker.Result) {
        guard let answer = result.answer else {
            let detail = result.state.finding.detail
            var isOutOfReach = false
            if case .unsure = result.state.finding { isOutOfReach = true }
            return add(
                Result(
                    id: result.link.id, problem: detail.isEmpty ? "no page" : detail,
                    isOutOfReach: isOutOfReach))
        }
        add(
            result.link.id,
            SavedPage(
                title: result.page?.title ?? "", mediaType: answer.contentType ?? "text/html",
                url: answer.url, content: answer.body))
    }

    func add(_ row: BookmarkRow, _ page: SavedPage) { add(row.id, page) }

    private func add(_ id: String, _ page: SavedPage) {
        do {
            let item = try home.item(page, ofBookmark: id)
            let former = try item.replaced.map { try home.document(matching: $0) }
            let isUnchanged =
                former?.head.content == item.draft.content && former?.name == item.draft.name
            add(Result(id: id, item: item, isUnchanged: isUnchanged))
        } catch {
            var problem = message(for: error)
            if problem.last == "." { problem.removeLast() }
            add(Result(id: id, problem: problem))
        }
    }

    private func add(_ result: Result) { taken.withLock { $0.append(result) } }
}
