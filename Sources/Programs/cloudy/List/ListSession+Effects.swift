import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import DeviceStore
import KeyValueStore
import Replication
import WebPages

extension ListSession {
    /// Does what the screen asks for, and tells it the result.
    func perform(_ effect: Effect) {
        do {
            try attempt(effect)
        } catch {
            send(.outcome(ActionOutcome(error, of: effect)))
        }
    }

    private func attempt(_ effect: Effect) throws {
        switch effect {
        case .delete, .change, .move, .undo, .redo, .pageEdit: try make(effect)
        case .request(let asked): try begin(asked.request)
        case .cancel(let kind): operations.cancel(kind)
        case .editText, .editTextAgain, .giveTextUp, .editNotes, .writeNote:
            try edit(effect)
        case .syncNow, .toggleOffline: try sync(effect)
        case .stopEditing: editApart.stop()
        case .filter(let query): try filter(query)
        case .foresee(let kind): foresee(kind)
        case .sort(let order): sort(order)
        case .open(let ids, let isArchived): try open(ids: ids, isArchived: isArchived)
        case .openAddress(let url):
            try open(urls: [url], names: [url], isArchived: false, counting: [])
        case .choose(let ids):
            chosen = ids
            quit()
        case .copy(let ids): try copy(ids: ids)
        case .suspend:
            // A stopped program may never continue.
            keeper?.keepNow(state.unsavedForm)
            mirror.whileStopping { home.device.whileStopping { terminal.suspend() } }
        case .repaint: terminal.repaint()
        case .bell: terminal.bell()
        case .quit: quitWhenDone()
        }
    }

    /// Shows what a query finds, at once or when it is known what it asks of documents.
    private func filter(_ typed: Query) throws {
        let query = settings.findsInText ? typed.findingInText : typed
        if documents.begin(query, in: controller.list) { return }
        try controller.filter(query)
        send(.listChanged)
    }

    private func open(ids: [String], isArchived: Bool) throws {
        let bookmarks = try ids.compactMap(controller.bookmark(id:))
        if isArchived, bookmarks.isEmpty { return }
        let urls = try bookmarks.map { bookmark in
            if !isArchived { return bookmark.url }
            guard let url = WebArchive.url(of: bookmark.url) else {
                throw NotArchivable(url: bookmark.url)
            }
            return url
        }
        try open(
            urls: urls, names: bookmarks.map(\.title), isArchived: isArchived,
            counting: isArchived ? [] : bookmarks.map(\.id))
    }

    /// Opens pages, and counts these bookmarks as opened then.
    private func open(
        urls: [String], names: [String], isArchived: Bool, counting ids: [String]
    ) throws {
        if Browser.isOutOfReach(setting: settings.browser, environment: environment()) {
            return copy(urls) { .copiedInstead(urls: $0) }
        }
        // One URL that cannot be opened keeps all closed: a part of many would be hard to tell.
        let browsers = try urls.map {
            try Browser(for: $0, setting: settings.browser, environment: environment())
        }
        if browsers.contains(where: \.needsTerminal) {
            try terminal.whileSuspended {
                try waitFor { for browser in browsers { try await browser.runHere() } }
            }
            send(.outcome(.opened(names: names, isArchived: isArchived)))
            Task.detached { [home, mailbox] in ListSession.noteOpening(of: ids, home, mailbox) }
            return
        }
        Task.detached { [home, mailbox] in
            let failure = await Browser.runApart(browsers).values.first
            if failure == nil { ListSession.noteOpening(of: ids, home, mailbox) }
            let outcome: ActionOutcome =
                failure.map { .failed(message(for: $0)) }
                ?? .opened(names: names, isArchived: isArchived)
            mailbox.post(.event(.outcome(outcome)))
        }
    }

    /// Off the key path: another process may be writing.
    private static func noteOpening(of ids: [String], _ home: Home, _ mailbox: Mailbox) {
        if ids.isEmpty || home.readOnlyReason != nil { return }
        do {
            try home.noteOpenings(of: ids, at: now())
            mailbox.post(.opened(ids: ids))
        } catch {
            mailbox.say(.warning, "Not counted as opened: \(message(for: error))")
        }
    }

    private func foresee(_ kind: ForeseenFacts.Kind) {
        let revision = controller.list.revision
        Task.detached { [home, mailbox] in
            // A failed read is repeated when the facts are needed.
            guard let facts = try? ForeseenFacts(kind, from: home.catalog) else { return }
            mailbox.post(.foreseen(facts, of: revision))
        }
    }

    private func copy(ids: [String]) throws {
        let list = controller.list
        copy(
            try ids.compactMap { id in
                try list.row(id: id)?.url ?? controller.bookmark(id: id)?.url
            }
        ) { .copied(urls: $0) }
    }

    /// Copies addresses, and tells the result.
    private func copy(_ urls: [String], _ outcome: @escaping @Sendable ([String]) -> ActionOutcome)
    {
        let text = urls.joined(separator: "\n")
        Task.detached { [mailbox] in
            let isCopied = await Clipboard(environment: environment()).copy(text)
            let outcome = outcome(urls)
            mailbox.post(isCopied ? .event(.outcome(outcome)) : .copyByEscape(urls, outcome))
        }
    }
}
