import CloudConformance
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10))) struct ConformanceTests {
    /// All rules except those that count bytes, since sealed records are longer: see
    /// `EnvelopeTests`.
    @Test(arguments: CloudRule.all.filter { !$0.countsBytes })
    func sealedCloudFollowsTheRule(_ rule: CloudRule) async throws {
        try await rule.check { options in try await SealedFixture(options) }
    }
}
