import Bookmarks
import BookmarksUI
import CursesTerminal
import DeviceStore
import Home
import KeyValueStore
import Replication

extension ListSession {
    /// Does what the screen asks for, and tells it what came of it.
    func perform(_ effect: Effect) {
        do {
            try attempt(effect)
        } catch BookmarkError.duplicate(let row) {
            send(.outcome(.alreadyThere(id: row.id, name: row.name.isEmpty ? row.url : row.name)))
        } catch let error as BookmarkError {
            send(.outcome(.failed(error.messageInList)))
        } catch {
            send(.outcome(.failed(message(for: error))))
        }
    }

    private func attempt(_ effect: Effect) throws {
        switch effect {
        case .add(let draft, let evenIfThere):
            let id = try controller.add(draft, evenIfThere: evenIfThere)
            edited(.added(id: id, name: try title(id)))
        case .edit(let id, let original, let draft):
            try controller.edit(id: id, from: original, to: draft)
            edited(.edited(id: id, name: try title(id)))
        case .delete(let id):
            let name = try title(id)
            try controller.delete(ids: [id])
            edited(.deleted(id: id, name: name))
        case .takeLost(let lost, let id):
            try controller.take(lost, of: id)
            edited(.edited(id: id, name: try title(id)))
        case .settle(let id):
            try controller.settle(id: id)
            edited(.settled(id: id, name: try title(id)))
        case .undo:
            let undone = try controller.undo()
            edited(undone.map { .undone(what: $0.title, id: $0.ids.first) } ?? .nothingToUndo)
            sayIfPartial(undone)
        case .redo:
            let redone = try controller.redo()
            edited(redone.map { .redone(what: $0.title, id: $0.ids.first) } ?? .nothingToRedo)
            sayIfPartial(redone)
        case .filter(let query):
            try controller.filter(query)
            send(.listChanged)
        case .sort(let order): sort(order)
        case .loadDetails(let id):
            if let bookmark = try controller.bookmark(id: id) { send(.details(bookmark)) }
        case .open(let id): try open(id: id)
        case .copy(let id): try copy(id: id)
        case .loadHeld: send(.held(try home.heldRows()))
        case .loadDeleted: send(.deleted(try controller.deletedRows(limit: Self.deletedLimit)))
        case .restore(let id):
            try controller.restore(ids: [id])
            edited(.restored(id: id, name: try title(id)))
            send(.deleted(try controller.deletedRows(limit: Self.deletedLimit)))
        case .purge(let id):
            try controller.purge(ids: [id])
            edited(.purged)
            send(.deleted(try controller.deletedRows(limit: Self.deletedLimit)))
        case .loadJoin:
            if let plan = try home.joinPlan(controller) { send(.join(plan)) }
        case .join:
            try home.join(controller)
            send(.listChanged)
            try sync(effect)
        case .syncNow, .acceptDeletions, .restoreDeletions, .toggleOffline: try sync(effect)
        case .suspend:
            // Nobody knows whether a stopped program will go on.
            keeper?.keepNow(state.unsavedForm)
            mirror.whileStopping { home.device.whileStopping { terminal.suspend() } }
        case .repaint: terminal.repaint()
        case .bell: terminal.bell()
        case .quit: quit()
        }
    }

    /// How many of the deleted bookmarks are shown.
    private static let deletedLimit = 10_000

    private func edited(_ outcome: ActionOutcome) {
        state.canUndo = controller.nextUndo != nil
        send(.listChanged)
        send(.outcome(outcome))
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        // Whoever edits is there to see whether the cloud can be reached again by now.
        if case .unreachable = state.sync.phase {
            Task.detached { [home] in try? await home.device.syncOnce() }
        }
    }

    /// What is known of syncing. That the cloud was out of reach stays so until it answers: the
    /// replica, which is all that is asked here, does not know.
    private func knownSyncState() throws -> SyncState {
        var sync = try home.device.syncState()
        if case .unreachable = state.sync.phase, sync.phase == .idle {
            sync.phase = state.sync.phase
        }
        return sync
    }

    private func sayIfPartial(_ reversal: BookmarksController.Reversal?) {
        guard let reversal, !reversal.isWhole || !reversal.isAnything else { return }
        let what = reversal.isAnything ? "Only a part was taken back" : "Nothing was taken back"
        send(.message(.warning, "\(what): what another device edited since stays as it is"))
    }

    private func title(_ id: String) throws -> String {
        try controller.bookmark(id: id)?.title ?? id
    }

    private func sync(_ effect: Effect) throws {
        switch effect {
        case .acceptDeletions: try home.device.answerHeldDeletions(.accept)
        case .restoreDeletions: try home.device.answerHeldDeletions(.restore)
        case .toggleOffline:
            let isOffline = try home.device.syncState().phase == .offline
            try home.setOffline(!isOffline)
        default: break
        }
        send(.sync(try knownSyncState()))
        guard effect == .syncNow else { return }
        Task.detached { [home, mailbox] in
            do {
                try await home.device.syncAndWait()
                mailbox.post(
                    .event(.message(.info, "Synced: this device and the cloud are the same")))
            } catch {
                mailbox.post(.event(.message(.error, message(for: error))))
            }
        }
    }

    private func open(id: String) throws {
        guard let bookmark = try controller.bookmark(id: id) else { return }
        let browser = try Browser(for: bookmark.url, environment: environment())
        if browser.needsTerminal {
            try terminal.whileSuspended { try waitFor { try await browser.runHere() } }
            send(.outcome(.opened(name: bookmark.title)))
            return
        }
        Task.detached { [mailbox] in
            do {
                try await browser.runApart()
                mailbox.post(.event(.outcome(.opened(name: bookmark.title))))
            } catch {
                mailbox.post(.event(.outcome(.failed(message(for: error)))))
            }
        }
    }

    private func copy(id: String) throws {
        guard let url = try controller.bookmark(id: id)?.url else { return }
        Task.detached { [mailbox] in
            let isCopied = await Clipboard(environment: environment()).copy(url)
            mailbox.post(isCopied ? .event(.outcome(.copied(url: url))) : .copyByEscape(url))
        }
    }
}
