import EtcdProcess
import Replication
import TestSupport
import Testing

@testable import RemoteClouds

/// Three members, with the leader cut off from the others while clients reach all of them.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"),
    .enabled(
        if: SplitNetwork.isPossible,
        "PARTITIONS ARE NOT TESTED: \(SplitNetwork.obstacle ?? "")"))
struct PartitionTests {
    @Test func minoritySideGivesNoOldAnswers() async throws {
        let network = try SplitNetwork(3)
        let members = try Etcd.cluster { number, setup in
            (setup.host, setup.peerHost) = (network.host(number), network.peerHost(number))
            setup.launcher = network.launcher(number)
        }
        let leader = try #require(members.firstIndex { $0.isLeader })
        let others = members.indices.filter { $0 != leader }.map { members[$0].url }
        let fixture = EtcdFixture([members[leader].url] + others)
        let whole = try fixture.cloud()
        let minority = try fixture.cloud { $0.members.removeLast(2) }
        let majority = try fixture.cloud { $0.members.removeFirst() }
        for number in 1...3 { try await whole.commitAtLast("\(number)") }
        #expect(await minority.headIfItAnswers == 3)
        // Two watches at the leader, of which one client can also reach other members.
        var hints = whole.hints().makeAsyncIterator()
        _ = await hints.next()
        var stuck = minority.hints().makeAsyncIterator()
        _ = await stuck.next()

        try network.cut(leader)
        for number in 4...6 { try await majority.commitAtLast("\(number)") }
        repeat { _ = await hints.next() } while await whole.headIfItAnswers != 6
        try await whole.commitAtLast("7")
        let reading = await #expect(throws: CloudError.self) {
            try await minority.list(.start, limit: 9)
        }
        #expect(reading?.code == .unreachable, "\(reading?.message ?? "")")
        let writing = await #expect(throws: CloudError.self) {
            try await minority.compareAndSet([.ofTests("of the minority")], from: .ofTests)
        }
        #expect(
            writing?.code == .unreachable, "the minority must not write: \(writing?.message ?? "")")
        for _ in 0..<3 { #expect(await minority.headIfItAnswers == nil) }

        try network.heal(leader)
        while await minority.headIfItAnswers != 7 { _ = await stuck.next() }
        for cloud in [minority, majority, whole] {
            let keys = try await cloud.list(.start, limit: 9).value.entries.map(\.key)
            #expect(keys == (1...7).map { "\($0)" }, "each key must be listed once, in order")
        }
        try await minority.commitAtLast("8")
        #expect(try await majority.quota().head == 8)
        _ = network
    }
}
