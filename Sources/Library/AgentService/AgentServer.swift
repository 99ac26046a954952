import AgentMessages
import BookmarkLibrary
import DeviceStore
import FileCoordination
import Synchronization

/// The open stores of a device's agent for the programs that ask it, one account at a time.
final class AgentServer: Sendable {
    private struct State {
        var cloudIdentity: String?
        var stores: ExchangedStores?
        /// The reason why the stores cannot be opened.
        var failure: AgentFailure?
        var guests = 0
        /// The number of calls that are changing keys.
        var keyCalls = 0
        var isEnding = false
        var ends: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())
    /// Finds the device in its current account.
    let locate: @Sendable () throws -> HomeLocation
    let network: any AgentNetwork

    init(_ network: any AgentNetwork, locate: @escaping @Sendable () throws -> HomeLocation) {
        self.network = network
        self.locate = locate
    }

    /// Records that the stores of an account and cloud are open.
    func begin(_ stores: ExchangedStores) {
        state.withLock { state in
            state.cloudIdentity = stores.home.location.store.cloudIdentity
            state.stores = stores
            state.failure = nil
        }
    }

    /// Records that the stores are closed, or cannot be opened.
    func close(_ failure: AgentFailure? = nil, cloudIdentity: String? = nil) {
        state.withLock { state in
            state.cloudIdentity = failure == nil ? nil : cloudIdentity
            state.stores = nil
            state.failure = failure
        }
    }

    /// Whether a program follows changes, or waits for an answer.
    var isWanted: Bool { state.withLock { $0.guests > 0 } }

    /// Changes the number of programs that are being answered.
    func count(_ change: Int) { state.withLock { $0.guests += change } }

    /// Changes the number of calls that are changing keys.
    func countKeyCall(_ change: Int) { state.withLock { $0.keyCalls += change } }

    /// Waits until no call changes keys, for a limited time: a program that ends the agent does not
    /// wait longer.
    func waitForKeys() async {
        for _ in 0..<160 where state.withLock({ $0.keyCalls > 0 }) {
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
        }
    }

    /// Ends the agent.
    func end() {
        state.withLock { state in
            state.isEnding = true
            for end in state.ends { end.finish() }
        }
    }

    /// Returns when ``end()`` is called or the task is cancelled.
    func waitForEnd() async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.ends.append(continuation)
            if state.isEnding { continuation.finish() }
        }
        for await _ in ends {}
    }

    /// The stores for a request, or the reason why there are none.
    enum Finding {
        case open(ExchangedStores)
        case failed(AgentFailure)
        /// The device will be open soon.
        case later
        /// The device uses another account, cloud or key.
        case elsewhere
    }

    private static let turnsOfWaiting = 40

    func find(_ cloudIdentity: String) -> Finding {
        let (now, stores, failure) = state.withLock { ($0.cloudIdentity, $0.stores, $0.failure) }
        let location = try? locate()
        // The device may just have switched, and the session has not noticed yet.
        let isHere =
            location.map { Self.differOnlyInKey($0.store.cloudIdentity, cloudIdentity) } ?? true
        if now == cloudIdentity, isHere {
            if let stores { return .open(stores) }
            if let failure { return .failed(failure) }
        }
        guard let location, location.store.cloudIdentity == cloudIdentity else { return .elsewhere }
        // A program that seals with a new key announces that when it is done.
        if let stores, let now, Self.differOnlyInKey(now, cloudIdentity),
            Self.isSealing(location)
        {
            return .open(stores)
        }
        return .later
    }

    private static func differOnlyInKey(_ one: String, _ other: String) -> Bool {
        func place(_ cloudIdentity: String) -> Substring {
            cloudIdentity[..<(cloudIdentity.lastIndex(of: " ") ?? cloudIdentity.endIndex)]
        }
        return place(one) == place(other)
    }

    private static func isSealing(_ location: HomeLocation) -> Bool {
        guard let lock = try? FileLock(path: location.sealingLock) else { return false }
        defer { lock.unlock() }
        return !lock.tryLock()
    }

    /// Waits for the stores of an account and cloud. Throws ``AgentFailure`` if they cannot be
    /// opened, and returns `nil` if the device uses something else.
    func stores(_ cloudIdentity: String) async throws -> ExchangedStores? {
        var turns = 0
        while true {
            switch find(cloudIdentity) {
            case .open(let stores): return stores
            case .failed(let failure): throw failure
            case .elsewhere: return nil
            case .later:
                turns += 1
                // The program that stored the key ended before it announced it.
                if turns == Self.turnsOfWaiting { try? locate().announceSealingKey() }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
