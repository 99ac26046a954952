import CloudConformance
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10))) struct ConformanceTests {
    @Test(arguments: CloudRule.all) func httpCloudFollowsTheRule(_ rule: CloudRule) async throws {
        try await rule.check { options in try await HTTPFixture(options) }
    }
}
