import BookmarkTables
public import Bookmarks
import FileCoordination
import Glibc
public import KeyValueStore
import LocalCloud
public import ReplicaFile
import Replication
public import SimulatedCloud
import Synchronization

/// Everything of one device, opened: the store, the bookmarks' catalog, the defaults, the engine.
///
/// The only place that knows the drivers.
public final class Home: Sendable {
    public let location: HomeLocation
    public let store: UbiquitousKeyValueStore
    public let catalog: any BookmarkCatalog
    public let replica: ReplicaFile
    let doorbell: Doorbell
    private let localCloud: LocalCloud
    private let cloud: any Cloud
    private let signal: ChangeSignal
    private let engineLock: FileLock
    /// The engine, while this process runs it and holds the lock.
    private let running = Mutex<SyncEngine?>(nil)

    /// Opens a home, and makes it when there is none. Throws ``HomeError``.
    ///
    /// With a simulation the cloud is seen through a network as bad as it says.
    public init(_ location: HomeLocation, simulation: CloudSimulation? = nil) throws {
        self.location = location
        do {
            try Self.refuseNetworkFileSystem(location.folder)
            try createPrivateFolder(location.deviceFolder)
            try createPrivateFolder(location.cloudFolder)
            doorbell = try Doorbell(path: location.doorbell)
            engineLock = try FileLock(path: location.engineLock)
            replica = try ReplicaFile(
                path: location.replica, device: location.device, random: Self.random,
                derivedTables: [BookmarkTable(), MirrorTable()])
            signal = ChangeSignal(
                ring: { [doorbell] in doorbell.ring() }, rings: { [doorbell] in doorbell.rings() })
            store = try UbiquitousKeyValueStore(
                storage: replica, signal: signal, process: Self.processNumber(),
                now: Self.milliseconds)
            try BookmarksController.declarePolicy(in: store)
            catalog = BookmarkCatalogTable(replica: replica)
            localCloud = try LocalCloud(path: location.cloud)
            cloud =
                if let simulation {
                    SimulatedCloud(localCloud, simulation: simulation, random: Self.random)
                } else {
                    localCloud
                }
        } catch {
            throw HomeError(error)
        }
    }

    private static func refuseNetworkFileSystem(_ folder: String) throws(HomeError) {
        var existing = folder
        while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"),
            slash != existing.startIndex
        {
            existing = String(existing[..<slash])
        }
        guard let kind = FileSystemKind.network(existing) else { return }
        throw HomeError(
            .configuration,
            "\(folder) is on a network file system (\(kind)), where the locks of a database cannot "
                + "be trusted. Keep the home on a local disk: cloudy --home FOLDER")
    }

    /// A controller of this home's bookmarks.
    public func makeController(mirror: any DefaultsMirror) -> BookmarksController {
        BookmarksController(
            store: store, catalog: catalog, mirror: mirror,
            now: { Double(Self.milliseconds()) / 1000 }, random: Self.random)
    }

    // MARK: Syncing

