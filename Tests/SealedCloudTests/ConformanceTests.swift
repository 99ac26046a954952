import CloudConformance
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10))) struct ConformanceTests {
    /// All rules, but for those that count bytes: what is sealed is longer, and how much is in
    /// `EnvelopeTests`.
    @Test(arguments: CloudRule.all.filter { !$0.countsBytes })
    func keeps(_ rule: CloudRule) async throws {
        try await rule.check { options in try await SealedFixture(options) }
    }
}
