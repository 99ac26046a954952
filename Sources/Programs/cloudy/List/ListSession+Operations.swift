import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Answers a request before the next key, or runs it beside the list, as every operation of a
    /// page. All its answers come back as events.
    func begin<Operation: PageOperation>(_ operation: Operation) throws {
        let kind = OperationKind(Operation.self)
        operations.makeRoom(for: kind, limit: Operation.limit)
        let library = library
        if let answer = try operation.quickAnswer(from: library) {
            return send(.answer(answer, to: operation))
        }
        operations.add(kind, edits: Operation.edits) { [mailbox] number in
            let report = { @Sendable (answer: Operation.Answer?, isLast: Bool) in
                let report = OperationReport(
                    number: number, answer: answer.map { PageAnswer($0, to: operation) },
                    edit: answer.flatMap { operation.edit(at: $0) }, isLast: isLast)
                mailbox.post(.operation(report))
            }
            return Task.detached {
                do {
                    report(try await operation.run(in: library) { report($0, false) }, true)
                } catch {
                    if !(error is CancellationError) {
                        mailbox.say(.error, message(for: error))
                    }
                    report(nil, true)
                }
            }
        }
    }

    func take(_ report: OperationReport) {
        if report.edit == .begun { operations.noteEdit(report.number) }
        guard report.isLast else { return tell(report) }
        // The list shows what an operation edited before its end is told: see `followParts()`.
        if report.edit != nil || operations.isEditing(report.number) {
            return endedEdits.append(report)
        }
        operations.remove(report.number)
        tell(report)
    }

    /// Tells the end of an operation that edits, when the list shows all of it.
    func finish(_ report: OperationReport) {
        operations.remove(report.number)
        noteNextUndo()
        tell(report)
        if let problem = controller.takeUndoProblem() { send(.message(.warning, problem)) }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        var isAnything = false
        if case .ended(let step) = report.edit { isAnything = step != 0 }
        if editTask == nil { keepPromises(after: isAnything) }
    }

    private func tell(_ report: OperationReport) {
        if let answer = report.answer { send(.answer(answer)) }
    }

    /// Ends the operations with the list. The edits of one until then stay, as one step.
    func endOperations() {
        let edits = operations.cancelAll()
        if edits.isEmpty { return }
        _ = try? waitFor { for edit in edits { await edit.value } }
    }

    var library: ListLibrary {
        ListLibrary(
            home: home, mirror: mirror, session: controller.session, mailbox: mailbox)
    }
}
