public import AgentMessages
import FileCoordination
import Glibc
import KeyValueStore
public import Replication
import Synchronization

// Only the engine's own process knows its problem. If that process is the agent, it tells the
// others. A cloud of this machine has no agent: the process that finds it full notes that in a file
// for the others.

extension DeviceStore {
    /// Runs `body`, and meanwhile publishes the engine's problem to processes that cannot run an
    /// engine themselves.
    func notingTrouble(of engine: SyncEngine, _ body: () async -> Void) async {
        // Before the engine runs: what it finds at once is published, too.
        let rings = doorbell.rings()
        let task = Task {
            // The last published message; `nil` before the first, which is always published.
            var told: String??
            for await _ in rings {
                let problem = await engine.problem
                guard location.remote == nil else {
                    exchange.change { $0.trouble = problem.map { AgentFailure($0) } }
                    continue
                }
                let lack = problem.flatMap { $0.lacksRoom ? $0 : nil }
                if told == .some(lack?.message) { continue }
                let isFirst = told == nil
                told = lack?.message
                note(lackOfRoom: lack)
                if !isFirst || lack != nil { doorbell.ring() }
            }
        }
        await body()
        task.cancel()
        await task.value
        if location.remote != nil { exchange.change { $0.trouble = nil } }
    }

    /// Publishes the current problem of the running engine, before its ring does.
    package func publishTrouble() async {
        guard location.remote != nil, let engine = running.withLock({ $0?.engine }) else { return }
        let problem = await engine.problem
        exchange.change { $0.trouble = problem.map { AgentFailure($0) } }
    }

    /// Notes the outcome of an exchange with a cloud of this machine, for other processes.
    func noteOutcome(_ result: Result<Void, any Error>) {
        guard location.remote == nil else { return }
        switch result {
        case .success: note(lackOfRoom: nil)
        case .failure(let error as CloudError) where error.lacksRoom: note(lackOfRoom: error)
        case .failure: break
        }
    }

    /// The agent's problem, if this process cannot sync by itself, or the local cloud's lack of
    /// space for the latest write.
    public var trouble: CloudError? {
        if let loss = location.remote?.loss ?? missing { return loss }
        guard location.remote != nil else { return lackOfRoom }
        guard isCloudAbsent, let trouble = exchangeState.trouble else { return nil }
        return trouble.cloudError ?? CloudError(.unreachable, trouble.message)
    }

    private var roomNote: String { location.folder + "/no-room" }

    private var lackOfRoom: CloudError? {
        guard let bytes = (try? HomeLocation.bytes(of: roomNote, limit: 4096)) ?? nil,
            let message = String(validating: bytes, as: UTF8.self), !message.isEmpty
        else { return nil }
        return CloudError(.unreachable, message, isFullHere: true)
    }

    private func note(lackOfRoom problem: CloudError?) {
        guard let problem else {
            unlink(roomNote)
            return
        }
        if lackOfRoom?.message == problem.message { return }
        // The disk may have no space for this note either.
        try? writeAtomically(Array(problem.message.utf8), to: roomNote)
    }

    /// Returns the state of the cloud, as found by the process that talks to it, now and after each
    /// change. The stream ends with the task that reads it.
    public func exchangeStates() -> AsyncStream<AgentState> { exchange.states() }

    /// Ends all streams of ``exchangeStates()``, including later ones.
    public func endExchangeStates() { exchange.end() }

    /// Whether edits only wait for the cloud to be reachable.
    public var waitsForCloud: Bool {
        guard let state = try? syncState(), state.unsent > 0, !state.quotaExceeded else {
            return false
        }
        guard state.phase == .idle else { return false }
        // Without a problem, the edits are being sent now.
        guard let trouble = exchangeState.trouble else { return true }
        return trouble.kind == .unreachable && !trouble.awaitsSealing && !trouble.concernsEdits
    }

    /// Removes the files that processes of earlier versions used to communicate.
    func removeFormerNotes() {
        for name in ["trouble", "quota", "attention.lock"] { unlink(location.folder + "/" + name) }
        for name in HomeLocation.names(in: location.folder) where name.hasPrefix("wish-") {
            unlink(location.folder + "/" + name)
        }
    }
}
