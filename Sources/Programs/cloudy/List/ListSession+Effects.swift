import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import DeviceStore
import KeyValueStore
import Replication

extension ListSession {
    /// Carries out an effect of the screen, and reports the result.
    func perform(_ effect: Effect) {
        do {
            try attempt(effect)
        } catch {
            send(.outcome(ActionOutcome(error, of: effect)))
        }
    }

    private func attempt(_ effect: Effect) throws {
        switch effect {
        case .undo, .redo, .pageEdit: try makeEdit(effect)
        case .request(let asked): try begin(asked.request)
        case .cancel(let kind): operations.cancel(kind)
        case .editText, .editTextAgain, .giveTextUp, .editNotes, .writeNote:
            try edit(effect)
        case .syncNow, .toggleOffline: try sync(effect)
        case .stopEditing: longEdit.stop()
        case .filter(let query): try filter(query)
        case .foresee(let kind): foresee(kind)
        case .sort(let order): sort(order)
        case .open(let ids, let isArchived): try open(ids: ids, isArchived: isArchived)
        case .openAddress(let url):
            try opener.open(urls: [url], names: [url], setting: settings.browser)
        case .choose(let ids):
            chosen = ids
            quit()
        case .copy(let ids): try copy(ids: ids)
        case .suspend:
            // A stopped program may never continue.
            keeper?.keepNow(state.shell.unsavedForm)
            mirror.whileStopping { home.device.whileStopping { terminal.suspend() } }
        case .repaint: terminal.repaint()
        case .bell: terminal.bell()
        case .quit: quitWhenDone()
        }
    }

    /// Filters the list, at once or when the query's facts about documents are known.
    private func filter(_ typed: Query) throws {
        let query = meant(typed)
        if documents.begin(query, in: controller.list) { return }
        try controller.filter(query)
        send(.listChanged)
    }

    private func foresee(_ kind: ForeseenFacts.Kind) {
        let revision = controller.list.revision
        Task.detached { [home, mailbox] in
            // A failed read is repeated when the facts are needed.
            guard let facts = try? ForeseenFacts(kind, from: home.catalog) else { return }
            mailbox.post(.foreseen(facts, of: revision))
        }
    }

    private func open(ids: [String], isArchived: Bool) throws {
        let bookmarks = try ids.compactMap(controller.bookmark(id:))
        if isArchived, bookmarks.isEmpty { return }
        try opener.open(bookmarks, isArchived: isArchived, setting: settings.browser)
    }

    private func copy(ids: [String]) throws {
        let list = controller.list
        let urls = try ids.compactMap { id in
            try list.row(id: id)?.url ?? controller.bookmark(id: id)?.url
        }
        opener.copy(urls) { .copied(urls: $0) }
    }
}
