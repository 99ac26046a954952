import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Interchange
import Synchronization
import WebPages

extension ListSession {
    /// Asks the web, off the thread of the list, for what the person asked for.
    func performOnWeb(_ effect: Effect) throws {
        switch effect {
        case .checkLinks(let ids): check(ids)
        case .stopChecking: checkTask?.cancel()
        case .openArchive(let id):
            guard let bookmark = try controller.bookmark(id: id) else { return }
            guard let url = WebArchive.url(of: bookmark.url) else {
                return send(.outcome(.failed("\(NotArchivable(url: bookmark.url))")))
            }
            try open(urls: [url], names: [bookmark.title], isArchived: true)
        case .fetchPage(let url): fetch(url)
        case .takePage(let page, let id): try take(page, id)
        default: break
        }
    }

    private func fetch(_ url: String) {
        // Bookmarks that were saved may wait for theirs.
        if fetchTasks.count >= Self.mostFetches { fetchTasks.removeFirst().cancel() }
        let fetching = Task.detached { [mailbox] in
            do {
                let page = try await PageReader().page(at: url)
                let fetched = FetchedPage(
                    url: url, title: page.title, description: page.description)
                mailbox.post(.event(.page(fetched)))
            } catch {
                let fetched = FetchedPage(url: url, problem: message(for: error))
                if !Task.isCancelled { mailbox.post(.event(.page(fetched))) }
            }
        }
        fetchTasks.append(fetching)
    }

    /// As many pages as are fetched at once, those that were answered among them.
    private static let mostFetches = 8

    /// Gives a bookmark the title of its page, in a step of its own.
    private func take(_ page: FetchedPage, _ id: String) throws {
        guard let bookmark = try controller.bookmark(id: id), bookmark.name.isEmpty,
            WebAddress(stored: bookmark.url).pageKey == WebAddress(stored: page.url).pageKey
        else { return }
        if let problem = page.problem {
            return send(.message(.warning, "The title was not fetched: \(problem)"))
        }
        guard !page.title.isEmpty else {
            return send(.message(.warning, "The page has no title"))
        }
        var draft = bookmark.draft
        draft.name = page.title
        if draft.notes.isEmpty { draft.notes = page.description }
        try controller.edit(id: id, from: bookmark.draft, to: draft)
        edited(.titled(id: id, name: page.title))
    }

    private func check(_ ids: [String]) {
        let links = ids.compactMap { id in
            controller.list.row(id: id).map { LinkChecker.Link(id: id, url: $0.url) }
        }
        let checker = LinkChecker(links, now: Self.now)
        let gatherer = LinkGatherer(total: checker.count, home, mailbox)
        checkTask = Task.detached {
            do {
                switch try await checker.run({ gatherer.take($0) }) {
                case .finished: gatherer.finish(.finished)
                case .offline: gatherer.finish(.offline)
                case .cancelled: gatherer.finish(.stopped)
                }
            } catch {
                gatherer.finish(.failed(message(for: error)))
            }
        }
    }

    /// Asks which links do not simply work.
    func lookForLinks() {
        Task.detached { [home, mailbox] in
            if let links = try? home.troubledLinks() { mailbox.post(.links(links)) }
        }
    }

    /// Shows the present states of links.
    func follow(_ links: [String: LinkState]) {
        if links == state.web.links { return }
        do {
            try controller.linksChanged()
        } catch {
            send(.message(.error, message(for: error)))
        }
        send(.listChanged)
        send(.links(links))
    }
}

/// Keeps what a check finds, and tells the list.
private final class LinkGatherer: Sendable {
    private struct State {
        var progress: LinkProgress
        var lastTold: ContinuousClock.Instant
        var problem: String?
    }

    private let home: Home
    private let mailbox: Mailbox
    private let state: Mutex<State>

    init(total: Int, _ home: Home, _ mailbox: Mailbox) {
        self.home = home
        self.mailbox = mailbox
        state = Mutex(State(progress: LinkProgress(total: total), lastTold: .now))
    }

    func take(_ results: [LinkChecker.Result]) {
        state.withLock { state in
            for result in results { state.progress.count(result.state.finding) }
            do {
                try home.record(links: results.map { ($0.link.id, $0.link.url, $0.state) })
            } catch {
                state.problem = message(for: error)
            }
            mailbox.post(.event(.checking(state.progress)))
            // Reading all that is known takes longer the more it is.
            if .now - state.lastTold > .seconds(1) { tellLinks(&state) }
        }
    }

    func finish(_ end: LinkProgress.End) {
        state.withLock { state in
            try? home.finishLinks()
            tellLinks(&state)
            let end = state.problem.map { .failed($0) } ?? end
            mailbox.post(.event(.checked(state.progress, end)))
        }
    }

    private func tellLinks(_ state: inout State) {
        if let links = try? home.troubledLinks() { mailbox.post(.links(links)) }
        state.lastTold = .now
    }
}
