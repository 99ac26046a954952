public import Bookmarks
public import Interchange

/// Asks for many links, politely, and tells the result of each.
public struct LinkChecker: Sendable {
    /// A bookmark and where it leads.
    public struct Link: Sendable, Hashable {
        public var id: String
        public var url: String

        public init(id: String, url: String) {
            self.id = id
            self.url = url
        }
    }

    /// The present state of a link.
    public struct Result: Sendable, Hashable {
        public var link: Link
        public var state: LinkState
        /// The page's title and description, if pages are read.
        public var page: PageSummary?
    }

    /// How it ended.
    public enum End: Sendable, Hashable {
        case finished
        /// Nothing could be reached.
        case offline
        case cancelled
    }

    /// How many links are on the web, and can be asked for.
    public let count: Int
    private let targets: [WebTarget]
    private let links: [[Link]]
    private let malformed: [(Link, WebFailure)]
    private let readsPages: Bool
    private let rules: LinkSchedule.Rules
    private let fetcher: WebFetcher
    private let now: @Sendable () -> Double

    /// How long one link may take, in seconds.
    static let seconds = 20

    /// - Parameters:
    ///   - links: Those that are not on the web are left out; a page that several lead to is asked
    ///     for once.
    ///   - readsPages: Whether titles and descriptions are wanted too, which needs the beginning of
    ///     each page.
    ///   - now: Seconds since 1970.
    public init(
        _ links: [Link], readsPages: Bool = false, rules: LinkSchedule.Rules = .init(),
        fetcher: WebFetcher = WebFetcher(), now: @escaping @Sendable () -> Double
    ) {
        var numbers: [String: Int] = [:]
        var targets: [WebTarget] = []
        var grouped: [[Link]] = []
        var malformed: [(Link, WebFailure)] = []
        for link in links {
            do throws(WebFailure) {
                let target = try WebTarget(link.url)
                let spelling = WebAddress(stored: target.url).spelling
                let number = numbers[spelling] ?? targets.count
                if number == targets.count {
                    numbers[spelling] = number
                    targets.append(target)
                    grouped.append([])
                }
                grouped[number].append(link)
            } catch {
                if error.code != .notOnTheWeb { malformed.append((link, error)) }
            }
        }
        count = grouped.reduce(malformed.count) { $0 + $1.count }
        self.targets = targets
        self.links = grouped
        self.malformed = malformed
        self.readsPages = readsPages
        self.rules = rules
        self.fetcher = fetcher
        self.now = now
    }

    private enum News: Sendable {
        case verdict(link: Int, LinkVerdict, HostReach, PageSummary?)
        case failure(WebFailure)
        case timer(Double)
    }

    /// Asks for all of them, until that is done or the task is cancelled.
    ///
    /// - Parameter report: Told what is known, as soon as it is; from any thread, one call after
    ///   the other.
    /// - Throws: Only that nothing can be fetched on this machine.
    public func run(
        _ report: @escaping @Sendable ([Result]) -> Void
    ) async throws(WebFailure) -> End {
        if !malformed.isEmpty {
            report(malformed.map { result($0.0, LinkVerdict($0.1).finding) })
        }
        let end = await withTaskGroup(of: News.self) { group in
            defer { group.cancelAll() }
            return await follow(&group, report)
        }
        return try end.get()
    }

    private func follow(
        _ group: inout TaskGroup<News>, _ report: @Sendable ([Result]) -> Void
    ) async -> Swift.Result<End, WebFailure> {
        let clock = ContinuousClock()
        let start = clock.now
        var schedule = LinkSchedule(targets, rules: rules)
        var nextTimer = Double.infinity
        var pages: [Int: PageSummary] = [:]
        while !Task.isCancelled {
            let time = (clock.now - start) / .seconds(1)
            switch schedule.step(at: time) {
            case .start(let link):
                let isWitness = !schedule.knowsNames
                group.addTask { await ask(link, isWitness: isWitness) }
                continue
            case .finished: return .success(.finished)
            case .offline: return .success(.offline)
            case .wait(let until):
                if let until, until < nextTimer {
                    nextTimer = until
                    group.addTask {
                        try? await Task.sleep(for: .seconds(until - time))
                        return .timer(until)
                    }
                }
            }
            switch await group.next() {
            case .verdict(let link, let verdict, let reach, let page)?:
                if Task.isCancelled { break }
                pages[link] = page
                let time = (clock.now - start) / .seconds(1)
                let settled = schedule.took(link, verdict, from: reach, at: time)
                let results = settled.flatMap { settled in
                    let page = pages.removeValue(forKey: settled.link)
                    return links[settled.link].map { result($0, settled.finding, page) }
                }
                if !results.isEmpty { report(results) }
            case .failure(let failure)?:
                if !Task.isCancelled { return .failure(failure) }
            case .timer(let time)?: if time == nextTimer { nextTimer = .infinity }
            case nil: break
            }
        }
        return .success(.cancelled)
    }

    /// - Parameter isWitness: Whether it matters that a name leads out of this network: a name from
    ///   `/etc/hosts` proves nothing.
    private func ask(_ link: Int, isWitness: Bool) async -> News {
        var reach = targets[link].reach
        do throws(WebFailure) {
            let answer = try await fetcher.fetch(
                targets[link], readsPages ? PageReader.extent : .head, seconds: Self.seconds)
            let page = readsPages ? PageReader.page(in: answer) : nil
            if isWitness, reach == .name, await fetcher.isOfThisNetwork(targets[link]) {
                reach = .here
            }
            return .verdict(link: link, LinkVerdict(answer, at: now()), reach, page)
        } catch {
            if error.code == .noFetcher { return .failure(error) }
            let verdict = LinkVerdict(error)
            if verdict.isAnswer, isWitness, reach == .name,
                await fetcher.isOfThisNetwork(targets[link])
            {
                reach = .here
            }
            return .verdict(link: link, verdict, reach, nil)
        }
    }

    private func result(
        _ link: Link, _ finding: LinkState.Finding, _ page: PageSummary? = nil
    ) -> Result {
        var finding = finding
        // The fragment is the reader's, and stays (RFC 9110, section 10.2.2).
        if case .moved(let url) = finding, !url.contains("#"),
            let mark = link.url.firstIndex(of: "#")
        {
            finding = .moved(to: url + link.url[mark...])
        }
        return Result(link: link, state: LinkState(finding, checked: now()), page: page)
    }
}
