import BookmarkLibrary
import Bookmarks
import BookmarksUI

/// The long edit that another thread makes for the list, and its effects. There is one at a time;
/// the list shows its parts as they are made, and its end last.
struct LongEdit {
    /// Whether the list ends after the edit.
    var endsList = false
    private var task: Task<Void, Never>?
    private var report: EditReport?
    /// The undo and redo that a person requested for after this edit or operation.
    private var queuedReversals: [Effect] = []

    /// Whether an edit is running, or its end is not reported yet.
    var isRunning: Bool { task != nil }

    mutating func begin(
        in library: ListLibrary,
        _ body: @escaping @Sendable (BookmarksController) -> EditReport
    ) {
        task = Task.detached {
            let (home, mailbox) = (library.home, library.mailbox)
            // The controller of the list belongs to its thread; this one edits for the same
            // session.
            let controller = home.makeController(
                mirror: library.mirror, session: library.session)
            controller.onPart = { progress in
                mailbox.post(.stored(ids: progress.ids))
                mailbox.post(.event(.editing(done: progress.done, of: progress.total)))
                if Task.isCancelled { throw CancellationError() }
            }
            let report = body(controller)
            home.settle()
            mailbox.post(.edited(report))
        }
    }

    /// Asks the edit to stop. It still reports its end.
    func stop() { task?.cancel() }

    /// Ends the edit with the list. Changes made so far stay as one undo step.
    func end() {
        guard let task else { return }
        task.cancel()
        _ = try? waitFor { await task.value }
    }

    /// Keeps the report until the list shows everything in it.
    mutating func keep(_ report: EditReport) { self.report = report }

    /// Returns the report of an ended edit, and makes room for the next one.
    mutating func takeReport() -> EditReport? {
        guard let report else { return nil }
        self.report = nil
        task = nil
        return report
    }

    mutating func queueReversal(_ reversal: Effect) { queuedReversals.append(reversal) }

    mutating func dequeueReversal() -> Effect? {
        queuedReversals.isEmpty ? nil : queuedReversals.removeFirst()
    }

    mutating func clearQueuedReversals() { queuedReversals = [] }
}
