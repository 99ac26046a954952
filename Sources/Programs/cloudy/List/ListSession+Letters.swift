import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import KeyValueStore

extension ListSession {
    /// Handles a letter from another thread.
    func open(_ letter: Letter) {
        do {
            switch letter {
            case .external(let change): arrive(change)
            case .conflicts(let conflicts):
                let received = try controller.receive(conflicts: conflicts)
                if received.changes.isEmpty { return }
                send(.listChanged)
                send(.received(received))
            case .foreseen(let facts, let revision): controller.add(facts, of: revision)
            case .links(let links): follow(links)
            case .documents: documents.askAgain(for: controller.list)
            case .found(let answers, let number):
                if try documents.receive(answers, for: number, in: controller) {
                    send(.listChanged)
                }
            case .preferences(let changed, let place): follow(changed, changed: place)
            case .rows(let rows):
                // Even if the filter was dropped: see `BookmarkList.load`.
                defer { send(.listChanged) }
                try controller.load(rows)
            case .sync(let sync):
                if sync != state.shell.sync { send(.sync(sync)) }
            case .opened(let ids):
                try controller.refresh(ids: ids)
                send(.listChanged)
                for id in ids where state.shell.showsDetails(of: id) {
                    perform(.send(DetailRequest(id: id)))
                }
            case .stored(let ids): unshown.add(own: ids)
            case .operation(let report):
                if let answer = operations.receive(report) { send(.answer(answer)) }
            case .edited(let report): longEdit.keep(report)
            case .account: followAccount()
            case .settings(let settings, let problems): apply((settings, problems))
            case .event(let event):
                send(event)
            case .copyByEscape(let urls, let outcome):
                terminal.write(escape: Clipboard.escape(for: urls.joined(separator: "\n")))
                send(.outcome(outcome))
            }
        } catch {
            send(.message(.error, message(for: error)))
        }
    }

    /// Takes changes from elsewhere, all at once if they are few.
    private func arrive(_ change: ExternalChange) {
        if unshown.add(change) { show { try unshown.showArrival(in: controller) } }
    }

    /// Shows the current states of links.
    private func follow(_ links: [String: LinkState]) {
        if links == state.activities.links.states { return }
        do {
            try controller.linksChanged()
        } catch {
            send(.message(.error, message(for: error)))
        }
        send(.listChanged)
        send(.links(links))
    }

    /// The unfinished work that belongs to this account, in a word; `nil` if there is none.
    var unfinishedWork: String? {
        if state.shell.hasForm { return "form" }
        if editor.textInHand != nil { return "text" }
        if let work = operations.accountWork { return work }
        return longEdit.isRunning ? "edit" : nil
    }

    /// Switches to the device's current account, or reports why the list does not.
    func followAccount() {
        guard isRunning else { return }
        if let message = accounts.follow(before: unfinishedWork) { send(message) }
        if accounts.next != nil { quit() }
    }
}
