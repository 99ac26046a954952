import CloudConformance
import EtcdProcess
import Replication
import Synchronization

@testable import RemoteClouds

/// A cloud below a prefix of its own, whose clock the tests move.
final class EtcdFixture: CloudFixture {
    private let cluster: EtcdCluster
    private let options: CloudFixtureOptions
    private let ahead = Ahead()

    /// The time by which the clock is ahead. Clouds hold this object, too, since most outlive their
    /// fixture.
    private final class Ahead: Sendable {
        let milliseconds = Mutex<Int64>(0)
    }

    init(_ members: [String], _ options: CloudFixtureOptions = CloudFixtureOptions()) {
        let prefix = "tests/\(CloudState.random())/"
        cluster = EtcdCluster(members: members, prefix: prefix)
        self.options = options
    }

    static func shared(
        _ options: CloudFixtureOptions = CloudFixtureOptions()
    ) async throws -> EtcdFixture {
        EtcdFixture([try await SharedEtcd.shared.etcd().url], options)
    }

    var prefix: String { cluster.prefix }

    func connect() async throws -> any Cloud { try cloud() }

    func cloud(_ change: (inout EtcdCluster) -> Void = { _ in }) throws -> EtcdCloud {
        var cluster = cluster
        change(&cluster)
        let connection = try EtcdConnection(
            cluster, patience: .short,
            clock: { [ahead] time in time + ahead.milliseconds.withLock { $0 } })
        return EtcdCloud(
            connection, Keyspace(prefix: cluster.prefix, store: nil), options.quota,
            options.retention)
    }

    func advance(milliseconds: Int64) { ahead.milliseconds.withLock { $0 += milliseconds } }

    func collect() async throws { try await cloud().collect() }
}

extension Patience {
    /// The time limits of tests.
    static let short = Patience(
        connecting: .seconds(1), reading: .seconds(3), writing: .seconds(12),
        checkInterval: .milliseconds(500), lag: .milliseconds(200))
}
