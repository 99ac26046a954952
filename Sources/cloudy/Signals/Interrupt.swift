import Dispatch
import Glibc
import Synchronization

/// Runs work that a person may stop: at Ctrl-C, or when asked to end, its task is cancelled and
/// still waited for, so that it can keep what it has. A second Ctrl-C ends the program. The line
/// that says how far it is goes when the work ends.
///
/// Must be called on the main thread, which runs no tasks. Returns what came of the work, and the
/// signal that stopped it, if one did; throws ``Stopped`` when nothing came of it.
func runInterruptibly<R: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> R
) throws -> (result: R, signal: Int32?) {
    try Signals.noting([SIGINT, SIGTERM]) { try run(progress, work) }
}

private func run<R: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> R
) throws -> (result: R, signal: Int32?) {
    let done = DispatchSemaphore(value: 0)
    let box = ResultBox<R>()
    let task = Task.detached {
        do {
            let value = try await work()
            box.result.withLock { $0 = .success(value) }
        } catch {
            box.result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
        if Signals.latest != nil { task.cancel() }
        progress.tick()
    }
    progress.end()
    guard let result = box.result.withLock({ $0 }) else { throw CancellationError() }
    let signal = Signals.latest
    if let signal, case .failure = result { throw Stopped(signal: signal) }
    return (try result.get(), signal)
}

/// A person, or the system, wanted no more of it.
struct Stopped: Error, CustomStringConvertible {
    var signal: Int32

    var description: String { "it was stopped" }
}
