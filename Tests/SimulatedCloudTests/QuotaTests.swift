import CloudConformance
import LocalCloud
import Replication
import SimulatedCloud
import Testing

/// The simulated limit of keys, beyond the conformance rules.
@Suite(.timeLimit(.minutes(10))) struct QuotaTests {
    private let fixture = SimulatedFixture()

    private func simulate(quota: Int) throws -> SimulatedCloud {
        SimulatedCloud(
            try fixture.open(), simulation: CloudSimulation(quota: quota), random: Chance().next)
    }

    private func change(
        _ key: String, expecting revision: Int64 = 0, isTombstone: Bool = false
    ) -> ProposedChange {
        ProposedChange(
            key: key, expectedRevision: revision, record: [1], isTombstone: isTombstone)
    }

    @Test func quotaOfZeroKeysAcceptsOnlyDeletions() async throws {
        let cloud = try simulate(quota: 0)
        let reply = try await cloud.compareAndSet([change("a"), change("b", isTombstone: true)])
        #expect(reply.value == [.refused(.quota), .committed(revision: 1)])
        #expect(reply.head == 1)
    }

    @Test func keysOfOtherDevicesCountTowardsTheQuota() async throws {
        let cloud = try simulate(quota: 2)
        #expect(try await cloud.compareAndSet([change("a")]).value == [.committed(revision: 1)])
        _ = try await fixture.open().compareAndSet([change("b"), change("c")])
        #expect(try await cloud.compareAndSet([change("d")]).value == [.refused(.quota)])
        let edit = change("a", expecting: 1)
        #expect(try await cloud.compareAndSet([edit]).value == [.committed(revision: 4)])
    }

    @Test func keysBeyondOneListingPageAreCounted() async throws {
        let cloud = try simulate(quota: 2500)
        for start in stride(from: 0, to: 2500, by: 500) {
            let changes = (start..<start + 500).map { change("\($0)") }
            _ = try await fixture.open().compareAndSet(changes)
        }
        #expect(try await cloud.compareAndSet([change("a")]).value == [.refused(.quota)])
        let deletion = change("7", expecting: 8, isTombstone: true)
        let outcomes = try await cloud.compareAndSet([deletion, change("a"), change("b")]).value
        #expect(outcomes.last == .refused(.quota))
        #expect(outcomes.dropLast() == [.committed(revision: 2501), .committed(revision: 2502)])
    }

    @Test func restoredKeyCountsAgain() async throws {
        let cloud = try simulate(quota: 1)
        _ = try await cloud.compareAndSet([change("a")])
        let deletion = change("a", expecting: 1, isTombstone: true)
        _ = try await cloud.compareAndSet([deletion, change("b")])
        let outcome = try await cloud.compareAndSet([change("a", expecting: 2)]).value
        #expect(outcome == [.refused(.quota)])
    }

    @Test func quotaReportsTheNarrowerLimit() async throws {
        #expect(try await simulate(quota: 7).quota().value.maximumKeys == 7)
    }
}
