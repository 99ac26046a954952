import Bookmarks
import SeededRandom
import Testing
import WebPages

/// A simulated web of hosts with given answers, and a clock that the test moves.
private final class SimulatedWeb {
    var schedule: LinkSchedule
    let targets: [WebTarget]
    /// The actual place of the host that was found, whatever its name says.
    var reach: HostReach?
    var answers: (_ link: Int, _ attempt: Int) -> LinkVerdict
    var seconds = 0.5
    private(set) var now = 0.0
    private(set) var starts: [(link: Int, time: Double)] = []
    private(set) var settled: [Int: LinkState.Finding] = [:]
    private(set) var mostRunning = 0
    private var running: [(link: Int, end: Double)] = []

    /// - Parameter hosts: names to which `.example` is added, or complete names with dots.
    init(
        _ hosts: [String], rules: LinkSchedule.Rules = .init(),
        answers: @escaping (Int, Int) -> LinkVerdict
    ) {
        targets = hosts.compactMap {
            try? WebTarget("http://\($0)\($0.contains(".") ? "" : ".example")/")
        }
        self.answers = answers
        schedule = LinkSchedule(targets, rules: rules)
    }

    /// Runs until no more requests are needed; returns whether it stopped for lack of a network.
    func run() -> Bool {
        for _ in 0..<1_000_000 {
            switch schedule.step(at: now) {
            case .finished: return false
            case .offline: return true
            case .start(let link):
                let host = targets[link].host
                #expect(
                    !running.contains { targets[$0.link].host == host },
                    "a host must get only one request at a time")
                starts.append((link, now))
                running.append((link, now + seconds))
                mostRunning = max(mostRunning, running.count)
            case .wait(let until):
                let end = running.map(\.end).min() ?? .infinity
                now = max(now, min(end, until ?? .infinity))
                guard let index = running.firstIndex(where: { $0.end <= now }) else { continue }
                let link = running.remove(at: index).link
                let attempt = starts.count { $0.link == link }
                let verdict = answers(link, attempt)
                for found in schedule.record(link, verdict, from: reach, at: now) {
                    #expect(settled[found.link] == nil, "a link must be settled only once")
                    settled[found.link] = found.finding
                }
            }
        }
        Issue.record("the check must end")
        return false
    }

    func times(of link: Int) -> [Double] { starts.filter { $0.link == link }.map(\.time) }
}

private func answer(_ status: Int, retryAfter: String? = nil) -> LinkVerdict {
    LinkVerdict(WebAnswer(status: status, url: "", retryAfter: retryAfter), at: 0)
}

struct ScheduleTests {
    private let silence = LinkVerdict(WebFailure(.timedOut, "late"))

    @Test func requestsToOneHostAreSequentialWithAPause() {
        let web = SimulatedWeb(Array(repeating: "a", count: 4)) { _, _ in answer(200) }
        #expect(!web.run())
        #expect(web.starts.map(\.time) == [0, 1.5, 3, 4.5])
        #expect(web.settled.count == 4 && web.settled[3] == .works)
    }

    @Test func onlyEightRequestsRunAtOnce() {
        let web = SimulatedWeb((0..<100).map { "h\($0)" }) { _, _ in answer(200) }
        #expect(!web.run())
        #expect(web.mostRunning == 8 && web.settled.count == 100)
    }

    @Test func failedPageIsTriedAgainLater() {
        let web = SimulatedWeb(["a", "a", "b"]) { link, attempt in
            link == 0 ? answer(attempt < 3 ? 500 : 200) : answer(404)
        }
        #expect(!web.run())
        #expect(web.times(of: 0) == [0, 4, 8.5])
        #expect(web.settled[0] == .works && web.settled[1]?.isBroken == true)
        let failing = SimulatedWeb(["a"]) { _, _ in answer(502) }
        #expect(!failing.run())
        #expect(failing.starts.count == 3)
        #expect(failing.settled[0] == .unsure("the server answered 502 Bad Gateway"))
    }

    @Test func retryAfterOfAHostIsRespected() {
        let web = SimulatedWeb(["a", "a", "b"]) { link, attempt in
            link == 0 && attempt == 1 ? answer(429, retryAfter: "30") : answer(200)
        }
        #expect(!web.run())
        #expect(web.times(of: 1).first == 30.5 && web.times(of: 2) == [0])
        #expect(web.settled.values.allSatisfy { $0 == .works })
        let stern = SimulatedWeb(["a", "a", "b"]) { link, _ in
            link == 2 ? answer(200) : answer(503, retryAfter: "3600")
        }
        #expect(!stern.run())
        #expect(stern.starts.count == 2 && stern.now < 10, "the check must not wait for an hour")
        #expect(stern.settled[1] == .unsure("the server answered 503 Service Unavailable"))
    }

