import CloudConformance
import SimulatedCloud
import Testing

/// A bad network does not make answers wrong: every answer keeps the rules.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    @Test(arguments: CloudRule.all) func simulatedCloudFollowsTheRule(_ rule: CloudRule)
        async throws
    {
        try await rule.check { options in SimulatedFixture(options) }
    }

    @Test(arguments: CloudRule.all) func slowCloudWithDuplicatesFollowsTheRule(_ rule: CloudRule)
        async throws
    {
        let simulation = CloudSimulation(latency: 50, jitter: 100, duplicates: 100)
        try await rule.check { options in SimulatedFixture(options, simulation) }
    }
}
