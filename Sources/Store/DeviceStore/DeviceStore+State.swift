import AgentMessages
import Documents
import FileCoordination
public import KeyValueStore
import ReplicaFile
public import Replication
import Synchronization

extension DeviceStore {
    /// Returns the state of syncing, with problems of this process's engine.
    public func currentSyncState() async throws -> SyncState {
        let engine = running.withLock { $0?.engine }
        let problem = await engine?.problem
        var state = try syncState()
        // This process's own engine knows more about a cloud of this machine than the note does.
        let noted = engine != nil && location.remote == nil ? nil : trouble
        if let trouble = problem ?? noted { state.note(trouble) }
        return state
    }

    /// Returns a stream with an element whenever the replica or the known state of the cloud may
    /// have changed.
    public func rings() -> AsyncStream<Void> { doorbell.rings() }

    /// Tells all readers of ``rings()`` that something changed that the store does not announce.
    public func ring() { doorbell.ring() }

    /// Returns the state of syncing, now and after each change. The stream ends with the task that
    /// reads it.
    public func syncStates() -> AsyncStream<SyncState> {
        let (states, continuation) = AsyncStream.makeStream(
            of: SyncState.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var last: SyncState?
            func tell() async {
                guard let state = try? await currentSyncState(), state != last else { return }
                last = state
                continuation.yield(state)
            }
            let rings = rings()
            await tell()
            for await _ in rings { await tell() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return states
    }

    /// Returns the state of syncing.
    public func syncState() throws -> SyncState {
        // The agent must be asked first: it may need the replica to answer.
        let known = location.remote == nil ? AgentState() : exchangeState
        let (meta, unsent) = try replica.read { replica in
            let meta = try replica.meta()
            return (meta, try self.unsent(meta, known, in: replica))
        }
        var phase = SyncState.Phase.idle
        var heldDocuments = 0
        if let found = meta.held, meta.heldAnswer == nil {
            let held = try countingDocuments(of: found)
            phase = .held(deletions: held.deletions, of: held.bookmarks)
            heldDocuments = held.documents
        } else if let join = meta.heldJoin {
            phase = .joining(own: join.own, there: join.there)
        }
        if let lock { phase = lock }
        let lostReason = location.remote?.lostReason
        if let lostReason { phase = .unreachable(lostReason) }
        if meta.isOffline || isApart { phase = .offline }
        if let readOnlyReason { phase = .unreachable(readOnlyReason) }
        return SyncState(
            phase: phase, unsent: unsent, device: location.device, account: location.account,
            lastSync: meta.lastSync.map { Double($0) / 1000 },
            quotaExceeded: meta.isQuotaExceeded || isUnsealed,
            isReadOnly: readOnlyReason != nil, isSettling: meta.heldAnswer != nil,
            goneBefore: meta.held?.earlier ?? 0, missing: meta.held?.missing ?? 0,
            heldDocuments: heldDocuments,
            lacksAddress: lostReason != nil, isAlone: isAlone)
    }

    /// Whether this device uses no server, and its home has no other device.
    private var isAlone: Bool {
        guard location.remote == nil, let agent = location.agent else { return false }
        return agent.devices.allSatisfy { $0 == location.device }
    }

    /// Returns whether this device has ever listed the cloud completely.
    public func hasListedCloud() throws -> Bool {
        try replica.read { try $0.meta().cursor != nil }
    }

    /// Returns the epoch of the cloud that this device knows; `nil` before it has seen any cloud.
    public func cloudEpoch() throws -> String? { try replica.read { try $0.meta().epoch } }

    /// Whether the device is in airplane mode.
    public var isOffline: Bool { get throws { try replica.read { try $0.meta().isOffline } } }

    /// Switches airplane mode, for all processes of this device.
    public func setOffline(_ isOffline: Bool) throws {
        try change { $0.isOffline = isOffline }
    }

    /// Returns the deletions that the mass-change brake holds; `nil` if there are none.
    public func heldDeletions() throws -> HeldDeletions? {
        let meta = try replica.read { try $0.meta() }
        return meta.heldAnswer == nil ? try meta.held.map(countingDocuments) : nil
    }

    /// Returns these deletions with the numbers of those of documents.
    func countingDocuments(of held: HeldDeletions) throws -> HeldDeletions {
        let documents = try replica.keyCounts(prefix: Document.keyPrefix)
        let places = try replica.keyCounts(prefix: ReadingPlace.keyPrefix)
        var held = held
        // The replica may have changed since the deletions were read.
        held.documents = min(documents.held, held.deletions)
        held.documentKeys = documents.live + places.live
        return held
    }

    /// Returns the keys that the held deletions would delete, sorted.
    public func heldKeys() throws -> [String] {
        try replica.read { replica in
            let meta = try replica.meta()
            return meta.held == nil || meta.heldAnswer != nil ? [] : try replica.heldKeys()
        }
    }

    /// Decides about the deletions that the mass-change brake holds; the next sync carries it out.
    /// Returns whether there were any.
    @discardableResult
    public func answerHeldDeletions(_ answer: HeldAnswer) throws -> Bool {
        var isAnswered = false
        try change { meta in
            isAnswered = meta.held != nil
            meta.heldAnswer = isAnswered ? answer : nil
        }
        return isAnswered
    }

    /// Checks that the cloud can be reached, and starts an agent if necessary. Returns the quota
    /// there, with the usage. Throws `CloudError` if the cloud cannot be reached.
    @discardableResult
    public func reachCloud() async throws -> Quota? {
        if let loss = location.remote?.loss ?? missing { throw loss }
        guard isCloudAbsent else { return try await noteQuota() }
        guard let agent else { throw location.remote?.absence ?? SyncError.offline }
        let reply = try await answer(agent, .reach)
        guard case .state(let state) = reply else { return nil }
        return state.cloud.map { Quota($0) }
    }

    /// Returns the bookmarks that this device holds back until ``join()``; `nil` if there are none.
    public func heldJoin() throws -> HeldJoin? { try replica.read { try $0.meta().heldJoin } }

    /// Lets the next sync send this device's own keys.
    public func join() throws { try change { $0.heldJoin = nil } }

    private func change(_ body: (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            body(&meta)
            try replica.setMeta(meta)
        }
        doorbell.ring()
    }

    /// Runs `body`, which stops this process for a while, so that it blocks no other process:
    /// outside of every transaction, and without the lock of the process that syncs.
    public func whileStopping(_ body: () -> Void) {
        // Takes the lock again only if no other process has it. Two engines on one replica are
        // wasteful but correct: each treats the other's work as lost replies.
        let isLeader = running.withLock { $0 != nil }
        if isLeader { engineLock?.unlock() }
        _ = try? replica.withDatabase { _ in localCloud.whileIdle(body) }
        if isLeader { _ = engineLock?.tryLock() }
    }
}
