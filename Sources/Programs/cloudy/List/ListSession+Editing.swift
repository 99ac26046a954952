import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Changes bookmarks, and tells the result.
    func change(_ effect: Effect) throws {
        switch effect {
        case .delete(let ids): try delete(ids)
        case .change(let bulk, let ids):
            guard let changed = try controller.change(bulk, ids: ids) else {
                let name = try ids.count == 1 ? title(ids[0]) : nil
                let reason = bulk.reasonForNothing(in: ids.count, name: name)
                return send(.outcome(.nothingToChange(reason)))
            }
            edited(.changed(what: changed.what, ids: changed.ids))
        case .move(let ids, let move):
            let isMoved = try controller.move(ids: ids, move)
            edited(.moved(ids: ids, name: try title(ids.first ?? ""), isAnything: isMoved))
        case .undo: sayReversed(.of(try controller.undo(), controller, isUndo: true))
        case .redo: sayReversed(.of(try controller.redo(), controller, isUndo: false))
        default: break
        }
    }

    /// Deletes those that are still there; who marked many is told how many there were.
    private func delete(_ ids: [String]) throws {
        if let id = ids.first, ids.count == 1 {
            let name = try title(id)
            try controller.delete(ids: ids)
            return edited(.deleted(id: id, name: name))
        }
        let (what, deleted) = try controller.delete(ids: ids)
        guard !deleted.isEmpty else {
            return send(.outcome(.nothingToChange("Already deleted elsewhere")))
        }
        edited(.changed(what: what, ids: ids))
    }

    /// Tells the screen what an edit did.
    ///
    /// - Parameter step: the edit that another controller made for this list, 0 where it made none.
    func edited(_ outcome: ActionOutcome, step: Int64? = nil) {
        // An edit that changed nothing, or more than undo keeps, cannot be undone.
        let own = controller.latestStep == toldStep ? 0 : controller.latestStep ?? 0
        toldStep = controller.latestStep
        noteNextUndo()
        send(.listChanged)
        state.spokenStep = outcome.isReversal ? nil : step ?? own
        send(.outcome(outcome))
        state.spokenStep = nil
        // Bookmarks deleted forever cannot be restored.
        if case .purged = outcome, controller.list.total == 0,
            let rows = try? controller.deletedRows(limit: 1)
        {
            state.hadBookmarks = !rows.isEmpty
        }
        if let problem = controller.takeUndoProblem() { send(.message(.warning, problem)) }
        // The state of a link that was edited is unknown.
        if !state.web.links.isEmpty { lookForLinks() }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
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

    private func sayReversed(_ end: OngoingEnd) {
        if let outcome = end.outcome { edited(outcome) }
        if let warning = end.warning { send(.message(.warning, warning)) }
    }

    func title(_ id: String) throws -> String {
        try controller.bookmark(id: id)?.title ?? id
    }
}

extension ActionOutcome {
    /// Whether it tells of undo or redo, after which the next step is the one that is spoken of.
    fileprivate var isReversal: Bool {
        switch self {
        case .undone, .redone, .halted: true
        default: false
        }
    }
}
