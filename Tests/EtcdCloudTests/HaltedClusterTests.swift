import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import RemoteClouds

/// Three members, too many of which are killed or halted.
@Suite(
    .ownThread, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct HaltedClusterTests {
    /// A device waits for changes, and sends nothing. A halted member keeps the watch open.
    @Test(arguments: [1, 3])
    func watchDetectsAHaltedCluster(_ count: Int) async throws {
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

    @Test func callsFailWithoutAMajority() async throws {
        let members = try Etcd.cluster()
        let cloud = try EtcdFixture(members.map(\.url)).cloud()
        try await cloud.commitAtLast("before")
        for member in members[1...] { member.signal(SIGKILL) }
        let reading = await #expect(throws: CloudError.self) {
            try await cloud.list(.start, limit: 9)
        }
        #expect(reading?.code == .unreachable)
        let writing = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([.ofTests("meanwhile")], from: .ofTests)
        }
        #expect(
            [.unreachable, .unknownOutcome].contains(writing?.code), "\(writing?.message ?? "")")
        try members[1].start()
        try await cloud.commitAtLast("after")
    }
}
