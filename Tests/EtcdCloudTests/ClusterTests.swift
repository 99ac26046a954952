import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import RemoteClouds

/// Three members, of which some are killed, stopped, or put back to what they were.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct ClusterTests {
    private let sender = Sender.ofTests

    @Test(arguments: [SIGKILL, SIGTERM, SIGSTOP])
    func aMemberThatIsAskedAndWatchedGoes(_ signal: Int32) async throws {
        let members = try Etcd.cluster()
        let fixture = EtcdFixture(members.map(\.url))
        let (cloud, other) = (
            try fixture.cloud(), try fixture.cloud { $0.members.removeFirst() }
        )
        try await cloud.commit(.ofTests("before"), from: sender)
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        members[0].signal(signal)
        try await other.commitAtLast("by another")
        repeat { _ = await hints.next() } while await cloud.headIfItAnswers != 2
        try await cloud.commitAtLast("by itself")
        members[0].signal(SIGCONT)
        #expect(try await other.list(.start, limit: 9).value.entries.count == 3)
    }

    /// A device that waits for changes, and sends nothing. Only halted members keep its watch open.
    @Test(arguments: [1, 3])
    func aHaltedClusterIsFoundOutByTheWatch(_ count: Int) async throws {
        let members = count == 1 ? [try Etcd()] : try Etcd.cluster()
        try Etcd.waitUntilReady(members)
        let cloud = try EtcdFixture(members.map(\.url)).cloud()
        try await cloud.commitAtLast("before")
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        for member in members { member.signal(SIGSTOP) }
        repeat { _ = await hints.next() } while await cloud.headIfItAnswers != nil
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unreachable, "\(error?.message ?? "")")
        for member in members { member.signal(SIGCONT) }
        try await cloud.commitAtLast("after")
        _ = await hints.next()
    }

    @Test func aLeaderThatIsKilledLosesNothing() async throws {
        let members = try Etcd.cluster()
        let leader = try #require(members.first { $0.isLeader })
        let followers = members.filter { $0 !== leader }
        let cloud = try EtcdFixture((followers + [leader]).map(\.url)).cloud()
        for number in 1...5 { try await cloud.commitAtLast("\(number)") }
        leader.signal(SIGKILL)
        for number in 6...10 { try await cloud.commitAtLast("\(number)") }
        let keys = try await cloud.list(.start, limit: 20).value.entries.map(\.key)
        #expect(keys == (1...10).map { "\($0)" }, "each once, in their order")
    }

    @Test func withoutAMajorityNothingIsSaidToBeDone() async throws {
        let members = try Etcd.cluster()
        let cloud = try EtcdFixture(members.map(\.url)).cloud()
        try await cloud.commitAtLast("before")
        for member in members[1...] { member.signal(SIGKILL) }
        let reading = await #expect(throws: CloudError.self) {
            try await cloud.list(.start, limit: 9)
        }
        #expect(reading?.code == .unreachable)
        let writing = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([.ofTests("meanwhile")], from: sender)
        }
        #expect(
            [.unreachable, .unknownOutcome].contains(writing?.code), "\(writing?.message ?? "")")
        try members[1].start()
        try await cloud.commitAtLast("after")
    }

    /// A snapshot that was taken when the head was 1, put back when it is 2.
    @Test(arguments: [true, false])
    func aSnapshotThatIsRestoredIsNoticed(_ hasSameToken: Bool) async throws {
        let folder = ScratchFolder()
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        let cloud = try EtcdFixture([etcd.url]).cloud()
        try await cloud.commitAtLast("one")
        try etcd.control("snapshot", "save", folder.path("snapshot"))
        try await cloud.commitAtLast("two")
        let before = try await cloud.quota()
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        etcd.signal(SIGKILL)
        try etcd.restore(
            folder.path("snapshot"), token: hasSameToken ? "cloudy-tests" : "another")
        try Etcd.waitUntilReady([etcd])
        while await cloud.headIfItAnswers != 1 { _ = await hints.next() }
        let after = try await cloud.quota()
        #expect((before.epoch == after.epoch) == hasSameToken)
        // A watch that had gone on from the last revision would be silent for ever.
        // One hint may be of what was before.
        for number in 3...5 {
            try await cloud.commitAtLast("\(number)")
            _ = await hints.next()
        }
        let listed = try await cloud.list(.changes(after: 1), limit: 9).value
        #expect(listed.entries.map(\.key) == ["3", "4", "5"])
    }
}
