import Synchronization

/// How many bytes of bodies, or of answers, a server holds at once: in all, and for each payer,
/// which is an account or a read-only token.
///
/// A call that finds no room waits in a queue for some seconds. A payer that uses all of its room
/// keeps only its own calls waiting, and small calls pass large ones.
package final class MemoryBudget: Sendable {
    package struct Limits: Sendable {
        /// The most bytes in all, of which an eighth is for small calls.
        var total: Int
        /// The most bytes of one payer.
        var perPayer: Int
        /// How many calls of one payer may wait.
        var waiting: Int
        /// How long a call waits at most.
        var patience: Duration

        package init(total: Int, perPayer: Int, waiting: Int, patience: Duration) {
            self.total = total
            self.perPayer = perPayer
            self.waiting = waiting
            self.patience = patience
        }
    }

    /// Why there was no room.
    package enum Shortage: Error {
        /// The payer has taken all that it may.
        case ofPayer
        /// Others have taken all memory of the budget.
        case inAll
    }

    /// The most bytes of a small call.
    package static let small = 64 << 10

    private let limits: Limits
    private let state = Mutex(State())
    private let report: @Sendable (Int) -> Void

    private struct Waiter {
        var number: Int
        var payer: String
        var bytes: Int
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var held = 0
        var payers: [String: Int] = [:]
        /// In the order in which they came.
        var waiters: [Waiter] = []
        var last = 0
        /// Calls that were given up before they had a place in the queue.
        var givenUp: Set<Int> = []
    }

    /// - Parameter report: is told how many bytes are held, whenever that changes.
    package init(_ limits: Limits, report: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limits = limits
        self.report = report
    }

    /// How many bytes are held now.
    package var held: Int { state.withLock { $0.held } }

    /// How many calls wait now.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Takes some bytes for a payer, when there is room for them. Throws a ``Shortage`` when there
    /// was none in time.
    package func take(_ bytes: Int, for payer: String) async throws -> Share {
        let bytes = min(bytes, limits.perPayer)
        let number: Int? = try state.withLock { state in
            if mayPass(bytes, payer, state) {
                hold(bytes, payer, &state)
                return nil
            }
            guard state.waiters.count(where: { $0.payer == payer }) < limits.waiting else {
                throw shortage(bytes, payer, state)
            }
            state.last += 1
            return state.last
        }
        guard let number else { return Share(bytes, payer, of: self) }
        let clock = Task { [self] in
            try await Task.sleep(for: limits.patience)
            giveUp(number)
        }
        defer {
            clock.cancel()
            state.withLock { _ = $0.givenUp.remove(number) }
        }
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(number, payer, bytes, $0) }
        } onCancel: {
            giveUp(number)
        }
        guard isTaken else { throw state.withLock { shortage(bytes, payer, $0) } }
        return Share(bytes, payer, of: self)
    }

    private func wait(
        _ number: Int, _ payer: String, _ bytes: Int,
        _ continuation: CheckedContinuation<Bool, Never>
    ) {
        let isGivenUp = state.withLock { state in
            if state.givenUp.remove(number) != nil { return true }
            state.waiters.append(
                Waiter(number: number, payer: payer, bytes: bytes, continuation: continuation))
            return false
        }
        // There may be room since it was looked for.
        if isGivenUp { continuation.resume(returning: false) } else { admit() }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
                state.givenUp.insert(number)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
        // Others may have waited behind it.
        if waiter != nil { admit() }
    }

    private func mayPass(_ bytes: Int, _ payer: String, _ state: State) -> Bool {
        guard fits(bytes, payer, state) else { return false }
        if bytes <= Self.small { return true }
        // A large call overtakes none that waits for the same room.
        return !state.waiters.contains { $0.payer == payer || hasRoom($0.bytes, $0.payer, state) }
    }

    private func hasRoom(_ bytes: Int, _ payer: String, _ state: State) -> Bool {
        state.payers[payer, default: 0] + bytes <= limits.perPayer
    }

    private func fits(_ bytes: Int, _ payer: String, _ state: State) -> Bool {
        let most = bytes <= Self.small ? limits.total : limits.total / 8 * 7
        return hasRoom(bytes, payer, state) && state.held + bytes <= most
    }

    private func shortage(_ bytes: Int, _ payer: String, _ state: State) -> Shortage {
        hasRoom(bytes, payer, state) && !state.waiters.contains { $0.payer == payer }
            ? .inAll : .ofPayer
    }

    private func hold(_ bytes: Int, _ payer: String, _ state: inout State) {
        state.held += bytes
        let own = state.payers[payer, default: 0] + bytes
        state.payers[payer] = own == 0 ? nil : own
        report(state.held)
    }

    /// Admits the waiters that have room now, in their order.
    private func admit() {
        let admitted = state.withLock { state in
            var (admitted, blocked) = ([Waiter](), Set<String>())
            var isFull = false
            for waiter in state.waiters
            where waiter.bytes <= Self.small || !blocked.contains(waiter.payer) {
                if !isFull || waiter.bytes <= Self.small, fits(waiter.bytes, waiter.payer, state) {
                    hold(waiter.bytes, waiter.payer, &state)
                    admitted.append(waiter)
                } else if hasRoom(waiter.bytes, waiter.payer, state) {
                    isFull = true
                } else {
                    blocked.insert(waiter.payer)
                }
            }
            let numbers = Set(admitted.map(\.number))
            state.waiters.removeAll { numbers.contains($0.number) }
            return admitted
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }

    /// Bytes that are held until this is let go.
    package final class Share: Sendable {
        private let payer: String
        private let budget: MemoryBudget
        private let bytes: Mutex<Int>

        fileprivate init(_ bytes: Int, _ payer: String, of budget: MemoryBudget) {
            self.bytes = Mutex(bytes)
            (self.payer, self.budget) = (payer, budget)
        }

        deinit { resize(to: 0) }

        /// Holds as many bytes from now on: more is taken without waiting, for bytes that are there
        /// anyway.
        package func resize(to size: Int) {
            let change = bytes.withLock { bytes in
                defer { bytes = size }
                return size - bytes
            }
            guard change != 0 else { return }
            budget.state.withLock { budget.hold(change, payer, &$0) }
            if change < 0 { budget.admit() }
        }

        /// Holds more bytes, if there is room for them now.
        package func grow(to size: Int) -> Bool {
            bytes.withLock { bytes in
                let isThere = budget.state.withLock { state in
                    guard budget.fits(size - bytes, payer, state) else { return false }
                    budget.hold(size - bytes, payer, &state)
                    return true
                }
                if isThere { bytes = size }
                return isThere
            }
        }
    }
}
