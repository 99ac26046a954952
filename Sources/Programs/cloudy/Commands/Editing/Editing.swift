import ArgumentParser
import BookmarkLibrary
import Bookmarks

/// Makes an edit of perhaps many bookmarks. Then a line on the terminal says how far it is, and
/// Ctrl-C ends it after the part in hand, which stays as one step.
///
/// - Parameter count: of how many bookmarks, at most.
func editing<Result: Sendable>(
    _ count: Int, _ verb: String, _ home: Home, _ mirror: HomeMirror,
    _ edit: @escaping @Sendable (BookmarksController) throws -> Result
) throws -> Result {
    if count < manyEdits { return try edit(home.makeController(mirror: mirror)) }
    let progress = ProgressLine()
    progress.show("\(verb) \(grouped(count))…")
    let (result, signal) = try runInterruptibly(progress) { () -> EditResult<Result> in
        let controller = home.makeController(mirror: mirror)
        controller.onPart = { part in
            progress.show("\(verb) \(grouped(part.done)) of \(grouped(part.total))")
            if Task.isCancelled { throw CancellationError() }
        }
        do { return .done(try edit(controller)) } catch { return .failed(error) }
    }
    switch result {
    case .done(let value): return value
    case .failed(let error):
        guard let signal else { throw error }
        complain(message(for: error))
        throw ExitCode(128 + signal)
    }
}

/// From how many on an edit may take longer than a person waits without a word.
private let manyEdits = 1000

private enum EditResult<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
}

/// The outcome of an edit that ended before it was done.
func words(_ error: UnfinishedEdit) -> String {
    guard let reason = error.reason, error.done > 0 else {
        return words(stoppedAfter: error.done, of: error.total)
    }
    return "\(message(for: reason)) \(grouped(error.done)) of \(grouped(error.total)) bookmarks "
        + "were done. To revert them: cloudy undo"
}

/// The outcome of an edit that was stopped.
func words(stoppedAfter done: Int, of total: Int) -> String {
    if done == 0 { return "Stopped. Nothing was changed." }
    return "Stopped after \(grouped(done)) of \(grouped(total)). To revert them: cloudy undo"
}
