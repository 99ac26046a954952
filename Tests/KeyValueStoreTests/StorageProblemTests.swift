import KeyValueStore
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import Testing

/// Errors of the engine when the replica fails, and not the cloud.
@Suite(.timeLimit(.minutes(10)))
struct StorageProblemTests {
    @Test func fullDiskIsReportedUntilThereIsRoom() async throws {
        let folder = ScratchFolder()
        let desk = try Device("desk", in: folder)
        let storage = FailingStorage(desk.replica)
        let engine = SyncEngine(
            storage: storage, cloud: try LocalCloud(path: folder.path("cloud.sqlite")),
            signal: desk.bell.signal, isFullDisk: { $0 is DiskFull }, now: LocalCloud.systemTime,
            random: { 1 })
        try await engine.running {
            try await engine.sync()
            #expect(await engine.problem == nil)
            storage.isFull.withLock { $0 = true }
            await #expect(throws: DiskFull.self) { try await engine.sync() }
            #expect(await engine.problem?.message == "The disk is full.")
            #expect(await engine.problem?.isFullHere == true)
            storage.isFull.withLock { $0 = false }
            try await engine.sync()
            #expect(await engine.problem == nil)
        }
    }
}

struct DiskFull: Error, CustomStringConvertible {
    var description: String { "The disk is full." }
}

/// Storage that can't be written while its disk is full, and can't be read while it is damaged.
final class FailingStorage: ReplicaStorage {
    private let storage: any ReplicaStorage
    let isFull = Mutex(false)
    let isUnreadable = Mutex(false)

    init(_ storage: any ReplicaStorage) { self.storage = storage }

    func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        if isUnreadable.withLock({ $0 }) { throw CloudError(.unusable, "damaged") }
        return try storage.read(body)
    }

    func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        if isFull.withLock({ $0 }) { throw DiskFull() }
        return try storage.write(durability, body)
    }
}
