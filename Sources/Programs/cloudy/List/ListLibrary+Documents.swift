import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import WebPages

extension ListLibrary {
    func readablePage(ofBookmark id: String) async throws -> ReadPage.Answer {
        guard let document = try home.savedPage(ofBookmark: id) else { return .notSaved }
        if let page = home.indexedPage(of: document) { return .page(page) }
        guard let content = try await home.content(of: document.head) else {
            return .notHere(device: document.head.device)
        }
        do {
            let page = try await PageExtraction().page(
                html: content, url: document.source, charset: document.mediaType)
            home.index(page, of: document)
            return .page(page)
        } catch let failure {
            return .unreadable("\(failure)")
        }
    }

    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet? {
        try home.textIndex.snippet(ofBookmark: id, finding: phrases, length: 400)
    }

    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd {
        do {
            let rows = try catalog.rows(ids: ids)
            let links = ids.compactMap { id in
                rows[id].map { LinkChecker.Link(id: id, url: $0.url) }
            }
            let pages = FetchedPages(home)
            let checker = LinkChecker(
                links, reading: .whole(Document.longest), now: ListSession.now)
            guard checker.count > 0 else {
                return SaveEnd(
                    ids: [], total: ids.count, problem: "there is no http or https address")
            }
            let end = try await checker.run { results in
                for result in results { pages.take(result) }
                var progress = SaveProgress(total: checker.count)
                progress.done = pages.results.count
                tell(progress)
            }
            return try keep(pages.results, of: checker.count, end)
        } catch {
            return SaveEnd(ids: [], total: ids.count, problem: message(for: error))
        }
    }

    /// Makes documents of what came.
    private func keep(
        _ results: [FetchedPages.Result], of total: Int, _ end: LinkChecker.End
    ) throws -> SaveEnd {
        let items = results.compactMap(\.item)
        let controller = home.makeController(mirror: mirror, session: session)
        try controller.documents.keep(items)
        home.device.ring()
        var problem = results.lazy.compactMap(\.problem).first
        if end == .offline { problem = "nothing is reachable. Is there a network?" }
        return SaveEnd(
            ids: items.map(\.bookmark), total: total, problem: problem,
            isStopped: end == .cancelled, step: controller.latestStep)
    }
}
