import CloudConformance
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10))) struct ConformanceTests {
    @Test(arguments: CloudRule.all) func localCloudFollowsTheRule(_ rule: CloudRule) async throws {
        try await rule.check { options in LocalFixture(options) }
    }
}
