import CloudConformance
import CloudServer
import Documents
import FileCoordination
import LocalCloud
import RemoteClouds
import Replication
import ScratchFolder
import Synchronization

@testable import ServerAccounts

/// A server with one account, whose clock the tests move.
final class HTTPFixture: CloudFixture {
    static let token = "token-of-the-tests"

    private let folder = ScratchFolder()
    private let clock = TestClock()
    private let cloud: LocalCloud
    private let server: RunningServer

    init(
        _ options: CloudFixtureOptions = CloudFixtureOptions(),
        limits: ServiceLimits = ServiceLimits(),
        instruments: ServiceInstruments = ServiceInstruments()
    ) async throws {
        cloud = try LocalCloud(
            path: folder.path("cloud.sqlite"), quota: options.quota, retention: options.retention,
            now: { [clock] in clock.time })
        server = try await RunningServer(
            OneAccount(cloud: cloud, documents: folder.path("chunks")), limits: limits,
            instruments: instruments)
    }

    var port: Int { server.port }

    func connect() async throws -> any Cloud { try connect(token: Self.token) }

    func connect(token: String) throws -> HTTPCloud { try server.connect(token: token) }

    func advance(milliseconds: Int64) { clock.advance(milliseconds) }

    func collect() async throws { try await cloud.collect() }
}

/// A directory with one account, and a token for each scope.
private struct OneAccount: AccountDirectory {
    var cloud: any Cloud
    /// The folder for contents.
    var documents: String

    private var contents: FolderContents {
        FolderContents(
            files: ChunkFiles(path: documents), usage: ContentUsage { 0 }, limit: 1 << 30,
            isReadOnly: false, make: { try createPrivateFolder(documents) },
            permit: { () throws(ChunkStoreError) in })
    }

    func access(token: String) -> Access? {
        switch token {
        case HTTPFixture.token:
            Access(
                account: "tests", scope: .write,
                token: Access.TokenLabel(number: 1, name: "of the tests"), open: { _ in cloud },
                contents: { _ in contents })
        case HTTPFixture.token + "-read": Access(account: "tests", scope: .read) { _ in cloud }
        default: nil
        }
    }
}

private final class TestClock: Sendable {
    private let now = Mutex<Int64>(1_800_000_000_000)

    var time: Int64 { now.withLock { $0 } }

    func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}
