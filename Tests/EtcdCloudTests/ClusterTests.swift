import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import Testing

@testable import EtcdCloud

/// Three members, of which some are killed, stopped, or put back to what they were.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct ClusterTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))

    private func start() throws -> [Etcd] {
        var setups = ["one", "two", "three"].map { name in
            var setup = Etcd.Setup()
            setup.name = name
            return setup
        }
        let peers = setups.map(\.peer)
        for index in setups.indices { setups[index].cluster = peers }
        let members = try setups.map { try Etcd($0) }
        try Etcd.waitUntilReady(members)
        return members
    }

    private func isLeader(_ member: Etcd) -> Bool {
        // Endpoint, id, version, size, whether it leads, …
        let line = try? member.control("endpoint", "status", "--write-out=simple")
        return line?.split(separator: ",").dropFirst(4).first?.contains("true") == true
    }

    private func change(_ key: String) -> ProposedChange {
        ProposedChange(key: key, expectedRevision: 0, record: [7], isTombstone: false)
    }

    /// Commits until there was an answer, as a device does: a key that is there was committed by
    /// a call whose answer was lost.
    private func commitAtLast(_ key: String, in cloud: EtcdCloud) async throws {
        for _ in 0..<60 {
            do throws(CloudError) {
                let outcome = try await cloud.compareAndSet([change(key)], from: sender).value
                switch outcome.first {
                case .committed, .conflict(.some): return
                default: Issue.record("\(outcome)")
                }
            } catch {
                #expect([.unreachable, .unknownOutcome].contains(error.code), "\(error.message)")
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        Issue.record("\(key) was never taken")
    }

    /// The head, or nothing while nobody answers.
    private func head(of cloud: EtcdCloud) async -> Int64? { try? await cloud.quota().head }

    @Test(arguments: [SIGKILL, SIGTERM, SIGSTOP])
    func aMemberThatIsAskedAndWatchedGoes(_ signal: Int32) async throws {
        let members = try start()
        let fixture = EtcdFixture(members.map(\.url))
        let (cloud, other) = (
            try fixture.cloud(), try fixture.cloud { $0.members.removeFirst() }
        )
        try await cloud.commit(change("before"), from: sender)
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        members[0].signal(signal)
        try await commitAtLast("by another", in: other)
        while await head(of: cloud) != 2 { _ = await hints.next() }
        try await commitAtLast("by itself", in: cloud)
        members[0].signal(SIGCONT)
        #expect(try await other.list(.start, limit: 9).value.entries.count == 3)
    }

    @Test func aLeaderThatIsKilledLosesNothing() async throws {
        let members = try start()
        let leader = try #require(members.first { isLeader($0) })
        let followers = members.filter { $0 !== leader }
        let cloud = try EtcdFixture((followers + [leader]).map(\.url)).cloud()
        for number in 1...5 { try await commitAtLast("\(number)", in: cloud) }
        leader.signal(SIGKILL)
        for number in 6...10 { try await commitAtLast("\(number)", in: cloud) }
        let keys = try await cloud.list(.start, limit: 20).value.entries.map(\.key)
        #expect(keys == (1...10).map { "\($0)" }, "each once, in their order")
    }

    @Test func withoutAMajorityNothingIsSaidToBeDone() async throws {
        let members = try start()
        let cloud = try EtcdFixture(members.map(\.url)).cloud()
        try await commitAtLast("before", in: cloud)
        for member in members[1...] { member.signal(SIGKILL) }
        let reading = await #expect(throws: CloudError.self) {
            try await cloud.list(.start, limit: 9)
        }
        #expect(reading?.code == .unreachable)
        let writing = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([change("meanwhile")], from: sender)
        }
        #expect(
            [.unreachable, .unknownOutcome].contains(writing?.code), "\(writing?.message ?? "")")
        try members[1].start()
        try await commitAtLast("after", in: cloud)
    }

    /// A snapshot that was taken when the head was 1, put back when it is 2.
    @Test(arguments: [true, false])
    func aSnapshotThatIsRestoredIsNoticed(_ hasSameToken: Bool) async throws {
        let folder = ScratchFolder()
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        let cloud = try EtcdFixture([etcd.url]).cloud()
        try await commitAtLast("one", in: cloud)
        try etcd.control("snapshot", "save", folder.path("snapshot"))
        try await commitAtLast("two", in: cloud)
        let before = try await cloud.quota()
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        etcd.signal(SIGKILL)
        try etcd.restore(
            folder.path("snapshot"), token: hasSameToken ? "cloudy-tests" : "another")
        try Etcd.waitUntilReady([etcd])
        while await head(of: cloud) != 1 { _ = await hints.next() }
        let after = try await cloud.quota()
        #expect((before.epoch == after.epoch) == hasSameToken)
        // A watch that had gone on from the last revision would be silent for ever.
        try await commitAtLast("three", in: cloud)
        while await head(of: cloud) != 2 { _ = await hints.next() }
        let listed = try await cloud.list(.changes(after: 1), limit: 9).value
        #expect(listed.entries.map(\.key) == ["three"])
    }
}
