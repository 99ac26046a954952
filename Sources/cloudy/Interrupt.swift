import Dispatch
import Glibc
import Synchronization

/// Whether Ctrl-C was pressed, or the program asked to end.
private let signalThatCame = Atomic<Int32>(0)

/// Runs work that a person may stop: at Ctrl-C, or when asked to end, its task is cancelled and
/// still waited for, so that it can keep what it has. A second Ctrl-C ends the program. The line
/// that says how far it is goes when the work ends.
///
/// Must be called on the main thread, which runs no tasks. Returns what came of the work, and the
/// signal that stopped it, if one did; throws ``Stopped`` when nothing came of it.
func runInterruptibly<R: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> R
) throws -> (result: R, signal: Int32?) {
    signalThatCame.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
        signal(number) { number in
            signalThatCame.store(number, ordering: .relaxed)
            signal(number, SIG_DFL)
        }
    }
    defer { for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) } }
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
        if signalThatCame.load(ordering: .relaxed) != 0 { task.cancel() }
        progress.tick()
    }
    progress.end()
    guard let result = box.result.withLock({ $0 }) else { throw CancellationError() }
    let number = signalThatCame.load(ordering: .relaxed)
    if number != 0, case .failure = result { throw Stopped(signal: number) }
    return (try result.get(), number == 0 ? nil : number)
}

/// A person, or the system, wanted no more of it.
struct Stopped: Error, CustomStringConvertible {
    var signal: Int32

    var description: String { "it was stopped" }
}
