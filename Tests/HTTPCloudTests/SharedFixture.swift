import CloudConformance
import CloudMessages
import CloudServer
import EtcdProcess
import Replication
import Synchronization

@testable import RemoteClouds
@testable import ServerAccounts

/// Two servers that share an etcd, with an account whose clock the tests move.
final class SharedFixture: CloudFixture {
    let accounts: EtcdAccounts
    let servers: [RunningServer]
    let token: String
    let report: [StoreReport]
    private let options: CloudFixtureOptions
    private let clock = CloudClock()
    private let next = Mutex(0)

    init(
        _ options: CloudFixtureOptions = CloudFixtureOptions(), etcd: Etcd? = nil,
        limits: ServiceLimits = ServiceLimits(), documents: DocumentPlace? = nil,
        instruments: ServiceInstruments = ServiceInstruments()
    ) async throws {
        let shared = etcd == nil ? try await SharedEtcd.shared.etcd() : nil
        let url = etcd?.url ?? shared?.url ?? ""
        let cluster = EtcdCluster(members: [url], prefix: "servers/\(CloudState.random())/")
        self.options = options
        accounts = try Self.accounts(cluster, clock)
        token = try await accounts.addAccount("tests")
        var servers: [RunningServer] = []
        report = [StoreReport(instruments: instruments), StoreReport(instruments: instruments)]
        for report in report {
            let directory = EtcdDirectory(
                try Self.accounts(cluster, clock), quota: options.quota,
                retention: options.retention, documents: documents, report: report)
            servers.append(
                try await RunningServer(directory, limits: limits, instruments: instruments))
        }
        self.servers = servers
    }

    private static func accounts(
        _ cluster: EtcdCluster, _ clock: CloudClock
    ) throws -> EtcdAccounts {
        let connection = try EtcdConnection(
            cluster, connections: 64, patience: .short, clock: { clock.time($0) })
        return EtcdAccounts(connection, prefix: cluster.prefix)
    }

    /// Each connection is to a different server than the last.
    func connect() async throws -> any Cloud {
        let number = next.withLock { next in
            next += 1
            return next % servers.count
        }
        return try servers[number].connect(token: token)
    }

    func advance(milliseconds: Int64) { clock.advance(milliseconds) }

    func collect() async throws { try await cloud().collect() }

    /// The account's own store, without a server.
    func cloud() async throws -> EtcdCloud {
        guard let account = try await accounts.account("tests") else { throw CancellationError() }
        let place = accounts.places.cloud("tests", account.document.id, .own)
        return EtcdCloud(
            accounts.connection, at: place, quota: options.quota, retention: options.retention)
    }
}

/// The clock of an etcd, which a test moves.
final class CloudClock: Sendable {
    private let ahead = Mutex<Int64>(0)

    func time(_ time: Int64) -> Int64 { ahead.withLock { time + $0 } }

    func advance(_ milliseconds: Int64) { ahead.withLock { $0 += milliseconds } }
}

extension ServiceLimits {
    /// Streams send only what they are notified of. With short intervals they would also poll, and
    /// find changes without a hint.
    static var silent: ServiceLimits {
        var limits = ServiceLimits()
        limits.heartbeat = .seconds(3600)
        return limits
    }
}

extension Patience {
    /// The time limits of tests.
    static let short = Patience(
        connecting: .seconds(1), reading: .seconds(3), writing: .seconds(12),
        checkInterval: .milliseconds(500), lag: .milliseconds(200))
}
