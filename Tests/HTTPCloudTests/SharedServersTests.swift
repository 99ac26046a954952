import CloudConformance
import CloudServer
import EtcdProcess
import RemoteClouds
import Replication
import Synchronization
import TestSupport
import Testing

@testable import ServerAccounts

@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct SharedConformanceTests {
    /// The connections of a rule alternate between two servers.
    @Test(arguments: CloudRule.all) func sharedServersFollowTheRule(_ rule: CloudRule) async throws
    {
        try await rule.check { options in try await SharedFixture(options) }
    }
}

/// Two servers that keep all data in one etcd.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct SharedServersTests {
    private func sender(_ actor: UInt64) -> Sender {
        Sender(actor: ActorID(rawValue: actor), confirmed: nil, pending: [], next: nil)
    }

    private func change(_ key: String) -> ProposedChange {
        ProposedChange(key: key, expectedRevision: 0, record: [7], isTombstone: false)
    }

    private func put(_ key: String, in cloud: some Cloud, as actor: UInt64 = 1) async throws {
        let reply = try await cloud.compareAndSet([change(key)], from: sender(actor))
        guard case .committed? = reply.value.first else {
            throw CloudError(.unusable, "\(reply.value)")
        }
    }

    private func keys(_ cloud: some Cloud) async throws -> Set<String> {
        Set(try await cloud.list(.start, limit: 1000).value.entries.map(\.key))
    }

    @Test func changeAtOneServerReachesListenersOfTheOther() async throws {
        let fixture = try await SharedFixture(limits: .silent)
        for (here, there) in [(0, 1), (1, 0)] {
            let stream = try RawConnection(port: fixture.servers[there].port)
            try stream.send(
                "GET /v1/events HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(fixture.token)\r\n\r\n")
            #expect(try await stream.receive(until: "\"head\":\(here)}"))
            let cloud = try fixture.servers[here].connect(token: fixture.token)
            try await put("\(here)", in: cloud)
            #expect(try await stream.receive(until: "\"head\":\(here + 1)}"))
        }
    }

    @Test func deviceContinuesAtTheOtherServerWhenOneStops() async throws {
        let fixture = try await SharedFixture()
        let (one, two) = (fixture.servers[0], fixture.servers[1])
        let cloud = try one.connect(token: fixture.token)
        let marked = Sender(
            actor: ActorID(rawValue: 5), confirmed: nil, pending: [],
            next: SendMark(number: 1, nonce: 7))
        let before = try await cloud.compareAndSet([change("a")], from: marked)
        await one.stop()
        let gone = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(gone?.code == .unreachable)
        // The other server knows the device's mark, and has its edits.
        let again = Sender(
            actor: marked.actor, confirmed: marked.next, pending: [],
            next: SendMark(number: 2, nonce: 8))
        let other = try two.connect(token: fixture.token)
        let after = try await other.compareAndSet([change("b")], from: again)
        #expect(after.epoch == before.epoch && after.head == 2)
        #expect(after.value == [.committed(revision: 2)])
        // A server that restarts at the same address works as before.
        let directory = EtcdDirectory(
            EtcdAccounts(fixture.accounts.connection, prefix: fixture.accounts.places.prefix))
        let restarted = try await RunningServer(directory, port: one.port)
        #expect(try await keys(cloud) == ["a", "b"])
        await restarted.stop()
    }

    @Test func revokedTokenIsRefusedByBothServers() async throws {
        var limits = ServiceLimits()
        limits.heartbeat = .milliseconds(50)
        let fixture = try await SharedFixture(limits: limits)
        let accounts = fixture.accounts
        let second = try await accounts.addToken(account: "tests", name: "kiosk", scope: .read)
        let clouds = try fixture.servers.map { try $0.connect(token: second) }
        for cloud in clouds {
            #expect(try await keys(cloud).isEmpty)
            let error = await #expect(throws: CloudError.self) { try await put("a", in: cloud) }
            #expect(error?.code == .notAllowed, "a read-only token must not write")
        }
        let stream = try RawConnection(port: fixture.servers[1].port)
        try stream.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(second)\r\n\r\n")
        #expect(try await stream.receive(until: "event: change"))
        let found = try await accounts.tokens(account: "tests")
        #expect(found.map(\.name) == ["first", "kiosk"] && found.map(\.id) == [1, 2])
        #expect(found[1].used != nil)
        let start = ContinuousClock.now
        try await accounts.revokeToken(2)
        for cloud in clouds {
            while (try? await cloud.quota()) != nil { try await Task.sleep(for: .milliseconds(50)) }
            let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
            #expect(error?.code == .notAllowed)
        }
        #expect(
            ContinuousClock.now - start < .seconds(60),
            "a revocation must take effect within a minute")
        #expect(try await stream.receiveEnd())
        let first = try fixture.servers[0].connect(token: fixture.token)
        #expect(try await keys(first).isEmpty, "the other token must still work")
        await #expect(throws: AccountsError.self) { try await accounts.revokeToken(2) }
    }

    @Test func replacedTokenIsRefused() async throws {
        let fixture = try await SharedFixture()
        let server = fixture.servers[0]
        #expect(try await keys(server.connect(token: fixture.token)).isEmpty)
        let new = try await fixture.accounts.rotateToken(1)
        #expect(try await keys(server.connect(token: new)).isEmpty)
        let old = try server.connect(token: fixture.token)
        while (try? await old.quota()) != nil { try await Task.sleep(for: .milliseconds(50)) }
        let token = try #require(try await fixture.accounts.tokens(account: nil).first)
        #expect(token.id == 1 && token.name == "first" && token.scope == .write)
        await #expect(throws: AccountsError.self) { try await fixture.accounts.rotateToken(9) }
    }

    @Test func quotaAppliesAcrossBothServers() async throws {
        let options = CloudFixtureOptions(quota: Quota(maximumKeys: 10))
        let fixture = try await SharedFixture(options)
        let clouds = try fixture.servers.map { try $0.connect(token: fixture.token) }
        let committed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let reply = try await clouds[number % 2].compareAndSet(
                        [change("\(number)")], from: sender(UInt64(number + 1)))
                    if reply.value == [.refused(.quota)] { return false }
                    guard case .committed? = reply.value.first else {
                        throw CloudError(.unusable, "\(reply.value)")
                    }
                    return true
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(committed == 10)
        #expect(try await keys(clouds[0]).count == 10)
        #expect(try await clouds[1].quota().value.usedKeys == 10)
    }
}
