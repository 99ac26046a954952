import CloudConformance
import Replication
import ScratchFolder
import Synchronization

@testable import LocalCloud

/// A cloud in a folder of its own, whose clock the tests move.
final class LocalFixture: CloudFixture {
    let folder = ScratchFolder()
    let clock = TestClock()
    private let options: CloudFixtureOptions

    init(_ options: CloudFixtureOptions = CloudFixtureOptions()) { self.options = options }

    var path: String { folder.path("cloud.sqlite") }

    func open() throws -> LocalCloud {
        try LocalCloud(
            path: path, quota: options.quota, retention: options.retention,
            now: { [clock] in clock.time })
    }

    func connect() async throws -> any Cloud { try open() }

    func advance(milliseconds: Int64) { clock.advance(milliseconds) }

    func collect() async throws { try await open().collect() }
}

final class TestClock: Sendable {
    private let now = Mutex<Int64>(1_800_000_000_000)

    var time: Int64 { now.withLock { $0 } }

    func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}

extension LocalCloud {
    /// Access to the cloud's file, which only tests need.
    func withFile<R: Sendable>(_ body: (CloudFile) throws -> R) throws -> R {
        try file.withLock { try body($0) }
    }
}
