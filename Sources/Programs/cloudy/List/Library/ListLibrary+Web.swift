import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Interchange
import Synchronization
import WebPages

extension ListLibrary {
    func checkLinks(
        ofIDs ids: [String], tell: @escaping @Sendable (LinkProgress) -> Void
    ) async -> (LinkProgress, LinkProgress.End) {
        do {
            let rows = try catalog.rows(ids: ids)
            let links = ids.compactMap { id in
                rows[id].map { LinkChecker.Link(id: id, url: $0.url) }
            }
            let checker = LinkChecker(links, now: ListSession.now)
            let gatherer = LinkGatherer(total: checker.count, home, mailbox, tell: tell)
            do {
                switch try await checker.run({ gatherer.add($0) }) {
                case .finished: return gatherer.finish(.finished)
                case .offline: return gatherer.finish(.offline)
                case .cancelled: return gatherer.finish(.stopped)
                }
            } catch {
                return gatherer.finish(.failed(message(for: error)))
            }
        } catch {
            return (LinkProgress(total: ids.count), .failed(message(for: error)))
        }
    }

    func page(at url: String) async -> FetchedPage? {
        do {
            let page = try await PageReader().page(at: url)
            return FetchedPage(url: url, title: page.title, description: page.description)
        } catch {
            return Task.isCancelled ? nil : FetchedPage(url: url, problem: message(for: error))
        }
    }
}

/// Stores the findings of a check, and notifies the list.
private final class LinkGatherer: Sendable {
    private struct State {
        var progress: LinkProgress
        var lastTold: ContinuousClock.Instant
        var problem: String?
    }

    private let home: Home
    private let mailbox: Mailbox
    private let tell: @Sendable (LinkProgress) -> Void
    private let state: Mutex<State>

    init(
        total: Int, _ home: Home, _ mailbox: Mailbox,
        tell: @escaping @Sendable (LinkProgress) -> Void
    ) {
        self.home = home
        self.mailbox = mailbox
        self.tell = tell
        state = Mutex(State(progress: LinkProgress(total: total), lastTold: .now))
    }

    func add(_ results: [LinkChecker.Result]) {
        state.withLock { state in
            for result in results { state.progress.count(result.state.finding) }
            do {
                try home.record(links: results.map { ($0.link.id, $0.link.url, $0.state) })
            } catch {
                state.problem = message(for: error)
            }
            tell(state.progress)
            // Reading all known states takes longer the more there are.
            if .now - state.lastTold > .seconds(1) { tellLinks(&state) }
        }
    }

    func finish(_ end: LinkProgress.End) -> (LinkProgress, LinkProgress.End) {
        state.withLock { state in
            try? home.finishLinks()
            tellLinks(&state)
            return (state.progress, state.problem.map { .failed($0) } ?? end)
        }
    }

    private func tellLinks(_ state: inout State) {
        if let links = try? home.linkProblems() { mailbox.post(.links(links)) }
        state.lastTold = .now
    }
}
