import KeyValueStore
import LocalCloud
import ReplicaFile
import Replication
import ScratchFolder
import Synchronization

/// A device in a scratch folder: its replica, and a store for each of its processes.
final class Device: Sendable {
    let name: String
    let replica: ReplicaFile
    let bell = Bell()
    private let folder: ScratchFolder
    private let lastProcess = Mutex<Int64>(0)

    init(_ name: String = "desk", in folder: ScratchFolder = ScratchFolder()) throws {
        self.name = name
        self.folder = folder
        let actor = UInt64(truncatingIfNeeded: name.hashValue)
        replica = try ReplicaFile(
            path: folder.path("\(name).sqlite"), device: name, random: { actor })
    }

    /// The store of another process of this device.
    func openStore(limits: StoreLimits = StoreLimits()) throws -> UbiquitousKeyValueStore {
        let process = lastProcess.withLock { last in
            last += 1
            return last
        }
        return try UbiquitousKeyValueStore(
            storage: replica, signal: bell.signal, limits: limits, process: process,
            now: LocalCloud.systemTime)
    }

    /// An engine for the cloud in the scratch folder, or for another one.
    func makeEngine(
        _ cloud: (any Cloud)? = nil, _ slowAfter: Duration = .seconds(60)
    ) throws -> SyncEngine {
        SyncEngine(
            storage: replica, cloud: try cloud ?? LocalCloud(path: folder.path("cloud.sqlite")),
            signal: bell.signal, slowAfter: slowAfter, now: LocalCloud.systemTime,
            random: { UInt64.random(in: .min ... .max) })
    }

    func change(_ body: (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            body(&meta)
            try replica.setMeta(meta)
        }
        bell.ring()
    }

    var meta: ReplicaMeta { get throws { try replica.read { try $0.meta() } } }
    var unsent: Int { get throws { try replica.read { try $0.dirtyCount() } } }
}

/// The signal between the processes of a device, without a file.
final class Bell: Sendable {
    private let state = Mutex(
        (last: 0, listeners: [Int: AsyncStream<Void>.Continuation](), rings: 0))

    var signal: ChangeSignal {
        ChangeSignal(ring: { self.ring() }, rings: { self.listen() })
    }

    /// The number of rings so far.
    var rings: Int { state.withLock { $0.rings } }

    func ring() {
        let listeners = state.withLock { state in
            state.rings += 1
            return state.listeners.values
        }
        for listener in listeners { listener.yield() }
    }

    private func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

/// The announcements to an observer.
final class Announcements: Sendable {
    private let observation: Observation

    init(of store: UbiquitousKeyValueStore) {
        let (stream, continuation) = AsyncStream.makeStream(of: ExternalChange.self)
        arrivals = stream
        let box = Box()
        observation = store.observeExternalChanges { change in
            box.changes.withLock { $0.append(change) }
            continuation.yield(change)
        }
        self.box = box
    }

    private final class Box: Sendable { let changes = Mutex<[ExternalChange]>([]) }
    private let box: Box
    /// The announcements one by one, for tests that wait for them.
    let arrivals: AsyncStream<ExternalChange>

    /// The announcements since the last call.
    func take() -> [ExternalChange] {
        box.changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }
}

extension SyncEngine {
    /// Runs the engine during `body`.
    nonisolated func running<R>(_ body: () async throws -> R) async rethrows -> R {
        let task = Task { await run() }
        do {
            let result = try await body()
            task.cancel()
            await task.value
            return result
        } catch {
            task.cancel()
            await task.value
            throw error
        }
    }
}
