import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import RemoteClouds

/// Three members, one of which fails.
@Suite(
    .ownThread, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct ClusterTests {
    @Test(arguments: [SIGKILL, SIGTERM, SIGSTOP])
    func cloudContinuesWhenItsMemberFails(_ signal: Int32) async throws {
        let members = try Etcd.cluster()
        let fixture = EtcdFixture(members.map(\.url))
        let (cloud, other) = (
            try fixture.cloud(), try fixture.cloud { $0.members.removeFirst() }
        )
        try await cloud.commitAtLast("before")
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        members[0].signal(signal)
        try await other.commitAtLast("by another")
        repeat { _ = await hints.next() } while await cloud.headIfItAnswers != 2
        try await cloud.commitAtLast("by itself")
        members[0].signal(SIGCONT)
        // No member answers while a leader is being elected.
        while await other.headIfItAnswers == nil { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await other.list(.start, limit: 9).value.entries.count == 3)
    }

    @Test func killedLeaderLosesNoRecords() async throws {
        let members = try Etcd.cluster()
        let leader = try #require(members.first { $0.isLeader })
        let followers = members.filter { $0 !== leader }
        let cloud = try EtcdFixture((followers + [leader]).map(\.url)).cloud()
        for number in 1...5 { try await cloud.commitAtLast("\(number)") }
        leader.signal(SIGKILL)
        for number in 6...10 { try await cloud.commitAtLast("\(number)") }
        let keys = try await cloud.list(.start, limit: 20).value.entries.map(\.key)
        #expect(keys == (1...10).map { "\($0)" }, "each key must be listed once, in order")
    }
}
