public import Bookmarks
public import Interchange

/// Checks many links politely, and reports the result of each.
public struct LinkChecker: Sendable {
    /// A bookmark and its URL.
    public struct Link: Sendable, Hashable {
        public var id: String
        public var url: String

        public init(id: String, url: String) {
            self.id = id
            self.url = url
        }
    }

    /// The current state of a link.
    public struct Result: Sendable, Hashable {
        public var link: Link
        public var state: LinkState
        /// The summary of the page, if it exists.
        public var page: PageSummary?
        /// The whole page, if it was requested.
        public var answer: WebAnswer?
        /// Whether the host, or a proxy, answered completely, even if only to refuse.
        public var isAnswered = false
    }

    /// The parts of a page to read, in addition to the state of its link.
    public enum Reading: Sendable, Hashable {
        case nothing
        /// The title and the description, from the beginning of each page.
        case summary
        /// The title, the description and the whole page, up to a number of bytes; fetched by a
        /// program that a person named, if any.
        case whole(Int, by: PageCommand? = nil)
    }

    /// The way in which a check ended.
    public enum End: Sendable, Hashable {
        case finished
        /// Nothing was reachable.
        case offline
        case cancelled
    }

    /// The number of links that are on the web and can be checked.
    public let count: Int
    private let targets: [WebTarget]
    private let links: [[Link]]
    private let malformed: [(Link, WebFailure)]
    private let reading: Reading
    private let rules: LinkSchedule.Rules
    private let fetcher: WebFetcher
    private let progress: @Sendable (Int, DownloadProgress) -> Void
    private let now: @Sendable () -> Double

    /// The maximum time for a link, and for a whole page, in seconds.
    static let seconds = 20
    static let secondsOfWhole = 60

    /// - Parameters:
    ///   - links: The links to check; those that are not on the web are left out, and a page with
    ///     several links is requested once.
    ///   - reading: The parts of the pages to read.
    ///   - progress: Called after each piece of a whole page, with the number of the page, counted
    ///     from 0; from any thread.
    ///   - now: Returns the current time, in seconds since 1970.
    public init(
        _ links: [Link], reading: Reading = .nothing, rules: LinkSchedule.Rules = .init(),
        fetcher: WebFetcher = WebFetcher(),
        progress: @escaping @Sendable (Int, DownloadProgress) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Double
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
        self.reading = reading
        self.rules = rules
        self.fetcher = fetcher
        self.progress = progress
        self.now = now
    }

    private struct Page: Sendable {
        var summary: PageSummary?
        var answer: WebAnswer?
    }

    private enum Event: Sendable {
        case verdict(link: Int, LinkVerdict, HostReach, Page?)
        case failure(WebFailure)
        case timer(Double)
    }

    /// Checks all links, until it is done or the task is cancelled.
    ///
    /// - Parameter report: Called with each result as soon as it is known; from any thread, but
    ///   never concurrently.
    /// - Throws: Only if nothing can be fetched on this machine.
    public func run(
        _ report: @escaping @Sendable ([Result]) -> Void
    ) async throws(WebFailure) -> End {
        if !malformed.isEmpty {
            report(malformed.map { result($0.0, LinkVerdict($0.1).finding) })
        }
        let end = await withTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            return await follow(&group, report)
        }
        return try end.get()
    }

    private func follow(
        _ group: inout TaskGroup<Event>, _ report: @Sendable ([Result]) -> Void
    ) async -> Swift.Result<End, WebFailure> {
        let clock = ContinuousClock()
        let start = clock.now
        var schedule = LinkSchedule(targets, rules: rules)
        var nextTimer = Double.infinity
        var pages: [Int: Page] = [:]
        var answered: Set<Int> = []
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
                if !verdict.isOutOfReach { answered.insert(link) }
                let time = (clock.now - start) / .seconds(1)
                let settled = schedule.record(link, verdict, from: reach, at: time)
                let results = settled.flatMap { settled in
                    let page = pages.removeValue(forKey: settled.link)
                    return links[settled.link].map { link in
                        var found = result(link, settled.finding, page)
                        found.isAnswered = answered.contains(settled.link)
                        return found
                    }
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

    /// - Parameter isWitness: Whether it matters that a name resolves outside this network: a name
    ///   from `/etc/hosts` proves nothing.
    private func ask(_ link: Int, isWitness: Bool) async -> Event {
        var reach = targets[link].reach
        do throws(WebFailure) {
            let (page, answer) = try await read(link)
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

    private func read(_ link: Int) async throws(WebFailure) -> (Page?, WebAnswer) {
        let target = targets[link]
        switch reading {
        case .nothing:
            return (nil, try await fetcher.fetch(target, .head, seconds: Self.seconds))
        case .summary:
            let answer = try await fetcher.fetch(
                target, PageReader.extent, seconds: Self.seconds)
            return (PageReader.page(in: answer).map { Page(summary: $0) }, answer)
        case .whole(let limit, let command):
            let answer =
                if let command {
                    try await command.fetch(target, limit: limit)
                } else {
                    try await fetcher.fetch(
                        target, .beginning(limit + 1), seconds: Self.secondsOfWhole,
                        progress: { progress(link, $0) })
                }
            if answer.body.count > limit { throw .tooLarge(limit: limit) }
            let page = answer.isSuccess
            return (page ? Page(summary: PageReader.page(in: answer), answer: answer) : nil, answer)
        }
    }

    private func result(
        _ link: Link, _ finding: LinkState.Finding, _ page: Page? = nil
    ) -> Result {
        var finding = finding
        // The fragment of the old URL stays (RFC 9110, section 10.2.2).
        if case .moved(let url) = finding, !url.contains("#"),
            let mark = link.url.firstIndex(of: "#")
        {
            finding = .moved(to: url + link.url[mark...])
        }
        return Result(
            link: link, state: LinkState(finding, checked: now()), page: page?.summary,
            answer: page?.answer)
    }
}
