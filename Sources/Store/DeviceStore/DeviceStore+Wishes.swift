import FileCoordination
import KeyValueStore
import ReplicaFile
import Replication

// Only the process that runs the engine knows when a sync is over, and how it ended: what others
// can see, such as when the cloud answered last, may be of a call that was begun before. So another
// one that wants to know leaves a wish and rings.

extension DeviceStore {
    /// Exchanges changes and returns when that is done, whichever process does it: when everything
    /// that the cloud had when this was called is here, and everything that was unsent is there.
    ///
    /// Throws `SyncError` or `CloudError` when that cannot be, as it was found after the call.
    public func syncAndWait() async throws {
        if let loss = location.remote?.loss ?? missing { throw loss }
        while true {
            if isApart || !isEngineElsewhere, try await syncHere() { return }
            if try await syncElsewhere() { return }
        }
    }

    /// Has another process exchange changes. Returns false when it must be tried again.
    private func syncElsewhere() async throws -> Bool {
        if let readOnlyError { throw readOnlyError }
        let wish: Wish
        do { wish = try Wish(for: location) } catch { throw HomeError(error) }
        defer { wish.withdraw() }
        var wait = Wait()
        var last: Progress?
        while true {
            switch wish.state {
            case .fulfilled: return true
            case .waits:
                if let waiting = try waiting() { throw waiting }
                // Somebody has just answered it.
                return false
            case .failed(let error):
                // What waits was found at another cloud, where this one lets nothing be exchanged.
                if error.awaitsSealing { throw error }
                throw try waiting() ?? error
            case .open: break
            }
            // Whoever runs the engine may be in the middle of a call.
            if try isOffline { throw SyncError.offline }
            let progress = try progress()
            wait.note(isProgress: progress != last, isEngineThere: { isEngineRunningElsewhere })
            last = progress
            if wait.isTimeToRing { doorbell.ring() }
            // What ended was there for one exchange only.
            if wait.isAlone && !isCloudAbsent { return false }
            if wait.isAloneForLong { try await reachCloud() }
            if wait.isForLong { throw try waiting() ?? trouble ?? silence }
            try await Task.sleep(for: Wait.turn)
        }
    }

    private var silence: CloudError {
        let cloud = location.remote.map { "\($0.url), which does not answer, or very slowly," }
        return CloudError(
            .unreachable,
            "Nothing was exchanged with \(cloud ?? "the cloud") for \(Wait.longest) seconds.")
    }

    /// What can be seen of a sync in another process. While it changes, something goes on.
    private struct Progress: Equatable {
        var lastSync: Int64?
        var unsent: Int
        var revision: Int64
    }

    private func progress() throws -> Progress {
        try replica.read { replica in
            Progress(
                lastSync: try replica.meta().lastSync, unsent: try replica.dirtyCount(),
                revision: try replica.localRevision())
        }
    }

    /// What waits for the person and is in the way of a sync.
    private func waiting() throws -> SyncError? {
        if case .locked(let isReplaced)? = lock { return .locked(isReplaced: isReplaced) }
        let meta = try replica.read { try $0.meta() }
        if meta.isOffline { return .offline }
        if let held = meta.held, meta.heldAnswer == nil { return .held(held) }
        return meta.heldJoin.map { .joining($0) }
    }

    /// Runs `body`, and does meanwhile with the engine what other processes want.
    func answeringWishes(with engine: SyncEngine, _ body: () async -> Void) async {
        let location = location
        let task = Task { [doorbell] in
            Wish.removeForgotten(in: location)
            let rings = doorbell.rings()
            await Self.answerWishes(location, with: engine)
            for await _ in rings { await Self.answerWishes(location, with: engine) }
        }
        await body()
        task.cancel()
        await task.value
    }

    private static func answerWishes(_ location: StoreLocation, with engine: SyncEngine) async {
        let wishes = Wish.all(for: location)
        if wishes.isEmpty { return }
        let result: Result<Void, any Error>
        do { result = .success(try await engine.sync()) } catch { result = .failure(error) }
        for wish in wishes { wish.answer(result) }
    }
}

/// For how long a process waits for another one's sync.
private struct Wait {
    static let turn = Duration.milliseconds(20)
    /// For how many seconds nothing may go on: longer than a server may take to be connected to,
    /// which is known better by who tries.
    static let longest = 20
    /// For how many seconds the process that reaches the cloud may take to come up.
    private static let longestAlone = 8
    private static let turnsPerSecond = 50

    private var turns = 0
    private var turnsWithoutProgress = 0
    private var turnsAlone = 0

    mutating func note(isProgress: Bool, isEngineThere: () -> Bool) {
        turns += 1
        turnsWithoutProgress = isProgress ? 0 : turnsWithoutProgress + 1
        // To look takes the lock for a moment, which is in the way of who wants it.
        guard turns % 10 == 0 else { return }
        turnsAlone = isEngineThere() ? 0 : turnsAlone + 10
    }

    /// At the beginning, and now and then, since a ring may be lost.
    var isTimeToRing: Bool { turns % Self.turnsPerSecond == 1 }
    /// Whether no process runs the engine.
    var isAlone: Bool { turnsAlone > 0 }
    var isAloneForLong: Bool { turnsAlone >= Self.longestAlone * Self.turnsPerSecond }
    var isForLong: Bool { turnsWithoutProgress >= Self.longest * Self.turnsPerSecond }
}
