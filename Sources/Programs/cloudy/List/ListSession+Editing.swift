import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Makes an edit, at once or, where it takes long, on another thread. Long ones come one after
    /// the other, and undo waits for what it would take back.
    func make(_ effect: Effect) throws {
        let isReversal = effect == .undo || effect == .redo
        let ongoing = try effect.ongoing(among: controller.list.total) {
            let steps =
                effect == .undo
                ? try controller.undoableSteps() : try controller.redoableSteps()
            return steps.first?.changes ?? 0
        }
        if isReversal, editTask != nil || operations.areEditing {
            if state.promiseReversal(isUndo: effect == .undo) { promised.append(effect) }
            return
        }
        if ongoing != nil, editTask != nil { return state.refuseWhileOngoing() }
        let places: [String: String] =
            if case .move(let ids, let move) = effect { controller.places(ids, move) } else { [:] }
        let body = { @Sendable [library] in EditReport(effect, $0, library, places) }
        if let (edit, isLong) = ongoing, isLong {
            makeApart(edit, body)
        } else {
            finish(body(controller))
        }
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
        // The state of a link that was edited is unknown.
        if !state.activities.links.states.isEmpty { lookForLinks() }
        // An edit is a good moment to try the cloud again.
        if state.sync.isFailing {
            Task.detached { [home] in try? await home.device.syncOnce() }
        }
    }

    /// Tells the screen what undo takes back next.
    func noteNextUndo() {
        state.nextUndo = controller.nextUndoStep.map {
            NextUndo(step: $0.number, isOwn: $0.session == controller.session)
        }
    }

    func title(_ id: String) throws -> String {
        try controller.bookmark(id: id)?.title ?? id
    }
}
