public import Bookmarks

// A host is in one of three places: in `waiting`, with a time before which it is left alone; busy,
// while one of its links is asked for; or done, without links. What a host that was not
// reached says of its links is held back until something else answers: with no network, nothing is
// known of any link.

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
        /// So many different hosts that are not reached mean that there is no network, when none
        /// was yet.
        public var hostsWithoutAnswer = 5
        /// The same, when some answered before.
        public var hostsInARow = 25

        public init() {}
    }

    /// What to do now.
    public enum Step: Sendable, Hashable {
        /// Ask for this link, and say what came of it: see ``took(_:_:at:)``.
        case start(Int)
        /// Nothing before this time; with `nil`, before one of those that run has an answer.
        case wait(until: Double?)
        case finished
        /// Nothing can be reached: the rest is not asked for.
        case offline
    }

    /// A link, by the number of its place among all, and what is known of it.
    public struct Settled: Sendable, Hashable {
        public var link: Int
        public var finding: LinkState.Finding
    }

    struct Host {
        var links: [Int] = []
        /// Where the next link stands in `links`: those before it are done.
        var next = 0
        /// How often in a row it did not answer, or asked to wait.
        var refusals = 0
    }

    private let rules: Rules
    private let hostOfLink: [Int]
    private var attempts: [Int]
    private var hosts: [Host] = []
    private var waiting = WaitingHosts()
    private var running = 0
    private var hasAnswer = false
    private var isOffline = false
    private var silentHosts: Set<Int> = []
    private var held: [Settled] = []

    /// - Parameter hosts: The host of each link.
    public init(hosts names: [String], rules: Rules = Rules()) {
        self.rules = rules
        var numbers: [String: Int] = [:]
        var hosts: [Host] = []
        hostOfLink = names.enumerated().map { link, name in
            let host = numbers[name] ?? hosts.count
            if host == hosts.count {
                numbers[name] = host
                hosts.append(Host())
            }
            hosts[host].links.append(link)
            return host
        }
        attempts = Array(repeating: 0, count: names.count)
        self.hosts = hosts
        for host in hosts.indices { waiting.add(host, until: -.infinity) }
    }

    /// What to do at a time that never goes back.
    public mutating func step(at now: Double) -> Step {
        if isOffline { return .offline }
        if running >= rules.concurrency { return .wait(until: nil) }
        guard let (host, time) = waiting.first else {
            if running > 0 { return .wait(until: nil) }
            if !hasAnswer && silentHosts.count > 1 { isOffline = true }
            return isOffline ? .offline : .finished
        }
        if time > now { return .wait(until: time) }
        waiting.removeFirst()
        let link = hosts[host].links[hosts[host].next]
        hosts[host].next += 1
        attempts[link] += 1
        running += 1
        return .start(link)
    }

    /// Takes what came of a link that ``step(at:)`` started, and returns what is known since. What
    /// the last link says is known when this returns.
    public mutating func took(
        _ link: Int, _ verdict: LinkVerdict, at now: Double
    ) -> [Settled] {
        running -= 1
        let host = hostOfLink[link]
        var wait = rules.hostPause
        var settled: [Settled] = []
        switch verdict.meaning {
        case .notReached:
            silentHosts.insert(host)
            hosts[host].refusals += 1
        case .nameless:
            // A network that leads nowhere often has a resolver that knows no name at all.
            if !hasAnswer { silentHosts.insert(host) }
        default:
            hasAnswer = true
            silentHosts.removeAll()
            settled = held
            held = []
        }
        let backoff = rules.firstWait * Double(1 << min(16, attempts[link] - 1))
        switch verdict.meaning {
        case .settled:
            hosts[host].refusals = 0
            settled.append(Settled(link: link, finding: verdict.finding))
        case .settlesHost:
            settled += giveUp(host, since: link, verdict.finding)
        case .nameless:
            let gone = giveUp(host, since: link, verdict.finding)
            if hasAnswer { settled += gone } else { held += gone }
        case .mayPass:
            hosts[host].refusals = 0
            wait = max(wait, backoff)
            if attempts[link] < rules.attempts {
                hosts[host].links.append(link)
            } else {
                settled.append(Settled(link: link, finding: verdict.finding))
            }
        case .hostIsBusy(let seconds):
            hosts[host].refusals += 1
            wait = max(wait, seconds ?? backoff)
            if hosts[host].refusals >= rules.attempts || wait > rules.longestWait {
                settled += giveUp(host, since: link, verdict.finding)
            } else {
                hosts[host].links.append(link)
            }
        case .notReached:
            wait = max(wait, backoff)
            if hosts[host].refusals >= rules.attempts {
                held += giveUp(host, since: link, verdict.finding)
            } else {
                hosts[host].links.append(link)
            }
        }
        if hosts[host].next < hosts[host].links.count { waiting.add(host, until: now + wait) }
        return settled + decide()
    }

    /// Whether there is no network, or none is needed to know the rest.
    private mutating func decide() -> [Settled] {
        let limit = hasAnswer ? rules.hostsInARow : rules.hostsWithoutAnswer
        if silentHosts.count >= limit { isOffline = true }
        let isOver = running == 0 && waiting.first == nil
        guard isOver, !isOffline, hasAnswer || silentHosts.count <= 1 else { return [] }
        defer { held = [] }
        // Where nobody answered, there may be no network.
        return hasAnswer ? held : held.map(Self.withoutBlame)
    }

    private static func withoutBlame(_ settled: Settled) -> Settled {
        guard case .broken(let reason) = settled.finding else { return settled }
        return Settled(link: settled.link, finding: .unsure("\(reason), or no network"))
    }

    /// All that is left of a host has the same finding.
    private mutating func giveUp(
        _ host: Int, since link: Int, _ finding: LinkState.Finding
    ) -> [Settled] {
        let rest = hosts[host].links[hosts[host].next...]
        hosts[host].next = hosts[host].links.count
        return ([link] + rest).map { Settled(link: $0, finding: finding) }
    }
}
