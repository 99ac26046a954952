import CloudConformance
import LocalCloud
import Replication
import ScratchFolder
import SimulatedCloud
import Synchronization

/// A cloud in a folder of its own behind a network, whose clock the tests move. The limit of keys
/// is the network's.
final class SimulatedFixture: CloudFixture {
    private let folder = ScratchFolder()
    private let now = Mutex<Int64>(1_800_000_000_000)
    private let options: CloudFixtureOptions
    private let simulation: CloudSimulation

    init(
        _ options: CloudFixtureOptions = CloudFixtureOptions(),
        _ simulation: CloudSimulation = CloudSimulation()
    ) {
        self.options = options
        self.simulation = simulation
    }

    func open() throws -> LocalCloud {
        var quota = options.quota
        quota.maximumKeys = nil
        return try LocalCloud(
            path: folder.path("cloud.sqlite"), quota: quota, retention: options.retention,
            now: { [self] in now.withLock { $0 } })
    }

    func connect() async throws -> any Cloud {
        var simulation = simulation
        simulation.quota = options.quota.maximumKeys
        return SimulatedCloud(
            try open(), simulation: simulation, random: Chance().next, wait: Waits().wait)
    }

    func advance(milliseconds: Int64) { now.withLock { $0 += milliseconds } }

    func collect() async throws { try await open().collect() }
}
