import BookmarkLibrary
import Bookmarks
import Documents
import Interchange
import Synchronization
import WebPages

/// Keeps the contents of pages as they come, from any thread, and what makes them documents.
final class FetchedPages: Sendable {
    /// What came of one bookmark's page.
    struct Result: Sendable {
        /// The id of the bookmark.
        var id: String
        var item: DocumentEditor.Item?
        /// Why nothing was saved, without a full stop.
        var problem: String?
    }

    private let home: Home
    private let taken = Mutex<[Result]>([])

    init(_ home: Home) { self.home = home }

    var results: [Result] { taken.withLock { $0 } }
    var count: Int { taken.withLock { $0.count { $0.item != nil } } }

    /// Fetches the pages of bookmarks, and shows on a terminal how far that is. `nil` where none is
    /// on the web.
    func fetch(_ rows: [BookmarkRow]) throws -> (LinkChecker.End, Int32?)? {
        let checker = LinkChecker(
            rows.map { LinkChecker.Link(id: $0.id, url: $0.url) },
            reading: .whole(Document.longest), now: ListSession.now)
        guard checker.count > 0 else { return nil }
        let progress = ProgressLine()
        return try runInterruptibly(progress) { [self] in
            try await checker.run { results in
                for result in results { self.take(result) }
                progress.show("Saved \(grouped(self.count)) of \(grouped(checker.count))")
            }
        }
    }

    func take(_ result: LinkChecker.Result) {
        guard let answer = result.answer else {
            let detail = result.state.finding.detail
            return add(Result(id: result.link.id, problem: detail.isEmpty ? "no page" : detail))
        }
        take(
            result.link.id,
            SavedPage(
                title: result.page?.title ?? "", mediaType: answer.contentType ?? "text/html",
                url: answer.url, content: answer.body))
    }

    func take(_ row: BookmarkRow, _ page: SavedPage) { take(row.id, page) }

    private func take(_ id: String, _ page: SavedPage) {
        do {
            add(Result(id: id, item: try home.item(page, ofBookmark: id)))
        } catch {
            add(Result(id: id, problem: "\(message(for: error))"))
        }
    }

    private func add(_ result: Result) { taken.withLock { $0.append(result) } }
}