    /// Keeps the device in step with its cloud until the task is cancelled. When another process of
    /// the device does so already, waits to take its place.
    public func runEngine() async {
        while !Task.isCancelled {
            if let engine = takeEngine() {
                await engine.run()
                return giveUpEngine()
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Exchanges changes once. Returns at once, after ringing, when another process runs the
    /// engine. Throws `SyncError` or `CloudError` when it cannot be done now; what was edited
    /// waits.
    public func syncOnce() async throws {
        if let engine = running.withLock({ $0 }) { return try await engine.sync() }
        guard let engine = takeEngine() else { return doorbell.ring() }
        let task = Task { await engine.run(listening: false) }
        let result: Result<Void, any Error>
        do {
            // Whoever gives up waiting ends the engine, which answers.
            try await withTaskCancellationHandler {
                try await engine.sync()
            } onCancel: {
                task.cancel()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        task.cancel()
        await task.value
        giveUpEngine()
        try result.get()
    }

    /// A new engine, unless one runs already, here or in another process.
    private func takeEngine() -> SyncEngine? {
        running.withLock { running in
            guard running == nil, engineLock.tryLock() else { return nil }
            let engine = SyncEngine(
                storage: replica, cloud: cloud, signal: signal, now: Self.milliseconds,
                random: Self.random)
            running = engine
            return engine
        }
    }

    private func giveUpEngine() {
        running.withLock { running in
            running = nil
            engineLock.unlock()
        }
    }

    /// Whether another process of this device runs the engine.
    public var isEngineElsewhere: Bool {
        running.withLock { running in
            if running != nil { return false }
            guard engineLock.tryLock() else { return true }
            engineLock.unlock()
            return false
        }
    }

    /// Exchanges changes and returns when that is done, whichever process does it.
    public func syncAndWait() async throws {
        let start = Self.milliseconds()
        guard isEngineElsewhere else { return try await syncOnce() }
        // The sibling lists whenever the cloud rings, so all there is to wait for is our edits.
        for attempt in 0..<200 {
            if attempt % 20 == 0 { doorbell.ring() }
            let (meta, unsent) = try replica.read { (try $0.meta(), try $0.dirtyCount()) }
            if meta.isOffline { throw SyncError.offline }
            if let held = meta.held, !meta.acceptsDeletions { throw SyncError.held(held) }
            if unsent == 0 && meta.lastSync ?? 0 >= start { return }
            if unsent == 0 && attempt > 20 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CloudError(
            .unreachable, "The cloud did not take everything within ten seconds; it is tried again."
        )
    }

    /// What is known of syncing, with the trouble that this process's engine has.
    public func currentSyncState() async throws -> SyncState {
        let problem = await running.withLock({ $0 })?.problem
        var state = try syncState()
        if let problem, state.phase == .idle { state.phase = .unreachable(problem.message) }
        return state
    }

    /// An element whenever the replica or what is known of the cloud may have changed.
    public func rings() -> AsyncStream<Void> { doorbell.rings() }

    /// What is known of syncing.
    public func syncState() throws -> SyncState {
        let (meta, unsent) = try replica.read { (try $0.meta(), try $0.dirtyCount()) }
        var phase = SyncState.Phase.idle
        if let held = meta.held, !meta.acceptsDeletions {
            phase = .held(deletions: held.deletions, of: held.total)
        }
        if meta.isOffline { phase = .offline }
        return SyncState(
            phase: phase, unsent: unsent, device: location.device,
            lastSync: meta.lastSync.map { Double($0) / 1000 },
            quotaExceeded: meta.isQuotaExceeded)
    }

    /// Whether this device has once seen all that the cloud has.
    public func hasListedCloud() throws -> Bool {
        try replica.read { try $0.meta().cursor != nil }
    }

    /// Switches airplane mode, for all processes of this device.
    public func setOffline(_ isOffline: Bool) throws {
        try change { $0.isOffline = isOffline }
    }

    /// Lets the deletions pass that the mass-change brake holds.
    public func acceptDeletions() throws {
        try change { $0.acceptsDeletions = $0.held != nil }
    }

    private func change(_ body: (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            body(&meta)
            try replica.setMeta(meta)
        }
        doorbell.ring()
    }

    /// Runs `body`, which stops this process for a while, so that it stands in nobody's way:
    /// outside of every transaction, and not as the one process that may sync.
    public func whileStopping(_ body: () -> Void) {
        // Taken back only if nobody else has taken it. Two engines on one replica are wasteful and
        // not wrong: each sees the other's work as replies that were lost.
        let isLeader = running.withLock { $0 != nil }
        if isLeader { engineLock.unlock() }
        _ = try? replica.withDatabase { _ in localCloud.whileIdle(body) }
        if isLeader { _ = engineLock.tryLock() }
    }

    // MARK: The world

    /// This machine's clock, in milliseconds since 1970.
    @Sendable public static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    @Sendable static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// A number for this process that no other has; 0 means the cloud.
    private static func processNumber() -> Int64 { Int64.random(in: 1 ... .max) }
}
