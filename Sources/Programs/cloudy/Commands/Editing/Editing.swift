import ArgumentParser
import BookmarkLibrary
import Bookmarks

/// Makes an edit. If it has many bookmarks, a line on the terminal shows the progress, and Ctrl-C
/// ends it after the current part; the finished parts stay as one undo step.
///
/// - Parameter count: the maximum number of bookmarks.
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

/// The number of bookmarks from which an edit may need a progress line.
private let manyEdits = 1000

private enum EditResult<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
}

/// Returns the outcome of an edit that ended early.
func words(_ error: UnfinishedEdit) -> String {
    guard let reason = error.reason, error.done > 0 else {
        return words(stoppedAfter: error.done, of: error.total)
    }
    return "\(message(for: reason)) \(grouped(error.done)) of \(grouped(error.total)) bookmarks "
        + "were changed. To revert them: cloudy undo"
}

/// Returns the outcome of an edit that was stopped.
func words(stoppedAfter done: Int, of total: Int) -> String {
    if done == 0 { return "Stopped. Nothing was changed." }
    return "Stopped after \(grouped(done)) of \(grouped(total)). To revert them: cloudy undo"
}
