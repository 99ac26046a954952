import Dispatch
import Glibc

/// Runs work that a person may stop: at Ctrl-C, or when asked to end, its task is cancelled and
/// still waited for, so that it can keep its results. A second Ctrl-C ends the program. The line
/// that says how far it is goes when the work ends.
///
/// Must be called on the main thread, which runs no tasks. Returns the result of the work, and the
/// signal that stopped it, if one did; throws ``Stopped`` when nothing came of it.
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

/// A person, or the system, stopped the command.
struct Stopped: Error, CustomStringConvertible {
    var signal: Int32

    var description: String { "it was stopped" }
}
