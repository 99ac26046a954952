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
        case .add, .edit, .delete, .change, .takeLost, .settle, .undo, .redo: try change(effect)
        case .loadDeleted, .restore, .purge: try performOnDeleted(effect)
        case .syncNow, .loadHeld, .acceptDeletions, .restoreDeletions, .toggleOffline, .loadJoin,
            .join:
            try sync(effect)
        case .filter(let query):
            try controller.filter(query)
            send(.listChanged)
        case .sort(let order): sort(order)
        case .loadDetails(let id):
            if let bookmark = try controller.bookmark(id: id) { send(.details(bookmark)) }
        case .open(let id): try open(id: id)
        case .copy(let id): try copy(id: id)
        case .suspend:
            // Nobody knows whether a stopped program will go on.
            keeper?.keepNow(state.unsavedForm)
            mirror.whileStopping { home.device.whileStopping { terminal.suspend() } }
        case .repaint: terminal.repaint()
        case .bell: terminal.bell()
        case .quit: quit()
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
