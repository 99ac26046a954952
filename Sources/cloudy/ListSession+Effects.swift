import Bookmarks
import BookmarksUI
import CursesTerminal
import DeviceStore
import Home
import KeyValueStore

extension ListSession {
    /// Does what the screen asks for, and tells it what came of it.
    func perform(_ effect: Effect) {
        do {
            try attempt(effect)
        } catch BookmarkError.duplicate(let row) {
            send(.outcome(.alreadyThere(id: row.id, name: row.name.isEmpty ? row.url : row.name)))
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
        case .undo:
            let undone = try controller.undo()
            edited(undone.map { .undone(what: $0.title, id: $0.ids.first) } ?? .nothingToUndo)
            sayIfPartial(undone)
        case .redo:
            let redone = try controller.redo()
            edited(redone.map { .redone(what: $0.title, id: $0.ids.first) } ?? .nothingToRedo)
            sayIfPartial(redone)
        case .filter(let query):
            controller.filter(query)
            send(.listChanged)
        case .sort(let order):
            controller.sort(order)
            send(.listChanged)
        case .loadDetails(let id):
            if let bookmark = try controller.bookmark(id: id) { send(.details(bookmark)) }
        case .open(let id): try open(id: id)
        case .copy(let id): try copy(id: id)
        case .syncNow, .acceptDeletions, .toggleOffline: try sync(effect)
        case .suspend:
            mirror.whileStopping { home.device.whileStopping { terminal.suspend() } }
        case .repaint: terminal.repaint()
        case .bell: terminal.bell()
        case .quit: quit()
        }
    }

    private func edited(_ outcome: ActionOutcome) {
        send(.listChanged)
        send(.outcome(outcome))
        if let sync = try? home.device.syncState() { send(.sync(sync)) }
    }

    private func sayIfPartial(_ reversal: BookmarksController.Reversal?) {
        guard let reversal, !reversal.isWhole else { return }
        send(.message(.warning, "What was edited since on another device stays as it is."))
    }

    private func title(_ id: String) throws -> String {
        try controller.bookmark(id: id)?.title ?? id
    }

    private func sync(_ effect: Effect) throws {
        switch effect {
        case .acceptDeletions: try home.device.acceptDeletions()
        case .toggleOffline:
            let isOffline = try home.device.syncState().phase == .offline
            try home.device.setOffline(!isOffline)
        default: break
        }
        send(.sync(try home.device.syncState()))
        guard effect == .syncNow else { return }
        Task.detached { [home, mailbox] in
            do {
                try await home.device.syncAndWait()
                mailbox.post(.event(.message(.info, "In step with the cloud.")))
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
