import AgentMessages
import Synchronization

/// The state of a store's cloud, found by this process or reported by the agent.
final class ExchangeNotes: Sendable {
    private struct State {
        var own = AgentState()
        /// The latest state from the agent, while this process is connected to it.
        var agentState: AgentState?
        var listeners: [Int: AsyncStream<AgentState>.Continuation] = [:]
        var lastListener = 0
        var hasEnded = false
    }

    private let notes = Mutex(State())

    /// The state that this process found, if it talks to the cloud.
    var state: AgentState { notes.withLock { $0.own } }

    var agentState: AgentState? { notes.withLock { $0.agentState } }

    func noteAgentState(_ state: AgentState?) { notes.withLock { $0.agentState = state } }

    /// Changes the notes, and tells the listeners if the state is different then.
    func change(_ body: (inout AgentState) -> Void) {
        notes.withLock { notes in
            let last = notes.own
            body(&notes.own)
            if notes.own == last { return }
            for listener in notes.listeners.values { listener.yield(notes.own) }
        }
    }

    /// Returns a stream of the state that this process found, now and after each change. It ends
    /// with the task that reads it.
    func states() -> AsyncStream<AgentState> {
        let (states, continuation) = AsyncStream.makeStream(
            of: AgentState.self, bufferingPolicy: .bufferingNewest(1))
        let number = notes.withLock { notes in
            notes.lastListener += 1
            notes.listeners[notes.lastListener] = continuation
            continuation.yield(notes.own)
            if notes.hasEnded { continuation.finish() }
            return notes.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.notes.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return states
    }

    /// Ends the streams of all listeners, including later ones.
    func end() {
        let listeners = notes.withLock { notes in
            notes.hasEnded = true
            return notes.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    deinit { end() }
}
