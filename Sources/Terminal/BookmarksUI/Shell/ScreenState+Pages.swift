import Bookmarks
import Screen

extension ScreenState {
    /// Performs an action that opens a page, or that belongs to the page in front; returns `nil`
    /// for others.
    mutating func performOnPages(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        let view = view(list)
        for kind in shell.keys.actions.pages {
            if let page = kind.opened(by: action, in: view) { return shell.open(page) }
        }
        guard case .page(var page) = shell.modes.last, type(of: page).owns(action),
            let commands = page.perform(action, view)
        else { return nil }
        shell.modes[shell.modes.count - 1] = .page(page)
        return carryOut(commands, list)
    }

    /// Performs an action of a page that the person confirmed.
    mutating func performConfirmed(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        // A page's question may be in front of pages that were opened later.
        let asked = shell.modes.lastIndex { $0.page.map { type(of: $0).owns(action) } ?? false }
        guard let asked, var page = shell.modes[asked].page else { return [] }
        let commands = page.performConfirmed(action, view(list))
        shell.modes[asked] = .page(page)
        return carryOut(commands, list)
    }

    /// Carries out the commands of a page or an activity.
    ///
    /// - Parameter depth: the level of the page; `nil` for the topmost.
    mutating func carryOut(
        _ commands: [PageCommand], _ list: BookmarkList, at depth: Int? = nil
    ) -> [Effect] {
        commands.flatMap { carryOut($0, list, at: depth) }
    }

    private mutating func carryOut(
        _ command: PageCommand, _ list: BookmarkList, at depth: Int?
    ) -> [Effect] {
        switch command {
        case .edit(let edit): return [.send(edit)]
        case .ask(let text, let edit): shell.ask(text, before: edit)
        case .askFirst(let question): shell.ask(question)
        case .leave: shell.leave()
        case .push(let page): return shell.open(page)
        case .goToBookmark(let step): return goToBookmark(by: step, list)
        case .goToSavedPage(let step): return goToSavedPage(by: step, list)
        case .run(let id):
            shell.leave()
            guard let action = shell.keys.actions.named(id) else { return [] }
            return start(action, list)
        case .request(let request): return [.send(request)]
        case .prompt(let prompt): shell.modes.append(.prompt(prompt))
        case .filter(let text):
            guard let query = readQuery(text) else { return [] }
            shell.leave()
            return [.filter(query)]
        case .beginFilter(let text):
            let prompt = FilterPrompt(editor: LineEditor(text), selected: listView.selection.id)
            shell.modes.append(.filter(prompt))
            return follow(prompt)
        case .reply(let text, let level): shell.reply(text, level)
        case .editNotes(let text): return [.editNotes(text)]
        case .writeNote(let bookmark): return [.writeNote(bookmark: bookmark)]
        case .openAddress(let url): return [.openAddress(url)]
        case .say(let level, let text, let subject):
            shell.say(level, text, about: subject, at: depth)
        case .announce(let level, let words): shell.announce(level) { words($0) }
        case .stop(let operation): return [.stop(operation)]
        case .refresh(let change): return shell.requests(after: change)
        case .carryOut(let decision):
            activities.deletions.begin(decision)
            shell.undoOffer.uncovered = decision.change
        case .expectDeletions(let ids): accepted = ids
        }
        return []
    }

    /// Goes to the next or the previous subject of the page in front.
    mutating func goToSubject(by step: Int, _ list: BookmarkList) -> [Effect] {
        guard case .page(var page) = shell.modes.last else { return [] }
        guard page.goToSubject(by: step, view(list)) else { return goToBookmark(by: step, list) }
        shell.modes[shell.modes.count - 1] = .page(page)
        return []
    }

    /// Shows another bookmark of the list, on the same pages about a bookmark.
    private mutating func goToBookmark(by step: Int, _ list: BookmarkList) -> [Effect] {
        guard let shown = shell.modes.last?.page?.bookmarkID else { return [] }
        let before = shell.modes
        var pages: [any Page] = []
        while let page = shell.modes.last?.page, page.bookmarkID == shown {
            pages.append(page)
            shell.leave()
        }
        let id: String?
        if shell.bookmarksPage != nil {
            let rows = max(1, shell.layout.text.count)
            let isThere = shell.bookmarksPage?.selectedID == shown
            shell.bookmarksPage?.move(by: isThere ? step : min(step, 0), page: rows)
            id = shell.bookmarksPage?.selectedID
        } else {
            // If it left the list, the one after it is selected already.
            let isThere = select(shown, in: list)
            listView.moveSelection(
                by: isThere ? step : min(step, 0), in: list, page: shell.quietLayout.page)
            id = listView.selection.id
        }
        guard let id, id != shown else {
            shell.modes = before
            shell.reply("This is the \(step > 0 ? "last" : "first") one")
            return []
        }
        return pages.reversed().compactMap { $0.counterpart(for: id) }.flatMap { shell.open($0) }
    }

    /// Shows the next or the previous bookmark with a saved page. If no saved pages are known, goes
    /// to the next or the previous bookmark.
    private mutating func goToSavedPage(by step: Int, _ list: BookmarkList) -> [Effect] {
        guard shell.bookmarksPage == nil, !listView.savedPages.isEmpty,
            let shown = shell.modes.last?.page?.bookmarkID,
            let index = list.index(of: shown, near: listView.selection.index)
        else { return goToBookmark(by: step, list) }
        let others = stride(from: index + step, to: step > 0 ? list.count : -1, by: step)
        guard let found = others.first(where: { listView.savedPages.contains(list[$0].id) }) else {
            shell.reply("This is the \(step > 0 ? "last" : "first") saved page of the list")
            return []
        }
        return goToBookmark(by: found - index, list)
    }

    /// Passes an answer to the page or part that requested it, which may be covered. If the page
    /// was closed, the answer is dropped.
    mutating func receive(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect] {
        shell.failedRequests.remove(answer.request)
        var effects = carryOut(activities.respond(to: answer, view(list)), list)
        preview.receive(answer)
        listView.receiveFoundParts(answer)
        effects += receiveSidebar(answer)
        receiveQueryNames(answer, list)
        let view = view(list)
        for index in shell.modes.indices {
            if case .prompt(var prompt) = shell.modes[index] {
                prompt.purpose.receive(answer, in: &prompt, of: self)
                shell.modes[index] = .prompt(prompt)
            }
            guard case .page(var page) = shell.modes[index] else { continue }
            let commands = page.respond(to: answer, view)
            shell.modes[index] = .page(page)
            effects += carryOut(commands, list, at: index + 1)
            // Bookmarks deleted forever cannot be restored.
            if isNew, shell.holdsDeleted, let count = shell.bookmarksPage?.count {
                hadBookmarks = count > 0
            }
        }
        shell.receiveJoinPlan(answer)
        offerToAddAll(answer)
        if case .ended(let end)? = answer.answer(of: ImportBookmarks.self)?.answer {
            effects += report(end, list)
        }
        return effects
    }

    /// Passes their new size to all pages.
    mutating func followSize(_ list: BookmarkList) {
        let view = view(list)
        for index in shell.modes.indices {
            guard case .page(var page) = shell.modes[index] else { continue }
            page.sizeChanged(view)
            shell.modes[index] = .page(page)
        }
    }
}
