public import Bookmarks

// A host is in one of three places: in `waiting`, with a time before which it gets no request;
// busy, while one of its links is requested; or done, without links. Pauses apply to a host; a
// failure to connect applies to one origin only, a host and a port.
//
// Verdicts of an unreachable origin are held back until something else answers, because without a
// network nothing is known of any link. Answers from this machine or its own network do not count.
// An unknown name makes links broken only if another public name was found and its host answered: a
// resolver without any names reports the same, even while hosts with numeric addresses answer.
//
// If too many outside hosts in a row are unreachable, the others are set aside in `parked`. Links
// of hosts in this network, and of hosts that answered, are still requested; an answer may take the
// parked hosts back.

/// Decides the order and time of requests for links, as a value without a clock: one link per host
/// at a time, with a pause between, and a limited number in all.
public struct LinkSchedule: Sendable {
    /// The rules of politeness. All times are in seconds.
    public struct Rules: Sendable {
        /// The number of links requested at the same time.
        public var concurrency = 8
        /// The pause between the end of a request to a host and the beginning of the next.
        public var hostPause = 1.0
        /// The number of attempts for a link, and the number of consecutive failures of a host
        /// before it is skipped.
        public var attempts = 3
        /// The wait before the second attempt; it doubles for each further one.
        public var firstWait = 2.0
        /// The longest wait that a host may ask for; a host that asks for more is skipped.
        public var longestWait = 120.0
        /// The number of unreachable outside hosts after which no other is tried, if nothing has
        /// answered yet.
        public var hostsWithoutAnswer = 5
        /// The number of consecutive unreachable hosts after which no other is tried, if anything
        /// has answered.
        public var hostsInARow = 25

        public init() {}
    }

    /// The next thing to do.
    public enum Step: Sendable, Hashable {
        /// Request this link, and report the result: see ``record(_:_:from:at:)``.
        case start(Int)
        /// Wait until this time, or, with `nil`, until a running request has an answer.
        case wait(until: Double?)
        case finished
        /// Nothing else is reachable; the remaining links are not requested.
        case offline
    }

    /// A link, by its index, and the finding about it.
    public struct Settled: Sendable, Hashable {
        public var link: Int
        public var finding: LinkState.Finding
    }

    struct Host {
        var links: [Int] = []
        /// The index of the next link in `links`; earlier ones are done.
        var next = 0
        var hasAnswered = false
        var isRunning = false
        /// Whether all links lead to this machine or its network, by their names.
        var isHere = false
    }

    private let rules: Rules
    private let targets: [WebTarget]
    private let hostOfLink: [Int]
    private var attempts: [Int]
    /// The number of times in a row that each origin did not answer, or asked to wait.
    private var refusals: [String: Int] = [:]
    private var hosts: [Host] = []
    private var waiting = WaitingHosts()
    private var parked: [(host: Int, time: Double)] = []
    private var running = 0
    /// Whether any host answered, including hosts of this network.
    private var isAnythingThere = false
    /// Whether a host outside this network answered.
    private var hasAnswer = false
    /// Whether a host answered whose name had to be looked up.
    public private(set) var knowsNames = false
    private var silentHosts: Set<Int> = []
    private var held: [Settled] = []
    private var nameless: [Settled] = []

    /// - Parameter targets: The target of each link.
    public init(_ targets: [WebTarget], rules: Rules = Rules()) {
        self.rules = rules
        self.targets = targets
        var numbers: [String: Int] = [:]
        var hosts: [Host] = []
        hostOfLink = targets.enumerated().map { link, target in
            let host = numbers[target.host] ?? hosts.count
            if host == hosts.count {
                numbers[target.host] = host
                hosts.append(Host())
            }
            hosts[host].links.append(link)
            hosts[host].isHere = target.reach == .here
            return host
        }
        attempts = Array(repeating: 0, count: targets.count)
        self.hosts = hosts
        for host in hosts.indices { waiting.add(host, until: -.infinity) }
    }

    /// Returns the next thing to do, at a time that never decreases.
    public mutating func step(at now: Double) -> Step {
        if running >= rules.concurrency { return .wait(until: nil) }
        sortWaiting()
        guard let (host, time) = waiting.first else {
            let isAwaited = isCutOff ? isReachableHostRunning : running > 0
            if isAwaited { return .wait(until: nil) }
            return isOffline ? .offline : .finished
        }
        if time > now { return .wait(until: time) }
        waiting.removeFirst()
        let link = hosts[host].links[hosts[host].next]
        hosts[host].next += 1
        hosts[host].isRunning = true
        attempts[link] += 1
        running += 1
        return .start(link)
    }

    /// Whether so many outside hosts were unreachable that no other is tried.
    private var isCutOff: Bool {
        silentHosts.count >= (isAnythingThere ? rules.hostsInARow : rules.hostsWithoutAnswer)
    }

    /// Whether the unreachable hosts show that there is no network, once no host is left to try.
    private var isOffline: Bool {
        isCutOff || !isAnythingThere && silentHosts.count > 1
    }

    private func isKnownReachable(_ host: Int) -> Bool {
        hosts[host].isHere || hosts[host].hasAnswered
    }

