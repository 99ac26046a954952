import Dispatch

/// Runs calls that wait for a disk on threads of its own, so that they block neither an event loop
/// nor the few threads that all tasks share.
final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "cloud calls", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs work that may wait for a disk, on a thread where it delays no other call.
package func blocking<Value: Sendable>(
    _ call: @Sendable () async throws -> Value
) async throws -> Value {
    try await withTaskExecutorPreference(BlockingExecutor.shared, operation: call)
}
