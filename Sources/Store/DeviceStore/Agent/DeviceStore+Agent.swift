public import AgentMessages
import FileCoordination
import KeyValueStore
import ReplicaFile
import Replication

// If the cloud is behind a network, one process of the device talks to it: the agent. This is the
// client of the agent, for all other processes.

extension StoreLocation {
    /// Identifies the cloud and the account. With another token or key, the cloud counts as
    /// another.
    public var cloudIdentity: String {
        guard let remote else { return account ?? "" }
        return "\(account ?? "") \(remote.url) \(remote.tokenWritten) \(remote.keyWritten)"
    }
}

extension DeviceStore {
    /// The agent that exchanges for this process; `nil` if this process does that itself.
    var agent: DeviceAgent? { isCloudAbsent ? location.agent : nil }

    func request(_ call: AgentRequest.Call) -> AgentRequest {
        AgentRequest(call, cloudIdentity: location.cloudIdentity, store: location.identifier)
    }

    /// The state of the cloud, from the process that talks to it: this one or the agent.
    public var exchangeState: AgentState {
        guard let agent else { return exchange.state }
        if let known = exchange.agentState { return known }
        switch agent.ask(request(.state)) {
        case .state(let state)?: return state
        case .failed(let failure)?: return AgentState(trouble: failure)
        default: return AgentState()
        }
    }

    /// Whether there may be something to exchange, but no agent is running.
    public var lacksAgent: Bool {
        guard let agent, readOnlyReason == nil, !isApart, (try? isOffline) == false else {
            return false
        }
        return exchange.agentState == nil && !agent.isThere
    }

    /// Whether the agent is running.
    public var isAgentThere: Bool { agent?.isThere ?? false }

    /// Starts the agent if none is running and something may have to be exchanged. Returns at once,
    /// `true` if an agent was started.
    @discardableResult
    public func startAgent() -> Bool { lacksAgent && agent?.start() ?? false }

    /// Keeps an agent running, and receives its states, until the task is cancelled.
    func followAgent(_ agent: DeviceAgent) async {
        var failures = 0
        while !Task.isCancelled {
            guard readOnlyReason == nil, !isApart, (try? isOffline) == false else {
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            await follow(agent)
            failures = exchange.agentState == nil ? failures + 1 : 0
            exchange.noteAgentState(nil)
            doorbell.wakeListeners()
            try? await Task.sleep(for: .milliseconds(min(5000, 100 << min(failures, 6))))
        }
    }

    private func follow(_ agent: DeviceAgent) async {
        do {
            for try await reply in agent.replies(to: request(.watch)) {
                switch reply {
                case .working: continue
                case .state(let state):
                    exchange.noteAgentState(state)
                    doorbell.wakeListeners()
                default: return
                }
            }
        } catch {
            // An agent that cannot start says so to a command that needs it.
        }
    }

    /// Asks the agent to exchange changes. Returns false if the caller must try again.
    func syncByAgent(_ agent: DeviceAgent) async throws -> Bool {
        if let readOnlyError { throw readOnlyError }
        if try isApart || isOffline { throw SyncError.offline }
        let clock = ContinuousClock()
        var (last, since) = (try progress(), clock.now)
        do {
            for try await reply in agent.replies(to: request(.sync)) {
                switch reply {
                case .done: return true
                case .waits:
                    if let waiting = try waiting() { throw waiting }
                    // A person has just decided; try again.
                    return false
                case .failed(let failure):
                    let error = failure.error
                    // This error is about another cloud, and no decision about the current one
                    // explains it.
                    if (error as? CloudError)?.awaitsSealing == true { throw error }
                    throw try waiting() ?? error
                case .elsewhere: throw elsewhere
                case .working, .state, .devices, .part, .key, .contents:
                    if try isOffline { throw SyncError.offline }
                    let now = try progress()
                    if now != last { (last, since) = (now, clock.now) }
                    if clock.now - since > Self.longestSilence {
                        throw try waiting() ?? trouble ?? silence
                    }
                }
            }
        } catch let failure as AgentFailure {
            throw try waiting() ?? failure.error
        }
        // The agent ended before it was done. The next one does the work.
        try Task.checkCancellation()
        return false
    }

    /// The longest time that a sync may make no progress. This is longer than connecting to a
    /// server may take, which the agent limits itself.
    private static let longestSilence = Duration.seconds(20)

    private var silence: CloudError {
        let url = location.remote?.url ?? ""
        return CloudError(
            .unreachable,
            "Nothing was synced with \(url), which has not answered for "
                + "\(Self.longestSilence.components.seconds) seconds or is very slow.")
    }

    var elsewhere: CloudError {
        CloudError(
            .unreachable,
            "The account, server or key of this device changed meanwhile. Nothing was synced with "
                + "\(location.remote?.url ?? "the server"). Type the command again.")
    }

    /// Returns the agent's answer to a request with a single answer; starts the agent if necessary.
    func answer(
        _ agent: DeviceAgent, _ call: AgentRequest.Call
    ) async throws -> AgentReply {
        for _ in 0..<3 {
            do {
                for try await reply in agent.replies(to: request(call)) {
                    switch reply {
                    case .working: continue
                    case .failed(let failure): throw failure.error
                    case .elsewhere: throw elsewhere
                    default: return reply
                    }
                }
            } catch let failure as AgentFailure {
                throw failure.error
            }
            try Task.checkCancellation()
        }
        throw agent.unfinished
    }

    /// The visible progress of a sync in another process. The sync is alive while this changes.
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

    /// Returns the decision of a person that a sync waits for; `nil` if there is none.
    private func waiting() throws -> SyncError? {
        if case .locked(let isReplaced)? = lock { return .locked(isReplaced: isReplaced) }
        let meta = try replica.read { try $0.meta() }
        if meta.isOffline { return .offline }
        if let held = meta.held, meta.heldAnswer == nil { return .held(held) }
        return meta.heldJoin.map { .joining($0) }
    }
}

extension AgentFailure {
    /// The failure as an error of clouds or homes.
    public var error: any Error { cloudError ?? HomeError(self) }
}

extension HomeLocation {
    /// Returns the replies of this device's agent, and starts it if necessary.
    public func replies(
        to call: AgentRequest.Call, store: String? = nil
    ) -> AsyncThrowingStream<AgentReply, any Error> {
        agent.replies(
            to: AgentRequest(call, cloudIdentity: self.store.cloudIdentity, store: store))
    }
}

extension HomeError {
    /// Converts a failure of the agent that concerns this machine.
    init(_ failure: AgentFailure) {
        let code: Code =
            switch failure.kind {
            case .usage: .usage
            case .cannotWrite: .cannotWrite
            case .forbidden: .notAllowed
            case .damaged: .damaged
            default: .configuration
            }
        self.init(code, failure.message)
    }

    /// The failure to send to other programs of the device.
    public var failure: AgentFailure {
        let kind: AgentFailure.Kind =
            switch code {
            case .usage: .usage
            case .cannotWrite: .cannotWrite
            case .notAllowed: .forbidden
            case .damaged: .damaged
            default: .configuration
            }
        return AgentFailure(kind, message)
    }
}

extension DeviceAgent {
    /// The error if the agent ended each time it was started.
    var unfinished: CloudError {
        CloudError(
            .unreachable,
            "The agent of this device ended several times before it answered. To see why: "
                + "cloudy-agent --home \(home) --device \(device)")
    }
}
