import CloudConformance
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    @Test(arguments: CloudRule.all) func keeps(_ rule: CloudRule) async throws {
        try await rule.check { options in try await HTTPFixture(options) }
    }
}
