import Dispatch
import Glibc

/// Runs work that a person may stop. Ctrl-C, or a request to end, cancels the task and waits for
/// it, so that it can keep its results. A second Ctrl-C ends the program. The progress line
/// disappears at the end.
///
/// Must be called on the main thread, which runs no tasks. Returns the result of the work, and the
/// signal that stopped it, if one did; throws ``Stopped`` if there is no result.
func runInterruptibly<R: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> R
) throws -> (result: R, signal: Int32?) {
    try Signals.noting([SIGINT, SIGTERM]) { try run(progress, work) }
}

private func run<R: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> R
) throws -> (result: R, signal: Int32?) {
    let work = AwaitedWork(work)
    while true {
        if let result = work.result(until: .now() + .milliseconds(50)) {
            progress.end()
            let signal = Signals.latest
            if let signal, case .failure = result { throw Stopped(signal: signal) }
            return (try result.get(), signal)
        }
        if Signals.latest != nil { work.cancel() }
        progress.tick()
    }
}

/// The error if a person or the system stopped the command.
struct Stopped: Error, CustomStringConvertible {
    var signal: Int32

    var description: String { "it was stopped" }
}
