import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import RemoteClouds

/// A member whose data is put back to an earlier state.
@Suite(
    .ownThread, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct RestoredClusterTests {
    /// A snapshot from when the head was 1 is restored when the head is 2.
    @Test(arguments: [true, false])
    func cloudNoticesARestoredSnapshot(_ hasSameToken: Bool) async throws {
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
        // A watch that continued from the last revision would stay silent forever. One hint may be
        // left from before.
        for number in 3...5 {
            try await cloud.commitAtLast("\(number)")
            _ = await hints.next()
        }
        let listed = try await cloud.list(.changes(after: 1), limit: 9).value
        #expect(listed.entries.map(\.key) == ["3", "4", "5"])
    }
}
