import FileCoordination
import KeyValueStore
import ReplicaFile
import Replication
import Synchronization

/// An engine that this process runs.
struct RunningEngine: Sendable {
    var engine: SyncEngine
    /// What runs it, when it is there for one exchange only.
    var task: Task<Void, Never>?
}

extension DeviceStore {
    /// Keeps the device in step with its cloud until the task is cancelled. When another process of
    /// the device does so already, waits to take its place.
    public func runEngine() async {
        while !Task.isCancelled && readOnlyReason == nil && !isCloudAbsent {
            if !isApart, let engine = takeEngine() {
                await sayingTrouble(of: engine) {
                    await notingQuota { await answeringWishes(with: engine) { await engine.run() } }
                }
                return giveUpEngine()
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Says that ``syncOnce()`` will be called in a moment. A cloud of this machine is opened
    /// meanwhile, by another thread.
    public func prepareToSync() {
        if readOnlyReason == nil, !isApart, location.remote == nil { localCloud.openSoon() }
    }

    /// Exchanges changes once. Returns at once, after ringing, when another process runs the
    /// engine. Throws `SyncError` or `CloudError` when it cannot be done now; what was edited
    /// waits.
    public func syncOnce() async throws {
        if try await !syncHere() { doorbell.ring() }
    }

    /// Exchanges changes once; returns false at once, when another process runs the engine.
    func syncHere() async throws -> Bool {
        if let readOnlyError { throw readOnlyError }
        if isApart { throw SyncError.offline }
        while true {
            let begin = try replica.read { try $0.localRevision() }
            switch claimEngine() {
            case .elsewhere: return false
            case .shared(let engine):
                try await engine.sync()
                return true
            case .busy(let other):
                // It may have begun before the edits that this call is to send.
                await other.value
                try Task.checkCancellation()
            case .mine(let engine, let task):
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
                say(result)
                try result.get()
                // A sibling that edited meanwhile found the engine taken, and has rung for one that
                // was just about to end.
                let isBehind = try replica.read { replica in
                    try replica.localRevision() > begin && replica.dirtyCount() > 0
                }
                if !isBehind { return true }
            }
        }
    }

    /// What a call that wants to sync once has found.
    private enum Claim {
        /// An engine of its own, which its task runs and gives up.
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
            guard !isCloudAbsent, engineLock?.tryLock() == true else { return .elsewhere }
            let engine = makeEngine()
            let task = Task {
                await engine.run(listening: false)
                giveUpEngine()
            }
            running = RunningEngine(engine: engine, task: task)
            return .mine(engine, task)
        }
    }

    /// A new engine, unless one runs already, here or in another process.
    private func takeEngine() -> SyncEngine? {
        running.withLock { running in
            guard running == nil, !isCloudAbsent, engineLock?.tryLock() == true else { return nil }
            let engine = makeEngine()
            running = RunningEngine(engine: engine)
            return engine
        }
    }

    /// An engine, for the process that has taken the lock.
    private func makeEngine() -> SyncEngine {
        listAnewWithAnotherKey()
        listAnewAfterCopying()
        return SyncEngine(
            storage: replica, cloud: cloud, signal: signal, joinLimit: joinLimit,
            joining: joining, now: Self.milliseconds, random: Self.random)
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
