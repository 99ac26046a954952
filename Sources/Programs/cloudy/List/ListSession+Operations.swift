import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Answers a request before the next key, or runs it in the background like every operation of
    /// a page. All its answers arrive as events.
    func begin<Operation: PageOperation>(_ operation: Operation) throws {
        operations.makeRoom(for: operation)
        do {
            if let answer = try operation.quickAnswer(from: library) {
                return send(.answer(answer, to: operation))
            }
        } catch {
            send(.failed(AnyPageRequest(request: operation)))
            throw error
        }
        operations.add(operation, in: library)
    }

    /// Reports the end of an operation that edits, when the list shows all of it.
    func finish(_ report: OperationReport) {
        noteNextUndo()
        if let answer = report.answer { send(.answer(answer)) }
        if let problem = controller.takeUndoProblem() { send(.message(.warning, problem)) }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        var isAnything = false
        if case .ended(let step) = report.edit { isAnything = step != 0 }
        if !longEdit.isRunning { performQueuedReversals(after: isAnything) }
    }

    var library: ListLibrary {
        ListLibrary(
            home: home, mirror: mirror, session: controller.session, mailbox: mailbox)
    }
}
