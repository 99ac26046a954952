public import Bookmarks

// A host is in one of three places: in `waiting`, with a time before which it is left alone; busy,
// while one of its links is asked for; or done, without links. Politeness is owed to a host; that
// it was not reached is said of one origin, a host and a port, alone.
//
// The verdicts of an origin that was not reached are held back until something else answers: with
// no network, nothing is known of any link. Answers of this machine and of its own network show
// nothing of the kind. An unknown name makes links broken only where another public name was found
// and its host answered: a resolver that knows no name at all says the same, and so it may while
// hosts that go by numbers answer.
//
// Where too many outside hosts in a row were not reached, no more of them are asked for: they are
// set aside in `parked`. Hosts of this network, and hosts that answered, are still asked for all
// their links; an answer may show that the others are worth asking after all.

/// Decides which link is asked for when, as a value without a clock: one at a time of each host,
/// with a pause between, and only so many in all.
public struct LinkSchedule: Sendable {
    /// How polite to be. All times are in seconds.
    public struct Rules: Sendable {
        /// Links asked for at the same time.
        public var concurrency = 8
        /// Between the end of one request to a host and the beginning of the next.
        public var hostPause = 1.0
        /// How often a link is asked for, and how often in a row a host may not answer.
        public var attempts = 3
        /// Before the second attempt; doubled before each that follows.
        public var firstWait = 2.0
        /// A host that asks to be left alone for longer is given up.
        public var longestWait = 120.0
        /// After so many different hosts that are not reached, no other is asked for outside this
        /// network, if nothing has answered yet.
        public var hostsWithoutAnswer = 5
        /// The same, in a row, if anything has answered.
        public var hostsInARow = 25

        public init() {}
    }

    /// The next thing to do.
    public enum Step: Sendable, Hashable {
        /// Ask for this link, and tell the result: see ``took(_:_:at:)``.
        case start(Int)
        /// Nothing before this time; with `nil`, before one of those that run has an answer.
        case wait(until: Double?)
        case finished
        /// Nothing else can be reached: the rest is not asked for.
        case offline
    }

    /// A link, by the number of its place among all, and the finding about it.
    public struct Settled: Sendable, Hashable {
        public var link: Int
        public var finding: LinkState.Finding
    }

    struct Host {
        var links: [Int] = []
        /// Where the next link stands in `links`: those before it are done.
        var next = 0
        var hasAnswered = false
        var isRunning = false
        /// Whether all its links lead to this machine or its network, by their names.
        var isHere = false
    }

    private let rules: Rules
    private let targets: [WebTarget]
    private let hostOfLink: [Int]
    private var attempts: [Int]
    /// How often in a row an origin did not answer, or asked to wait.
    private var refusals: [String: Int] = [:]
    private var hosts: [Host] = []
    private var waiting = WaitingHosts()
    private var parked: [(host: Int, time: Double)] = []
    private var running = 0
    /// Whether any host answered, of this network too.
    private var isAnythingThere = false
    /// Whether a host answered that is not of this network.
    private var hasAnswer = false
    /// Whether one did whose name had to be found.
    public private(set) var knowsNames = false
    private var silentHosts: Set<Int> = []
    private var held: [Settled] = []
    private var nameless: [Settled] = []

    /// - Parameter targets: Where each link leads.
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

    /// The next thing to do, at a time that never goes back.
    public mutating func step(at now: Double) -> Step {
        if running >= rules.concurrency { return .wait(until: nil) }
        sortWaiting()
        guard let (host, time) = waiting.first else {
            let isAwaited = isCutOff ? isAnyHopeRunning : running > 0
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

    /// Whether so many outside hosts were not reached that no other is asked for.
    private var isCutOff: Bool {
        silentHosts.count >= (isAnythingThere ? rules.hostsInARow : rules.hostsWithoutAnswer)
    }

    /// Whether the unreached hosts show that there is no network, once no host is left to ask.
    private var isOffline: Bool {
        isCutOff || !isAnythingThere && silentHosts.count > 1
    }

    private func isHopeful(_ host: Int) -> Bool {
        hosts[host].isHere || hosts[host].hasAnswered
    }

    private var isAnyHopeRunning: Bool {
        running > 0 && hosts.indices.contains { hosts[$0].isRunning && isHopeful($0) }
    }

    /// Sets the outside hosts aside, or takes them back.
    private mutating func sortWaiting() {
        if isCutOff {
            while let first = waiting.first, !isHopeful(first.host) {
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
    /// - Parameter reach: From where the host is reached; `nil` to tell it from the name.
    public mutating func took(
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
            // A link within this network tells nothing about the network outside.
            if reach == .here { settled += given } else { held += given }
        }
        // The remaining links are given up, so they need no long wait.
        if wait > rules.longestWait { wait = rules.hostPause }
        if hosts[host].next < hosts[host].links.count { waiting.add(host, until: now + wait) }
        return settled + decide()
    }

    /// Takes a verdict as a sign about the network, and returns the links it settles.
    private mutating func takeSign(
        _ verdict: LinkVerdict, _ host: Int, _ reach: HostReach
    ) -> [Settled] {
        guard reach != .here else { return [] }
        switch verdict.meaning {
        case .notReached: silentHosts.insert(host)
        // A network that leads nowhere often has a resolver that knows no name.
        // Where anything answered, the check goes on: a missing name takes no time.
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

    /// Whether there is no network, or none is needed to know the rest.
    private mutating func decide() -> [Settled] {
        let isOver = running == 0 && waiting.first == nil && parked.isEmpty
        guard isOver, !isOffline else { return [] }
        defer { (held, nameless) = ([], []) }
        // If no name was found, there may be no resolver.
        return (hasAnswer ? held : held.map(Self.withoutBlame))
            + (knowsNames ? nameless : nameless.map(Self.withoutBlame))
    }

    private static func withoutBlame(_ settled: Settled) -> Settled {
        guard case .broken(let reason) = settled.finding else { return settled }
        return Settled(link: settled.link, finding: .unsure("\(reason), or there is no network"))
    }

    /// A link and all that is left of its host, as far as it is like it, have the same finding.
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