    private var isReachableHostRunning: Bool {
        running > 0 && hosts.indices.contains { hosts[$0].isRunning && isKnownReachable($0) }
    }

    /// Parks the outside hosts, or takes them back.
    private mutating func sortWaiting() {
        if isCutOff {
            while let first = waiting.first, !isKnownReachable(first.host) {
                parked.append(first)
                waiting.removeFirst()
            }
        } else if !parked.isEmpty {
            for (host, time) in parked { waiting.add(host, until: time) }
            parked = []
        }
    }

    /// Takes the verdict on a link that ``step(at:)`` started, and returns the verdicts known
    /// since. The last link's verdict is known when this returns.
    ///
    /// - Parameter reach: The reach of the host; `nil` to derive it from the name.
    public mutating func record(
        _ link: Int, _ verdict: LinkVerdict, from reach: HostReach? = nil, at now: Double
    ) -> [Settled] {
        running -= 1
        let host = hostOfLink[link]
        hosts[host].isRunning = false
        if verdict.isAnswer {
            hosts[host].hasAnswered = true
            if !isAnythingThere { silentHosts.removeAll() }
            isAnythingThere = true
        }
        let reach = reach ?? targets[link].reach
        let backoff = rules.firstWait * Double(1 << min(16, attempts[link] - 1))
        var wait = rules.hostPause
        var settled = takeSign(verdict, host, reach)
        switch verdict.meaning {
        case .settled:
            refusals[targets[link].origin] = 0
            settled.append(Settled(link: link, finding: verdict.finding))
        case .settlesHost: settled += giveUp(since: link, verdict.finding) { _ in true }
        case .nameless:
            let gone = giveUp(since: link, verdict.finding) { _ in true }
            if knowsNames { settled += gone } else { nameless += gone }
        case .mayPass:
            refusals[targets[link].origin] = 0
            wait = max(wait, backoff)
            if attempts[link] < rules.attempts {
                hosts[host].links.append(link)
            } else {
                settled.append(Settled(link: link, finding: verdict.finding))
            }
        case .hostIsBusy(let seconds):
            wait = max(wait, seconds ?? backoff)
            settled += askAgain(link, verdict.finding, unless: wait > rules.longestWait)
        case .notReached:
            wait = max(wait, backoff)
            let given = askAgain(link, verdict.finding)
            // A link within this network proves nothing about the outside network.
            if reach == .here { settled += given } else { held += given }
        }
        // The remaining links are skipped, so they need no long wait.
        if wait > rules.longestWait { wait = rules.hostPause }
        if hosts[host].next < hosts[host].links.count { waiting.add(host, until: now + wait) }
        return settled + decide()
    }

    /// Uses a verdict as evidence about the network, and returns the links that it settles.
    private mutating func takeSign(
        _ verdict: LinkVerdict, _ host: Int, _ reach: HostReach
    ) -> [Settled] {
        guard reach != .here else { return [] }
        switch verdict.meaning {
        case .notReached: silentHosts.insert(host)
        // A network without a connection often has a resolver that knows no name. If anything has
        // answered, the check continues: a missing name takes no time.
        case .nameless: if !isAnythingThere { silentHosts.insert(host) }
        default: break
        }
        guard verdict.isAnswer else { return [] }
        hasAnswer = true
        knowsNames = knowsNames || reach == .name
        silentHosts.removeAll()
        defer {
            held = []
            if knowsNames { nameless = [] }
        }
        return knowsNames ? held + nameless : held
    }

    /// Schedules another request for a link, unless its origin has refused too often.
    private mutating func askAgain(
        _ link: Int, _ finding: LinkState.Finding, unless isHopeless: Bool = false
    ) -> [Settled] {
        let origin = targets[link].origin
        refusals[origin, default: 0] += 1
        guard isHopeless || refusals[origin, default: 0] >= rules.attempts else {
            hosts[hostOfLink[link]].links.append(link)
            return []
        }
        return giveUp(since: link, finding) { [targets] in targets[$0].origin == origin }
    }

    /// Decides held verdicts if there is no network, or none is needed any longer.
    private mutating func decide() -> [Settled] {
        let isOver = running == 0 && waiting.first == nil && parked.isEmpty
        guard isOver, !isOffline else { return [] }
        defer { (held, nameless) = ([], []) }
        // If no name was found, there may be no resolver.
        return (hasAnswer ? held : held.map(Self.asUnsure))
            + (knowsNames ? nameless : nameless.map(Self.asUnsure))
    }

    private static func asUnsure(_ settled: Settled) -> Settled {
        guard case .broken(let reason) = settled.finding else { return settled }
        return Settled(link: settled.link, finding: .unsure("\(reason), or there is no network"))
    }

    /// Gives a link and the rest of its host, as far as it is similar, the same finding.
    private mutating func giveUp(
        since link: Int, _ finding: LinkState.Finding, _ isLikeIt: (Int) -> Bool
    ) -> [Settled] {
        let host = hostOfLink[link]
        let rest = hosts[host].links[hosts[host].next...]
        hosts[host].links.replaceSubrange(
            hosts[host].next..., with: rest.filter { !isLikeIt($0) })
        return ([link] + rest.filter(isLikeIt)).map { Settled(link: $0, finding: finding) }
    }
}
