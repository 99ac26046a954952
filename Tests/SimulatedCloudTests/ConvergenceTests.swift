import KeyValueStore
import ReplicaFile
import Replication
import ScratchFolder
import SimulatedCloud
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConvergenceTests {
    @Test(arguments: 1...5)
    func replicasConvergeDespiteABadNetwork(_ seed: UInt64) async throws {
        let fixture = SimulatedFixture()
        let plan = try CloudSimulation(
            "latency=2s,jitter=500ms,loss=30%,replyloss=30%,duplicates=30%")
        let desk = try Device("desk", number: 1, fixture, plan, seed: seed)
        let phone = try Device("phone", number: 2, fixture, plan, seed: seed + 100)
        for round in 1...3 {
            for number in 1...10 {
                try desk.store.set(.string("desk \(round)"), forKey: "\(number)")
                try phone.store.set(.string("phone \(round)"), forKey: "\(number + 5)")
            }
            try desk.store.removeObject(forKey: "\(round)")
            try await desk.sync()
            try await phone.sync()
        }
        try await desk.sync()

        let values = try desk.store.dictionaryRepresentation()
        #expect(try phone.store.dictionaryRepresentation() == values)
        #expect(values["15"] == .string("phone 3"))
        #expect(values["3"] == nil)
        #expect(values.count == 14)
        #expect(try desk.unsent() == 0)
        #expect(try phone.unsent() == 0)
    }
}

/// A replica with its store and engine.
private final class Device: Sendable {
    let store: UbiquitousKeyValueStore
    private let folder = ScratchFolder()
    private let replica: ReplicaFile
    private let engine: SyncEngine
    private let running: Task<Void, Never>

    init(
        _ name: String, number: Int64, _ fixture: SimulatedFixture, _ plan: CloudSimulation,
        seed: UInt64
    ) throws {
        let chance = Chance(seed: seed)
        let now: @Sendable () -> Int64 = { 1_800_000_000_000 }
        let signal = ChangeSignal(ring: {}, rings: { AsyncStream { $0.finish() } })
        replica = try ReplicaFile(
            path: folder.path("replica.sqlite"), device: name, random: chance.next)
        store = try UbiquitousKeyValueStore(
            storage: replica, signal: signal, process: number, now: now)
        let cloud = SimulatedCloud(
            try fixture.open(), simulation: plan, random: chance.next, wait: Waits().wait)
        engine = SyncEngine(
            storage: replica, cloud: cloud, signal: signal, now: now, random: chance.next)
        running = Task { [engine] in await engine.run() }
    }

    deinit { running.cancel() }

    func unsent() throws -> Int { try replica.read { try $0.dirtyCount() } }

    /// Repeats until the sync succeeds; if it fails this often, something is wrong.
    func sync() async throws {
        for _ in 0..<1000 {
            do { return try await engine.sync() } catch is CloudError {}
        }
        Issue.record("the sync must succeed within 1000 attempts")
    }
}