    @Test func unknownHostSettlesAllItsLinks() {
        let gone = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let web = SimulatedWeb(["a", "a", "a"]) { _, _ in gone }
        #expect(!web.run())
        #expect(web.starts.count == 1 && web.settled.count == 3)
        // No other host was asked, so it is unknown whether there is a network.
        #expect(web.settled.values.allSatisfy { $0 == .unsure("no host, or there is no network") })
        let other = SimulatedWeb(["a", "a", "b"]) { link, _ in link == 2 ? answer(200) : gone }
        #expect(!other.run())
        #expect(other.settled[0] == .broken("no host") && other.settled[1] == .broken("no host"))
    }

    @Test func linksAreNotBrokenWhenNoNameResolves() {
        let nameless = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let nowhere = SimulatedWeb((0..<100).map { "h\($0)" }) { _, _ in nameless }
        #expect(nowhere.run() && nowhere.settled.isEmpty && nowhere.starts.count < 20)
        // An answer from one host shows that names can be resolved.
        let one = SimulatedWeb(["a", "b", "c"]) { link, _ in link == 2 ? answer(200) : nameless }
        #expect(!one.run())
        #expect(one.settled[0] == .broken("no host") && one.settled[1] == .broken("no host"))
    }

    /// Hosts on this machine or in its network answer even without any other network.
    @Test(arguments: ["127.0.0.1:8080", "192.168.1.7", "printer.lan", "a.localhost", "[::1].x"])
    func localHostsDoNotProveANetwork(_ neighbour: String) {
        let neighbour = neighbour.replacing("[::1].x", with: "[::ffff:10.0.0.1]")
        for failure in [WebFailure(.noSuchHost, "no host"), WebFailure(.timedOut, "late")] {
            let verdict = LinkVerdict(failure)
            let many = SimulatedWeb([neighbour, "a", "b"]) { link, _ in
                link == 0 ? answer(200) : verdict
            }
            #expect(!many.run() && many.settled[0] == .works)
            #expect(many.settled[1]?.word == "unsure" && many.settled[2]?.word == "unsure")
        }
        let nameless = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let one = SimulatedWeb([neighbour, "a"]) { link, _ in link == 0 ? answer(200) : nameless }
        #expect(!one.run() && one.settled[1] == .unsure("no host, or there is no network"))
    }

    /// A single host in this network is asked for its links one after the other, while the others
    /// fail fast.
    @Test(arguments: [WebFailure(.noSuchHost, "no host"), WebFailure(.unresolved, "no resolver")])
    func localHostIsAskedForAllItsLinksWithoutANetwork(_ failure: WebFailure) {
        let verdict = LinkVerdict(failure)
        let outside = (0..<8).map { "h\($0)" }
        let own = Array(repeating: "127.0.0.1:8765", count: 8)
        for hosts in [outside + own, own + outside] {
            let web = SimulatedWeb(hosts) { link, _ in
                hosts[link] == own[0] ? answer(link == 9 || link == 1 ? 404 : 200) : verdict
            }
            #expect(!web.run() && web.settled.count == hosts.count)
            for link in hosts.indices {
                let word = link == 9 || link == 1 ? "broken" : "ok"
                #expect(web.settled[link]?.word == (hosts[link] == own[0] ? word : "unsure"))
            }
        }
    }

    /// A name that can't be resolved fails at once, so each name is tried.
    @Test func unresolvedNamesAreUnsureWhileOnlyALocalHostAnswers() {
        let nameless = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let hosts = (0..<90).map { "h\($0)" } + ["127.0.0.1"]
        let web = SimulatedWeb(hosts) { link, _ in link == 90 ? answer(200) : nameless }
        #expect(!web.run() && web.settled.count == 91)
        #expect((0..<90).allSatisfy { web.settled[$0]?.word == "unsure" })
    }

    /// The network goes away, except for the host that answered.
    @Test func lostHostsDoNotStopTheChecksOfALocalHost() {
        let hosts = Array(repeating: "127.0.0.1", count: 60) + (0..<200).map { "h\($0)" }
        let web = SimulatedWeb(hosts) { [silence] link, _ in link < 60 ? answer(200) : silence }
        #expect(web.run() && web.starts.count < 150)
        #expect((0..<60).allSatisfy { web.settled[$0] == .works })
    }

    /// A host that has not answered yet may still show that there is a network.
    @Test func slowLocalHostIsWaitedFor() {
        let web = SimulatedWeb(["192.168.1.7"] + (0..<20).map { "h\($0)" }) { [silence] link, n in
            link == 0 ? (n < 3 ? silence : answer(200)) : silence
        }
        #expect(!web.run() && web.settled.count == 21 && web.settled[0] == .works)
    }

