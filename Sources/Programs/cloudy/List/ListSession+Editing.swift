import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Makes the edit of an effect. Undo waits for a running edit.
    func makeEdit(_ effect: Effect) throws {
        let isReversal = effect == .undo || effect == .redo
        if isReversal, longEdit.isRunning || operations.areEditing {
            if state.acceptReversal(isUndo: effect == .undo) { longEdit.queueReversal(effect) }
            return
        }
        let long = try effect.ongoing(among: controller.list.total) {
            let steps =
                effect == .undo
                ? try controller.undoableSteps() : try controller.redoableSteps()
            return steps.first?.changes ?? 0
        }
        let prepared: Effect =
            if case .pageEdit(let asked) = effect {
                .pageEdit(asked.prepared(with: controller))
            } else { effect }
        makeEdit(long) { [library] in EditReport(prepared, $0, library) }
    }

    /// Makes an edit, at once or, if it is long, on another thread. Long edits run one after the
    /// other.
    ///
    /// There are two ways, because a short edit must show in the same drawing as its key, and a
    /// long edit on this thread would block the keys. Both end in ``finish(_:)``.
    func makeEdit(
        _ long: OngoingEdit?, _ body: @escaping @Sendable (BookmarksController) -> EditReport
    ) {
        guard let long else { return finish(body(controller)) }
        if longEdit.isRunning { return state.refuseWhileOngoing() }
        state.begin(long)
        longEdit.begin(in: library, body)
    }

    /// Reports the result of an edit to the screen.
    func finish(_ report: EditReport) {
        noteNextUndo()
        if let outcome = report.outcome { showOutcome(outcome, step: report.step) }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        if let text = report.text { follow(text) }
        if let warning = report.warning { send(.message(.warning, warning)) }
    }

    private func showOutcome(_ outcome: ActionOutcome, step: Int64) {
        if case .searchesChanged = outcome, let now = try? home.preferences.current() {
            send(.searches(now.searches))
        }
        send(.listChanged)
        switch outcome {
        // The next step is the reported one.
        case .reversed, .halted: break
        default: state.shell.undoOffer.spokenStep = step
        }
        send(.outcome(outcome))
        state.shell.undoOffer.spokenStep = nil
        // After the last bookmark was deleted forever, there is none to restore.
        if controller.list.total == 0, case .done = outcome,
            let rows = try? controller.deletedRows(limit: 1)
        {
            state.hadBookmarks = !rows.isEmpty
        }
        if case .settingChanged(let change) = outcome {
            apply(SettingsFile(home.location).read())
            if let reason = reasonWithoutEffect(change.name) { send(.message(.warning, reason)) }
        }
        // An edit is a good moment to try the cloud again.
        if state.shell.sync.isFailing {
            Task.detached { [home] in try? await home.device.syncOnce() }
        }
    }

    /// Reports the end of a long edit.
    private func finishLongEdit(_ report: EditReport) {
        send(.edited)
        finish(report)
        performQueuedReversals(after: report.isReversal || report.step != 0)
        if longEdit.endsList, !longEdit.isRunning { quit() }
    }

    /// Carries out undo and redo that the person requested during a long edit.
    ///
    /// - Parameter isAnything: whether the edit changed anything; otherwise, undo would revert an
    ///   earlier edit.
    func performQueuedReversals(after isAnything: Bool) {
        if !isAnything { longEdit.clearQueuedReversals() }
        // During an import, undo would only be queued again.
        while !longEdit.isRunning, !operations.areEditing, let next = longEdit.dequeueReversal() {
            perform(next)
        }
    }

    /// Shows a part of the changes by other threads and devices, so that keys are handled in
    /// between, and reports the ends of edits when everything is shown.
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

    /// Updates the screen's knowledge of the next undo.
    func noteNextUndo() {
        state.shell.undoOffer.next = controller.nextUndoStep.map {
            NextUndo(step: $0.number, isOwn: $0.session == controller.session)
        }
    }
}
