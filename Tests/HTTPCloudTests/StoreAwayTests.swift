import CloudServer
import EtcdProcess
import Glibc
import Logging
import RemoteClouds
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

/// The etcd of two servers becomes unreachable, and comes back.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct StoreAwayTests {
    @Test(arguments: [SIGKILL, SIGSTOP])
    func serverAsksDevicesToRetryWhileTheEtcdIsDown(_ signal: Int32) async throws {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        let metrics = PrometheusText(help: ServiceInstruments.metrics)
        let (entries, lines) = (Collected<AuditEntry>(), Collected<String>())
        let logger = Logger(label: "test") { _ in CollectingHandler(lines: lines) }
        let fixture = try await SharedFixture(
            etcd: etcd, limits: .silent,
            instruments: ServiceInstruments(
                factory: metrics, logger: logger, audit: { entries.add($0) }))
        let exchange = try HTTPExchange(port: fixture.servers[0].port)
        let token = fixture.token
        #expect(try await exchange.answer("GET", "/v1/quota", token: token)?.status == 200)
        #expect(try await exchange.answer("GET", "/health", token: nil)?.status == 200)
        #expect(metrics.text.contains("cloudyd_store_up 1"))
        let cloud = try fixture.servers[1].connect(token: token)
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()

        etcd.signal(signal)
        let refused = try #require(
            try await exchange.answer("GET", "/v1/quota", token: token))
        #expect(refused.status == 503 && refused.body.contains("unreachable"))
        #expect(refused.head.lowercased().contains("retry-after: 5"))
        let port = try #require(etcd.url.split(separator: ":").last)
        #expect(!refused.body.contains(port), "devices must not learn the address of the etcd")
        #expect(metrics.text.contains("cloudyd_store_up 0"))
        #expect(entries.all.last?.status == 503 && entries.all.last?.code == "unreachable")
        #expect(lines.all.contains { $0.contains("does not answer") && $0.contains(port) })
        while try await exchange.answer("GET", "/health", token: nil)?.status == 200 {}

        if signal == SIGKILL { try etcd.start() } else { etcd.signal(SIGCONT) }
        while try await exchange.answer("GET", "/v1/quota", token: token)?.status != 200 {}
        #expect(metrics.text.contains("cloudyd_store_up 1"))
        #expect(lines.all.contains { $0.contains("answers again") })
        while try await exchange.answer("GET", "/health", token: nil)?.status != 200 {}
        // The stream has stayed open, and reports each change. One hint may be left from before.
        for number in 1...3 {
            try await put("\(number)", in: fixture.servers[0].connect(token: token))
            _ = await hints.next()
        }
        #expect(try await cloud.quota().head == 3)
    }

    /// After a restore, a server's watch would wait forever for revisions that do not come.
    @Test(arguments: [true, false])
    func serversNoticeARestoredSnapshot(_ hasSameToken: Bool) async throws {
        let folder = ScratchFolder()
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        let fixture = try await SharedFixture(etcd: etcd, limits: .silent)
        let clouds = try fixture.servers.map { try $0.connect(token: fixture.token) }
        try await put("one", in: clouds[0])
        try etcd.control("snapshot", "save", folder.path("snapshot"))
        try await put("two", in: clouds[0])
        let late = try await fixture.accounts.addToken(
            account: "tests", name: "late", scope: .read)
        let before = try await clouds[1].quota()
        var hints = clouds[1].hints().makeAsyncIterator()
        _ = await hints.next()
        etcd.signal(SIGKILL)
        try etcd.restore(
            folder.path("snapshot"), token: hasSameToken ? "cloudy-tests" : "another")
        try Etcd.waitUntilReady([etcd])
        while (try? await clouds[1].quota().head) != 1 { _ = await hints.next() }
        let after = try await clouds[1].quota()
        #expect((before.epoch == after.epoch) == hasSameToken)
        for number in 2...4 {
            try await put("\(number)", in: clouds[0])
            _ = await hints.next()
        }
        // The accounts are also those of the snapshot.
        let reader = try fixture.servers[0].connect(token: late)
        while (try? await reader.quota()) != nil { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await fixture.accounts.tokens(account: nil).map(\.id) == [1])
    }

    private func put(_ key: String, in cloud: HTTPCloud) async throws {
        let change = ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: reply.head)])
    }
}
