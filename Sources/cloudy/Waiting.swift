import Dispatch
import Synchronization

/// Runs asynchronous work to its end, for a program that has nothing else to do meanwhile. Must be
/// called on the main thread, which runs no tasks.
///
/// Work that takes longer than `seconds` is cancelled and no longer waited for: ``TookTooLong``.
/// Its time begins when `meanwhile` ends, which this thread does while the work is under way.
func waitFor<R: Sendable>(
    seconds: Int? = nil, meanwhile: () -> Void = {},
    _ work: @escaping @Sendable () async throws -> R
) throws -> R {
    let work = AwaitedWork(work)
    meanwhile()
    let deadline = seconds.map { DispatchTime.now() + .seconds($0) } ?? .distantFuture
    if let result = work.result(until: deadline) { return try result.get() }
    work.cancel()
    throw TookTooLong(seconds: seconds ?? 0)
}

/// What was waited for did not end in time.
struct TookTooLong: Error, CustomStringConvertible {
    var seconds: Int

    var description: String { "The cloud did not answer everything within \(seconds) seconds." }
}

/// Asynchronous work that a thread waits for which runs no tasks itself. It begins when this is
/// made.
struct AwaitedWork<R: Sendable> {
    private final class Box: Sendable { let result = Mutex<Result<R, any Error>?>(nil) }

    private let box = Box()
    private let done = DispatchSemaphore(value: 0)
    private let task: Task<Void, Never>

    init(_ work: @escaping @Sendable () async throws -> R) {
        task = Task.detached { [box, done] in
            do {
                let value = try await work()
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
    }

    /// What came of it; `nil` when that is not known by then.
    func result(until deadline: DispatchTime) -> Result<R, any Error>? {
        if case .timedOut = done.wait(timeout: deadline) { return nil }
        return box.result.withLock { $0 }
    }

    /// Wants no more of it; it may still have a result.
    func cancel() { task.cancel() }
}
