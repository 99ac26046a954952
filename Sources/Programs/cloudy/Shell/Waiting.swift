import Dispatch
import Synchronization

/// Runs asynchronous work to its end, for a program that has nothing else to do. Must be called on
/// the main thread, which runs no tasks.
///
/// Work that takes longer than `seconds` is cancelled, and this throws ``TookTooLong``. The time
/// begins when `meanwhile` ends, which this thread runs beside the work, and restarts each second
/// that `advances` returns `true`.
func waitFor<R: Sendable>(
    seconds: Int? = nil, meanwhile: () -> Void = {}, advances: () -> Bool = { false },
    _ work: @escaping @Sendable () async throws -> R
) throws -> R {
    let work = AwaitedWork(work)
    meanwhile()
    guard let seconds else {
        return try work.result(until: .distantFuture)?.get() ?? { throw CancellationError() }()
    }
    var left = seconds
    while left > 0 {
        if let result = work.result(until: .now() + .seconds(1)) { return try result.get() }
        left = advances() ? seconds : left - 1
    }
    work.cancel()
    throw TookTooLong(seconds: seconds)
}

/// The awaited work did not end in time.
struct TookTooLong: Error, CustomStringConvertible {
    var seconds: Int

    var description: String { "The cloud did not answer for \(seconds) seconds." }
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

    /// Its result; `nil` when that is not known by then.
    func result(until deadline: DispatchTime) -> Result<R, any Error>? {
        if case .timedOut = done.wait(timeout: deadline) { return nil }
        return box.result.withLock { $0 }
    }

    /// Cancels the task; it may still have a result.
    func cancel() { task.cancel() }
}
