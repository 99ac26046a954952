import CloudConformance
import CloudServer
import HTTPCloud
import Hummingbird
import LocalCloud
import Replication
import ScratchFolder
import Synchronization

/// A server on a port of its own, with one account whose clock the tests move.
final class HTTPFixture: CloudFixture {
    static let token = "token-of-the-tests"

    private let folder = ScratchFolder()
    private let clock = TestClock()
    private let cloud: LocalCloud
    private let server: Task<Void, any Error>
    let port: Int

    init(_ options: CloudFixtureOptions = CloudFixtureOptions()) async throws {
        cloud = try LocalCloud(
            path: folder.path("cloud.sqlite"), quota: options.quota, retention: options.retention,
            now: { [clock] in clock.time })
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let service = CloudService(OneAccount(cloud: cloud))
        server = Task {
            defer { continuation.finish() }
            try await service.application(host: "127.0.0.1", port: 0) { continuation.yield($0) }
                .run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await server.value
            throw CancellationError()
        }
        self.port = port
    }

    deinit { server.cancel() }

    func connect() async throws -> any Cloud { try connect(token: Self.token) }

    func connect(token: String) throws -> HTTPCloud {
        try HTTPCloud(url: "http://127.0.0.1:\(port)", token: token)
    }

    func advance(milliseconds: Int64) { clock.advance(milliseconds) }

    func collect() async throws { try await cloud.collect() }
}

/// A directory with one account, and a token for each scope.
private struct OneAccount: AccountDirectory {
    var cloud: any Cloud

    func access(token: String) -> Access? {
        switch token {
        case HTTPFixture.token: Access(account: "tests", scope: .write, cloud: cloud)
        case HTTPFixture.token + "-read": Access(account: "tests", scope: .read, cloud: cloud)
        default: nil
        }
    }
}

private final class TestClock: Sendable {
    private let now = Mutex<Int64>(1_800_000_000_000)

    var time: Int64 { now.withLock { $0 } }

    func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}
