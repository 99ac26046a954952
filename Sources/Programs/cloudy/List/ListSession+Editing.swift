import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Makes the edit that an effect asks for. Undo waits for what it would take back.
    func make(_ effect: Effect) throws {
        let isReversal = effect == .undo || effect == .redo
        if isReversal, longEdit.isRunning || operations.areEditing {
            if state.promiseReversal(isUndo: effect == .undo) { longEdit.promise(effect) }
            return
        }
        let long = try effect.ongoing(among: controller.list.total) {
            let steps =
                effect == .undo
                ? try controller.undoableSteps() : try controller.redoableSteps()
            return steps.first?.changes ?? 0
        }
        let places: [String: String] =
            if case .move(let ids, let move) = effect { controller.places(ids, move) } else { [:] }
        make(long) { [library] in EditReport(effect, $0, library, places) }
    }

    /// Makes an edit, at once or, where it is a long one, on another thread. Long ones come one
    /// after the other.
    ///
    /// There are two ways because a short edit shows in the same drawing as its key. Another thread
    /// would show it a turn later, and a long edit on this thread would hold up the keys. Either
    /// way ends in ``finish(_:)``.
    func make(
        _ long: OngoingEdit?, _ body: @escaping @Sendable (BookmarksController) -> EditReport
    ) {
        guard let long else { return finish(body(controller)) }
        if longEdit.isRunning { return state.refuseWhileOngoing() }
        state.begin(long)
        longEdit.begin(in: library, body)
    }

    /// Tells the screen what an edit did.
    func finish(_ report: EditReport) {
        noteNextUndo()
        if let outcome = report.outcome { tell(outcome, step: report.step) }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        if let text = report.text { follow(text) }
        if let warning = report.warning { send(.message(.warning, warning)) }
    }

    private func tell(_ outcome: ActionOutcome, step: Int64) {
        if case .searchesChanged = outcome, let now = try? home.preferences.current() {
            send(.searches(now.searches))
        }
        send(.listChanged)
        switch outcome {
        // The next step is the one that is spoken of.
        case .undone, .redone, .halted: break
        default: state.spokenStep = step
        }
        send(.outcome(outcome))
        state.spokenStep = nil
        // Bookmarks deleted forever cannot be restored.
        if case .purged = outcome, controller.list.total == 0,
            let rows = try? controller.deletedRows(limit: 1)
        {
            state.hadBookmarks = !rows.isEmpty
        }
        if case .settingChanged(let change) = outcome {
            apply(SettingsFile(home.location).read())
            if let reason = reasonWithoutEffect(change.name) { send(.message(.warning, reason)) }
        }
        // An edit is a good moment to try the cloud again.
        if state.sync.isFailing {
            Task.detached { [home] in try? await home.device.syncOnce() }
        }
    }

    /// Tells the end of a long edit.
    private func finishLongEdit(_ report: EditReport) {
        send(.edited)
        finish(report)
        keepPromises(after: report.isReversal || report.step != 0)
        if longEdit.endsList, !longEdit.isRunning { quit() }
    }

    /// Undoes and redoes what a person wanted undone or redone while it was still being made.
    ///
    /// - Parameter isAnything: whether anything was made. Else undo would take back what was made
    ///   before.
    func keepPromises(after isAnything: Bool) {
        if !isAnything { longEdit.dropPromises() }
        // While an import goes on, undo would only be promised again.
        while !longEdit.isRunning, !operations.areEditing, let next = longEdit.takePromise() {
            perform(next)
        }
    }

    /// Shows some of what other threads and devices did, so that keys come between, and tells the
    /// ends of edits when all of them is shown.
    func followParts() {
        if !unshown.isEmpty { show { try unshown.showPart(in: controller) } }
        if unshown.hasOwn { return }
        while let end = operations.takeEnd() { finish(end) }
        if let report = longEdit.takeReport() { finishLongEdit(report) }
    }

    func show(_ part: () throws -> ReceivedChanges?) {
        do {
            if let received = try part() {
                noteNextUndo()
                if !received.changes.isEmpty {
                    send(.listChanged)
                    send(.received(received))
                }
            }
        } catch {
            send(.message(.error, message(for: error)))
        }
        send(.listChanged)
    }

    /// Tells the screen what undo takes back next.
    func noteNextUndo() {
        state.nextUndo = controller.nextUndoStep.map {
            NextUndo(step: $0.number, isOwn: $0.session == controller.session)
        }
    }
}
