import Dispatch
import Glibc
import Synchronization

/// The exchange that sends what a program wrote just before it released a store, or ended.
///
/// With a server, the agent outlives the program and sends. Devices that meet on one machine have
/// no agent, so the program does it: when the store is released, and for all others when the
/// process exits. A process that is killed exchanges nothing; the next program of the device does.
final class LastExchange: Sendable {
    private struct State {
        var isExitAwaited = false
        var lastNumber = 0
        /// The exchanges of stores in use, by number.
        var owed: [Int: @Sendable () async -> Void] = [:]
        /// The exchanges of released stores.
        var running: [Int: Task<Void, Never>] = [:]

        /// Begins an exchange that is owed.
        mutating func begin(_ number: Int) {
            guard let exchange = owed.removeValue(forKey: number) else { return }
            running[number] = Task.detached {
                await exchange()
                LastExchange.state.withLock { $0.running[number] = nil }
            }
        }
    }

    private static let state = Mutex(State())
    /// The time that a process waits at its end, in seconds.
    private static let patience = 5

    private let number: Int

    /// - Parameter exchange: sends what is unsent, if anything is.
    init(_ exchange: @escaping @Sendable () async -> Void) {
        number = Self.state.withLock { state in
            if !state.isExitAwaited { atexit { LastExchange.finishAll() } }
            state.isExitAwaited = true
            state.lastNumber += 1
            state.owed[state.lastNumber] = exchange
            return state.lastNumber
        }
    }

    deinit { Self.state.withLock { $0.begin(number) } }

    /// Exchanges everything that is owed, while the process exits.
    private static func finishAll() {
        let running = state.withLock { state in
            for number in Array(state.owed.keys) { state.begin(number) }
            return Array(state.running.values)
        }
        if running.isEmpty { return }
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            for task in running { await task.value }
            end.signal()
        }
        _ = end.wait(timeout: .now() + .seconds(patience))
    }
}
