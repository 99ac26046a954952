import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import Glibc
import Interchange
import Synchronization
import WebPages

/// Keeps pages as documents as they arrive, from any thread, in one undo step.
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
        var content = Content.text
    }

    /// The kind of a saved page, as far as a reader is concerned.
    enum Content: Sendable {
        case text, pdf, other

        init(_ page: SavedPage) {
            if page.mediaType.contains("pdf") || page.content.starts(with: "%PDF-".utf8) {
                self = .pdf
            } else {
                self = PageText.isBinary(page.content) ? .other : .text
            }
        }
    }

    private struct State {
        var results: [Result] = []
        /// Makes the edits; `nil` until a page arrives.
        var controller: BookmarksController?
        var series: DocumentEditor.Series
        /// The first error that kept a page from being a document.
        var failure: (any Error)?
    }

    private let home: Home
    private let makeController: @Sendable () -> BookmarksController
    private let state: Mutex<State>

    /// - Parameters:
    ///   - session: the author of the undo step.
    ///   - total: the number of pages that may arrive.
    init(
        _ home: Home, _ mirror: any DefaultsMirror, session: EditSession = .command,
        total: Int
    ) {
        self.home = home
        makeController = { home.makeController(mirror: mirror, session: session) }
        state = Mutex(State(series: DocumentEditor.Series(total: total)))
    }

    var results: [Result] { state.withLock { $0.results } }
    var count: Int { state.withLock { $0.results.count { $0.item != nil } } }

    /// Fetches the pages of bookmarks, and shows the progress on a terminal. Returns `nil` if none
    /// is on the web.
    func fetch(_ rows: [BookmarkRow]) throws -> (LinkChecker.End, Int32?)? {
        let progress = ProgressLine()
        let isSingle = rows.count == 1
        let links = rows.map { LinkChecker.Link(id: $0.id, url: $0.url) }
        let checker = checker(of: links) { _, page in
            guard isSingle else { return }
            progress.show("Saving \(byteCount(page.received, of: page.total))")
        }
        guard checker.count > 0 else { return nil }
        return try runInterruptibly(progress) { [self] in
            try await checker.run { results in
                self.add(results)
                progress.show("Saved \(grouped(self.count)) of \(grouped(checker.count))")
            }
        }
    }

    /// Returns a checker that fetches pages according to the settings. It continues interrupted
    /// downloads.
    ///
    /// - Parameter tell: called with the number of a page and its progress.
    func checker(
        of links: [LinkChecker.Link],
        _ tell: @escaping @Sendable (Int, DownloadProgress) -> Void
    ) -> LinkChecker {
        let settings = SettingsFile(home.location).read().settings
        let command = settings.saveCommand.flatMap { PageCommand($0) }
        let parts =
            home.readOnlyReason == nil
            ? DownloadParts(folder: home.location.store.folder + "/downloads") : nil
        return LinkChecker(
            links, reading: .whole(Document.longest, by: command),
            fetcher: WebFetcher(parts: parts), progress: tell, now: ListSession.now)
    }

    func add(_ fetched: [LinkChecker.Result]) { keep(fetched.map(result)) }

    func add(_ row: BookmarkRow, _ page: SavedPage) { keep([result(row.id, page)]) }

    /// The first error that kept a page from being a document.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Ends the undo step of the pages that are documents now, and returns its number; `nil` if
    /// nothing changed.
    func finish() throws -> Int64? {
        try state.withLock { state in
            try state.controller?.documents.finish(state.series)
            return state.controller?.latestStep
        }
    }

    private func result(_ fetched: LinkChecker.Result) -> Result {
        guard let answer = fetched.answer else {
            let detail = fetched.state.finding.detail
            var isOutOfReach = false
            if case .unsure = fetched.state.finding { isOutOfReach = !fetched.isAnswered }
            return Result(
                id: fetched.link.id, problem: detail.isEmpty ? "no page" : detail,
                isOutOfReach: isOutOfReach)
        }
        return result(
            fetched.link.id,
            SavedPage(
                title: fetched.page?.title ?? "", mediaType: answer.contentType ?? "text/html",
                url: answer.url, content: answer.body))
    }

    /// Stores the content of a page.
    private func result(_ id: String, _ page: SavedPage) -> Result {
        do {
            let item = try home.item(page, ofBookmark: id)
            let former = try item.replaced.map { try home.document(matching: $0) }
            let isUnchanged =
                former?.head.content == item.draft.content && former?.name == item.draft.name
            return Result(
                id: id, item: item, isUnchanged: isUnchanged, content: Content(page))
        } catch {
            return Result(id: id, problem: Self.reason(error))
        }
    }

    private func keep(_ new: [Result]) {
        state.withLock { state in
            var new = new
            do {
                let controller = state.controller ?? makeController()
                state.controller = controller
                try controller.documents.keep(new.compactMap(\.item), in: &state.series)
            } catch {
                state.failure = state.failure ?? error
                for index in new.indices where new[index].item != nil {
                    (new[index].item, new[index].problem) = (nil, Self.reason(error))
                }
            }
            state.results += new
        }
    }

    /// The reason of an error, without a full stop.
    private static func reason(_ error: any Error) -> String {
        let text = message(for: error)
        return text.last == "." ? String(text.dropLast()) : text
    }
}

extension FetchedPages.Result {
    /// Returns a warning about a page that was saved but has no text here; `nil` for other pages.
    ///
    /// - Parameter file: the path that the page was read from.
    func warning(about row: BookmarkRow, from file: String? = nil) -> String? {
        if item == nil { return nil }
        let place = harmless(row.url)
        switch content {
        case .text: return nil
        case .pdf where Self.isPDFReadable: return nil
        case .pdf:
            return "\(place): the page is a PDF. To read and search its text, install pdftotext "
                + "(in Debian: poppler-utils)."
        case .other:
            let path = file.map { $0 == "-" ? "FILE" : shellWord($0) } ?? "FILE"
            return "\(place): the page is saved, but it is not a web page and has no text. To keep "
                + "it as a file: cloudy attach \(row.id) \(path)"
        }
    }

    /// Whether the program that reads PDFs is on PATH.
    private static var isPDFReadable: Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").contains { access("\($0)/pdftotext", X_OK) == 0 }
    }
}

extension FetchedPages {
    /// Updates the text index, and reports the saved pages that have no text of their own, since a
    /// browser shows one.
    func reportMissingText(of rows: [BookmarkRow]) {
        updateTextIndex(home)
        let saved = Set(
            results.filter { $0.item != nil && $0.content == .text }.map(\.id))
        let empty = rows.filter { row in
            guard saved.contains(row.id), let page = try? home.savedPage(ofBookmark: row.id)
            else { return false }
            return home.indexedBeginning(of: page)?.isBlank == true
        }
        guard let first = empty.first else { return }
        let what =
            empty.count == 1
            ? "\(harmless(first.url)): the saved page has"
            : "\(grouped(empty.count)) of the saved pages, such as \(harmless(first.url)), have"
        complain(
            "\(what) no text of \(empty.count == 1 ? "its" : "their") own; perhaps scripts write "
                + "it in a browser. To have it, save the page there as one file, such as with "
                + "SingleFile, and type: cloudy save \(first.id) --file FILE")
    }
}
