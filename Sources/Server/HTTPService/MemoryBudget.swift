import Synchronization

/// Limits the bytes of bodies, or of answers, that a server holds at once: in total, and for each
/// payer, which is an account or a read-only token.
///
/// A call that finds no memory waits in a queue for a few seconds. A payer that uses all of its
/// share delays only its own calls, and small calls overtake large ones.
package final class MemoryBudget: Sendable {
    package struct Limits: Sendable {
        /// The most bytes in total, an eighth of which is reserved for small calls.
        var total: Int
        /// The most bytes of one payer.
        var perPayer: Int
        /// The number of calls of one payer that may wait.
        var waiting: Int
        /// The longest time that a call waits.
        var patience: Duration

        package init(total: Int, perPayer: Int, waiting: Int, patience: Duration) {
            self.total = total
            self.perPayer = perPayer
            self.waiting = waiting
            self.patience = patience
        }
    }

    /// The reason why there was no memory.
    package enum Shortage: Error {
        /// The payer uses its whole share.
        case ofPayer
        /// Others use all memory of the budget.
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
        /// The waiting calls, in the order in which they came.
        var waiters: [Waiter] = []
        var last = 0
        /// Calls that were canceled before they had a place in the queue.
        var givenUp: Set<Int> = []
    }

    /// - Parameter report: receives the number of held bytes after each change.
    package init(_ limits: Limits, report: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limits = limits
        self.report = report
    }

    /// The number of bytes held now.
    package var held: Int { state.withLock { $0.held } }

    /// The number of calls that wait now.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Takes some bytes for a payer, once there is memory for them. Throws a ``Shortage`` if there
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
        // There may be memory by now.
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
        // Others may have waited behind this call.
        if waiter != nil { admit() }
    }

    private func mayPass(_ bytes: Int, _ payer: String, _ state: State) -> Bool {
        guard fits(bytes, payer, state) else { return false }
        if bytes <= Self.small { return true }
        // A large call overtakes no call that waits for the same memory.
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

    /// Admits the waiters that have memory now, in their order.
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

    /// Bytes that are held until this object is released.
    package final class Share: Sendable {
        private let payer: String
        private let budget: MemoryBudget
        private let bytes: Mutex<Int>

        fileprivate init(_ bytes: Int, _ payer: String, of budget: MemoryBudget) {
            self.bytes = Mutex(bytes)
            (self.payer, self.budget) = (payer, budget)
        }

        deinit { resize(to: 0) }

        /// Changes the number of held bytes. Takes more without waiting, for bytes that exist
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

        /// Holds more bytes if there is memory for them now. Returns whether there was.
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
