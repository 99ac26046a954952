import Synchronization

/// Runs the tasks of a simulated world on the world's thread, one step at a time. A task that calls
/// a cloud waits there until the world decides the outcome of the call.
final class Turns: TaskExecutor {
    /// The outcome of a step of a call.
    enum Fate: Sendable, Hashable {
        case arrives
        /// The request or the reply is lost.
        case lost
        /// The cloud has no space.
        case full
        /// The reply has other bytes than those that were asked for.
        case wrong
        /// The reply is an earlier listing.
        case stale
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var waiting: [Int: UnsafeContinuation<Fate, Never>] = [:]
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs the tasks until all of them wait or have ended.
    func run() {
        var next = 0
        while let job = state.withLock({ $0.jobs.indices.contains(next) ? $0.jobs[next] : nil }) {
            next += 1
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        state.withLock { $0.jobs.removeAll(keepingCapacity: true) }
    }

    /// Waits until the world continues the task; returns the outcome of the step.
    func pause(_ task: Int) async -> Fate {
        await withUnsafeContinuation { continuation in
            state.withLock { $0.waiting[task] = continuation }
        }
    }

    /// Whether a task waits.
    func isWaiting(_ task: Int) -> Bool { state.withLock { $0.waiting[task] != nil } }

    /// Continues a task until it waits again or ends.
    func resume(_ task: Int, _ fate: Fate) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: task) }
        continuation?.resume(returning: fate)
        run()
    }
}
