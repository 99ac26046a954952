import FileCoordination
import Glibc
import KeyValueStore
import ReplicaFile
import Replication
import ReportableErrors
import Synchronization

/// An engine that this process runs.
struct RunningEngine: Sendable {
    var engine: SyncEngine
    /// The task that runs the engine, if it runs for one exchange only.
    var task: Task<Void, Never>?
}

extension DeviceStore {
    /// Keeps the device in sync with its cloud until the task is cancelled: with an engine, or with
    /// an agent if the cloud is behind a network. If another process of the device already runs the
    /// engine, this waits to take its place.
    public func runEngine() async {
        if let agent { return await followAgent(agent) }
        while !Task.isCancelled && readOnlyReason == nil && !isCloudAbsent {
            if !isApart, let engine = takeEngine() {
                await notingTrouble(of: engine) {
                    await notingQuota { await runUntilWanted(engine) }
                }
                giveUpEngine()
                repeat {
                    try? await Task.sleep(for: .milliseconds(10))
                } while isEngineWanted && !Task.isCancelled
                continue
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Prepares for ``syncOnce()``: opens a cloud of this machine on another thread.
    public func prepareToSync() {
        if readOnlyReason == nil, !isApart, location.remote == nil { localCloud.openSoon() }
    }

    /// Exchanges changes, in this process or another one, and returns when that is done: this
    /// replica has everything that the cloud had at the time of the call, and the cloud has
    /// everything that was unsent.
    ///
    /// Throws `SyncError` or `CloudError` if that is not possible, as found after the call.
    public func syncAndWait() async throws {
        do {
            try await syncSomewhere()
        } catch SyncError.held(let held) {
            throw SyncError.held(try countingDocuments(of: held))
        }
    }

    private func syncSomewhere() async throws {
        if let loss = location.remote?.loss ?? missing { throw loss }
        if hasLeftServer { throw elsewhere }
        if isCloudAbsent {
            guard let agent else { throw location.remote?.absence ?? SyncError.offline }
            for _ in 0..<Self.mostAttempts {
                if try await syncByAgent(agent) { return }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw agent.unfinished
        }
        if try await !syncHere() { try await syncInPlaceOfAnother() }
    }

    /// Sends what is unsent to a cloud of this machine, if that is possible now. A server's agent
    /// does that for devices that use one.
    package func sendToLocalCloud() async {
        // The folder may have been removed; opening the cloud would make its folder again.
        guard location.remote == nil, access(location.replica, F_OK) == 0,
            let unsent = try? syncState().unsent, unsent > 0
        else { return }
        try? await syncAndWait()
    }

    /// The most times that an agent may end before it has exchanged anything.
    static let mostAttempts = 20

    /// Exchanges changes once in place of the process that runs the engine. That process hands
    /// over, and later takes its place again: only the process that exchanges knows when it is
    /// done.
    private func syncInPlaceOfAnother() async throws {
        let end = ContinuousClock.now + Self.longestHandover
        guard let wanted = try? FileLock(path: location.engineWanted) else {
            return try await syncBeside()
        }
        defer { wanted.unlock() }
        var turns = 0
        while ContinuousClock.now < end {
            if wanted.tryLock() {
                // A ring may be lost.
                if turns % 50 == 0 { doorbell.ring() }
                if try await syncHere() { return }
                turns += 1
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await syncBeside()
    }

    private static let longestHandover = Duration.seconds(15)

    /// Whether a process waits for the engine.
    private var isEngineWanted: Bool {
        guard access(location.engineWanted, F_OK) == 0,
            let lock = try? FileLock(path: location.engineWanted)
        else { return false }
        defer { lock.unlock() }
        return !lock.tryLock(.shared)
    }

    /// Runs an engine until the task is cancelled, or another process waits for it.
    private func runUntilWanted(_ engine: SyncEngine) async {
        let watch = Task {
            for await _ in doorbell.rings() where isEngineWanted { return engine.stop() }
        }
        await engine.run()
        watch.cancel()
        await watch.value
    }

    /// Exchanges changes once beside a process that runs the engine and does not hand over, because
    /// it is of an earlier version or in a long call. Two engines on one replica treat each other's
    /// work as lost replies.
    private func syncBeside() async throws {
        if hasLeftServer { throw elsewhere }
        let engine = makeEngine()
        let task = Task { await engine.run(listening: false) }
        let result = await Self.sync(engine, endingWith: task)
        doorbell.ring()
        noteOutcome(result)
        try result.get()
    }

    /// Syncs with an engine once, and ends the task that runs it.
    private static func sync(
        _ engine: SyncEngine, endingWith task: Task<Void, Never>
    ) async -> Result<Void, any Error> {
        let result: Result<Void, any Error>
        do {
            // If the caller is cancelled, this stops the engine, and `sync()` returns.
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
        return result
    }

    /// Exchanges changes once. If another process runs the engine, rings for it and returns at
    /// once. Throws `SyncError` or `CloudError` if that is not possible now; edits then stay
    /// unsent.
    public func syncOnce() async throws {
        if try await !syncHere() { doorbell.ring() }
    }

    /// Exchanges changes once. Returns false at once if another process runs the engine.
    func syncHere() async throws -> Bool {
        if let readOnlyError { throw readOnlyError }
        if isApart { throw SyncError.offline }
        while true {
            let begin = try replica.read { try $0.localRevision() }
            switch claimEngine() {
            case .elsewhere: return false
            case .shared(let engine):
                do {
                    try await engine.sync()
                    return true
                } catch is CancellationError {
                    // The engine was just handed over.
                    try await Task.sleep(for: .milliseconds(10))
                }
            case .busy(let other):
                // That exchange may have begun before the edits that this call must send.
                await other.value
                try Task.checkCancellation()
            case .mine(let engine, let task):
                let result = await Self.sync(engine, endingWith: task)
                noteOutcome(result)
                try result.get()
                // A sibling that edited just now found the engine taken, and rang for an engine
                // that was about to end.
                let isBehind = try replica.read { replica in
                    try replica.localRevision() > begin && replica.dirtyCount() > 0
                }
                if !isBehind { return true }
            }
        }
    }

    /// The result of trying to sync once.
    private enum Claim {
        /// An engine for this call. Its task runs it and gives it up.
        case mine(SyncEngine, Task<Void, Never>)
        /// The engine that runs for as long as this process does.
        case shared(SyncEngine)
        /// Another call of this process has an engine of its own.
        case busy(Task<Void, Never>)
        /// Another process runs the engine.
        case elsewhere
    }

    private func claimEngine() -> Claim {
        running.withLock { running in
            if let running { return running.task.map { .busy($0) } ?? .shared(running.engine) }
            guard mayTakeEngine, engineLock?.tryLock() == true else { return .elsewhere }
            let engine = makeEngine()
            let task = Task {
                await engine.run(listening: false)
                giveUpEngine()
            }
            running = RunningEngine(engine: engine, task: task)
            return .mine(engine, task)
        }
    }

    /// Returns a new engine; `nil` if one is running, here or in another process.
    private func takeEngine() -> SyncEngine? {
        running.withLock { running in
            guard running == nil, mayTakeEngine, engineLock?.tryLock() == true else { return nil }
            let engine = makeEngine()
            running = RunningEngine(engine: engine)
            return engine
        }
    }

    /// Whether this process may exchange anything, if no other process does.
    private var mayTakeEngine: Bool { !isCloudAbsent && !hasLeftServer }

    /// Whether the device has left the server, or got a new token, since this store was opened.
    /// Undone changes must not be exchanged with that server again.
    private var hasLeftServer: Bool {
        guard let remote = location.remote, remote.tokenWritten != 0 else { return false }
        return HomeLocation.modificationTime(of: remote.tokenFile) != remote.tokenWritten
    }

    /// Runs `body` while no process of the device exchanges anything with a cloud. If one does,
    /// waits until it hands over; throws `CloudError` if it does not.
    func whileNothingIsExchanged<R>(_ body: () throws -> R) async throws -> R {
        if let readOnlyError { throw readOnlyError }
        let end = ContinuousClock.now + Self.longestHandover
        let wanted = try FileLock(path: location.engineWanted)
        defer { wanted.unlock() }
        var turns = 0
        while ContinuousClock.now < end {
            if wanted.tryLock() {
                // A ring may be lost.
                if turns % 50 == 0 { doorbell.ring() }
                if engineLock?.tryLock() == true {
                    defer { engineLock?.unlock() }
                    return try body()
                }
                turns += 1
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw CloudError(
            .unreachable,
            "Another program of this device did not stop syncing within "
                + "\(Self.longestHandover.components.seconds) seconds. Type the command again.")
    }

    /// Makes an engine, for the process that has taken the lock.
    private func makeEngine() -> SyncEngine {
        removeFormerNotes()
        listAnewWithAnotherKey()
        listAnewAfterCopying()
        return SyncEngine(
            storage: replica, cloud: cloud, signal: signal, joinLimit: joinLimit,
            joining: joining, isFullDisk: { isFullDisk($0) },
            now: Self.milliseconds, random: Self.random)
    }

    private func giveUpEngine() {
        running.withLock { running in
            running = nil
            engineLock?.unlock()
        }
    }

    /// Whether another process of this device runs the engine, or should.
    public var isEngineElsewhere: Bool { isCloudAbsent || isEngineRunningElsewhere }

    /// Whether another process of this device runs the engine now.
    public var isEngineRunningElsewhere: Bool {
        running.withLock { running in
            if running != nil { return false }
            guard let engineLock else { return false }
            guard engineLock.tryLock() else { return true }
            engineLock.unlock()
            return false
        }
    }
}
