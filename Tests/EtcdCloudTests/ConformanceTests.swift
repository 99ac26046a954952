import CloudConformance
import EtcdProcess
import TestSupport
import Testing

@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct ConformanceTests {
    @Test(arguments: CloudRule.all) func etcdCloudFollowsTheRule(_ rule: CloudRule) async throws {
        try await rule.check { options in try await EtcdFixture.shared(options) }
    }
}
