import FileCoordination
import KeyValueStore
import ReplicaFile
import Replication
import Synchronization

extension DeviceStore {
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
}
