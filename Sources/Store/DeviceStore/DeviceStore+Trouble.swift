public import AgentMessages
import FileCoordination
import Glibc
import KeyValueStore
public import Replication

// Only an engine's own process knows its trouble. Where that is the agent, it tells the others. A
// cloud of this machine has no agent: only a process that writes to it finds that it has no room,
// and notes that in a file for the others.

extension DeviceStore {
    /// Runs `body`, and notes the engine's trouble during it, for other processes that cannot have
    /// an engine themselves.
    func notingTrouble(of engine: SyncEngine, _ body: () async -> Void) async {
        let task = Task {
            // The message that was told last; the first one is told whatever stands in the file.
            var told: String??
            for await _ in doorbell.rings() {
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

    /// Notes for other processes the outcome of an exchange with a cloud of this machine.
    func say(_ result: Result<Void, any Error>) {
        guard location.remote == nil else { return }
        switch result {
        case .success: note(lackOfRoom: nil)
        case .failure(let error as CloudError) where error.lacksRoom: note(lackOfRoom: error)
        case .failure: break
        }
    }

    /// The agent's problem, if this process cannot sync by itself; or that the local cloud had no
    /// room for the latest write.
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
        return CloudError(.unreachable, message, lacksRoom: true)
    }

    private func note(lackOfRoom problem: CloudError?) {
        guard let problem else {
            unlink(roomNote)
            return
        }
        if lackOfRoom?.message == problem.message { return }
        // The disk may have no room for this either.
        try? writeAtomically(Array(problem.message.utf8), to: roomNote)
    }

    /// The state of the cloud, as the process that talks to it finds it, now and after each change;
    /// ends with its task.
    public func exchangeStates() -> AsyncStream<AgentState> { exchange.states() }

    /// Ends all streams of ``exchangeStates()``, later ones too.
    public func endExchangeStates() { exchange.end() }

    /// Whether edits will be sent as soon as the cloud can be reached, and nothing else is in the
    /// way.
    public var waitsForCloud: Bool {
        guard let state = try? syncState(), state.unsent > 0, !state.quotaExceeded else {
            return false
        }
        guard state.phase == .idle else { return false }
        // Without trouble they are being sent.
        guard let trouble = exchangeState.trouble else { return true }
        return trouble.kind == .unreachable && !trouble.awaitsSealing && !trouble.concernsEdits
    }

    /// Removes the files that earlier versions left beside the replica, by which their processes
    /// talked.
    func removeFormerNotes() {
        for name in ["trouble", "quota", "attention.lock"] { unlink(location.folder + "/" + name) }
        for name in HomeLocation.names(in: location.folder) where name.hasPrefix("wish-") {
            unlink(location.folder + "/" + name)
        }
    }
}