    /// A numeric address needs no resolver.
    @Test func answerFromANumericAddressDoesNotProveThatNamesResolve() {
        let nameless = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let web = SimulatedWeb(["93.184.216.34", "a", "b"]) { link, _ in
            link == 0 ? answer(200) : nameless
        }
        #expect(!web.run() && web.settled[0] == .works)
        #expect(web.settled[1] == .unsure("no host, or there is no network"))
        #expect(web.settled[2] == .unsure("no host, or there is no network"))
    }

    /// A file on this machine, such as /etc/hosts, resolves the name.
    @Test func nameThatLeadsToThisMachineDoesNotProveANetwork() {
        let nameless = LinkVerdict(WebFailure(.noSuchHost, "no host"))
        let web = SimulatedWeb(["a", "b"]) { link, _ in link == 0 ? answer(200) : nameless }
        web.reach = .here
        #expect(!web.run() && web.settled[0] == .works)
        #expect(web.settled[1] == .unsure("no host, or there is no network"))
    }

    @Test func silentLocalHostsDoNotStopTheCheck() {
        let web = SimulatedWeb((0..<9).map { "10.0.0.\($0)" }) { [silence] _, _ in silence }
        #expect(!web.run() && web.settled.count == 9)
        #expect(web.settled.values.allSatisfy { $0 == .unsure("late") })
    }

    @Test func portsOfOneHostAreJudgedSeparately() {
        let refused = LinkVerdict(WebFailure(.unreachable, "refused"))
        let hosts = ["127.0.0.1:1", "127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3", "127.0.0.1"]
        let web = SimulatedWeb(hosts) { link, _ in
            switch link {
            case 0, 1: refused
            case 2: answer(429, retryAfter: "9999")
            default: answer(link == 3 ? 404 : 200)
            }
        }
        #expect(!web.run())
        #expect(web.settled[0] == .unsure("refused") && web.settled[1] == .unsure("refused"))
        #expect(web.settled[2] == .unsure("the server answered 429 Too Many Requests"))
        #expect(web.settled[3]?.isBroken == true && web.settled[4] == .works)
        #expect(web.now < 60, "other ports must not wait for the pause of one port")
    }

    @Test func silentHostAmongOthersIsGivenUp() {
        let web = SimulatedWeb(["a", "a", "a", "a", "a", "b"]) { link, _ in
            link == 5 ? answer(200) : silence
        }
        #expect(!web.run())
        #expect(web.starts.count == 4)
        #expect((0..<5).allSatisfy { web.settled[$0] == .unsure("late") })
    }

    @Test func checkStopsWithoutANetwork() {
        let web = SimulatedWeb((0..<1000).map { "h\($0)" }) { _, _ in silence }
        #expect(web.run())
        #expect(web.starts.count < 20 && web.settled.isEmpty)
        let two = SimulatedWeb(["a", "b"]) { _, _ in silence }
        #expect(two.run() && two.settled.isEmpty)
        // A single host does not show whether there is a network.
        let one = SimulatedWeb(["a", "a"]) { _, _ in silence }
        #expect(!one.run() && one.settled.count == 2)
    }

    @Test func lostNetworkStopsTheCheck() {
        let web = SimulatedWeb((0..<200).map { "h\($0)" }) { link, _ in
            link < 100 ? answer(200) : silence
        }
        #expect(web.run())
        #expect(web.settled.keys.allSatisfy { $0 < 100 } && web.starts.count < 150)
    }

    @Test func checkEndsAndSettlesEachLinkForRandomAnswers() {
        let verdicts = [
            answer(200), answer(404), answer(500), answer(429), answer(503, retryAfter: "5"),
            silence, LinkVerdict(WebFailure(.noSuchHost, "x")),
            LinkVerdict(WebFailure(.interrupted, "x")),
        ]
        for seed in 0..<300 {
            var random = SplitMix(seed: UInt64(seed))
            let hosts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                "h\(Int.random(in: 0..<12, using: &random))"
            }
            var rules = LinkSchedule.Rules()
            rules.concurrency = Int.random(in: 1...4, using: &random)
            let web = SimulatedWeb(hosts, rules: rules) { _, _ in
                verdicts.randomElement(using: &random) ?? answer(200)
            }
            let isOffline = web.run()
            #expect(isOffline || web.settled.count == hosts.count, "seed \(seed)")
            #expect(web.mostRunning <= rules.concurrency)
            #expect(hosts.indices.allSatisfy { web.times(of: $0).count <= 12 })
        }
    }

    @Test(arguments: [
        (200, "ok"), (204, "ok"), (304, "ok"), (404, "broken"), (410, "broken"), (401, "unsure"),
        (403, "unsure"), (418, "unsure"), (429, "unsure"), (500, "unsure"), (503, "unsure"),
        (451, "unsure"), (999, "unsure"),
    ])
    func onlyStatus404And410AreBroken(_ status: Int, _ word: String) {
        #expect(answer(status).finding.word == word)
    }
}
