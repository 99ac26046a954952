import Bookmarks
import Screen

extension ScreenState {
    /// Opens a page in front, and returns its requests.
    mutating func open(_ page: any Page) -> [Effect] {
        if let subject = type(of: page).subject { forget(subject) }
        modes.append(.page(page))
        paneFocus.ofPage = .list
        return page.requests.map { .send($0) }
    }

    /// Performs an action that opens a page, or that belongs to the page in front; returns `nil`
    /// for others.
    mutating func performOnPages(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        let view = view(list)
        for kind in keys.actions.pages {
            if let page = kind.opened(by: action, in: view) { return open(page) }
        }
        guard case .page(var page) = modes.last, type(of: page).owns(action),
            let commands = page.perform(action, view)
        else { return nil }
        modes[modes.count - 1] = .page(page)
        return carryOut(commands, list)
    }

    /// Performs an action of a page that the person confirmed.
    mutating func performConfirmed(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        // A page's question may be in front of pages that were opened later.
        let asked = modes.lastIndex { $0.page.map { type(of: $0).owns(action) } ?? false }
        guard let asked, var page = modes[asked].page else { return [] }
        let commands = page.performConfirmed(action, view(list))
        modes[asked] = .page(page)
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
        case .ask(let text, let edit): ask(text, before: edit)
        case .askFirst(let question): ask(question)
        case .leave: leave()
        case .push(let page): return open(page)
        case .goToBookmark(let step): return goToBookmark(by: step, list)
        case .run(let id):
            leave()
            guard let action = keys.actions.named(id) else { return [] }
            return start(action, list)
        case .request(let request): return [.send(request)]
        case .prompt(let prompt): modes.append(.prompt(prompt))
        case .filter(let text):
            guard let query = readQuery(text) else { return [] }
            leave()
            return [.filter(query)]
        case .beginFilter(let text):
            let prompt = FilterPrompt(editor: LineEditor(text), selected: selection.id)
            modes.append(.filter(prompt))
            return follow(prompt)
        case .reply(let text, let level): reply(text, level)
        case .editNotes(let text): return [.editNotes(text)]
        case .writeNote(let bookmark): return [.writeNote(bookmark: bookmark)]
        case .openAddress(let url): return [.openAddress(url)]
        case .say(let level, let text, let subject): say(level, text, about: subject, at: depth)
        case .announce(let level, let words): announce(level) { words($0) }
        case .stop(let operation): return [.stop(operation)]
        case .refresh(let change): return requests(after: change)
        case .carryOut(let decision):
            activities.deletions.begin(decision)
            undoOffer.uncovered = decision.change
        case .expectDeletions(let ids): accepted = ids
        }
        return []
    }

    /// Goes to the next or the previous subject of the page in front.
    mutating func goToSubject(by step: Int, _ list: BookmarkList) -> [Effect] {
        guard case .page(var page) = modes.last else { return [] }
        guard page.goToSubject(by: step, view(list)) else { return goToBookmark(by: step, list) }
        modes[modes.count - 1] = .page(page)
        return []
    }

    /// Shows another bookmark of the list, on the same pages about a bookmark.
    private mutating func goToBookmark(by step: Int, _ list: BookmarkList) -> [Effect] {
        guard let shown = modes.last?.page?.bookmarkID else { return [] }
        let before = modes
        var pages: [any Page] = []
        while let page = modes.last?.page, page.bookmarkID == shown {
            pages.append(page)
            leave()
        }
        let id: String?
        if bookmarksPage != nil {
            let rows = max(1, layout.text.count)
            bookmarksPage?.move(by: step, page: rows)
            id = bookmarksPage?.selectedID
        } else {
            moveSelection(by: step, in: list)
            id = selection.id
        }
        guard let id, id != shown else {
            modes = before
            reply("This is the \(step > 0 ? "last" : "first") one")
            return []
        }
        return pages.reversed().compactMap { $0.counterpart(for: id) }.flatMap { open($0) }
    }

    /// Passes an answer to the page or part that requested it, which may be covered. If the page
    /// was closed, the answer is dropped.
    mutating func receive(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect] {
        var effects = carryOut(activities.respond(to: answer, view(list)), list)
        receivePreview(answer)
        receiveFoundParts(answer)
        receiveSidebar(answer)
        receiveQueryNames(answer, list)
        let view = view(list)
        for index in modes.indices {
            if case .prompt(var prompt) = modes[index] {
                prompt.purpose.receive(answer, in: &prompt, of: self)
                modes[index] = .prompt(prompt)
            }
            guard case .page(var page) = modes[index] else { continue }
            let commands = page.respond(to: answer, view)
            modes[index] = .page(page)
            effects += carryOut(commands, list, at: index + 1)
            // Bookmarks deleted forever cannot be restored.
            if isNew, holdsDeleted, let count = bookmarksPage?.count { hadBookmarks = count > 0 }
        }
        receiveJoinPlan(answer)
        offerToAddAll(answer)
        if case .ended(let end)? = answer.answer(of: ImportBookmarks.self)?.answer {
            effects += report(end, list)
        }
        return effects
    }

    /// Passes their new size to all pages.
    mutating func followSize(_ list: BookmarkList) {
        let view = view(list)
        for index in modes.indices {
            guard case .page(var page) = modes[index] else { continue }
            page.sizeChanged(view)
            modes[index] = .page(page)
        }
    }

    /// Returns the requests that open pages repeat, covered pages included.
    func requests(after change: LibraryChange) -> [Effect] {
        modes.compactMap(\.page).filter { $0.isStale(after: change) }
            .flatMap { $0.requests.map { .send($0) } }
    }

    /// Whether an open page shows the state of syncing.
    var tellsSync: Bool { modes.contains { $0.page?.tellsSync == true } }

    /// Whether a page about a bookmark is open, even if covered.
    public func showsDetails(of id: String) -> Bool { modes.contains { $0.page?.bookmarkID == id } }

    /// Closes the pages about a bookmark.
    mutating func closePages(about id: String) {
        pointer.lookedTops[.list] = nil
        modes.removeAll { $0.page?.bookmarkID == id }
    }
}
