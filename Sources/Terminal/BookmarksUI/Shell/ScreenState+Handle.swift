public import Bookmarks
import Screen

extension ScreenState {
    /// Handles an event and returns the effects to carry out, in order.
    ///
    /// - Parameter list: The current list, which already contains the event's changes. Effects that
    ///   change it are answered by an event before the next key.
    public mutating func handle(_ event: Event, in list: BookmarkList) -> [Effect] {
        let before = readingPlaces
        var effects = apply(event, in: list)
        shell.forgetMissingTitle()
        shell.findFits()
        effects += keepReadingPlaces(since: before, after: effects)
        return effects + findMeantQuery(list, after: effects) + followInPanes(event, list)
            + followFoundParts(list)
    }

    /// Updates the panes after the selection moved or an event changed something.
    private mutating func followInPanes(_ event: Event, _ list: BookmarkList) -> [Effect] {
        switch event {
        case .searches, .links, .documentsChanged: seen.isStale = true
        default: break
        }
        // Panes that are shown later must know what changed while they were hidden.
        if shell.panes == .none { return [] }
        let isStale = seen.isStale || list.revision != seen.revision
        (seen.revision, seen.isStale) = (list.revision, false)
        return followInSidebar(list, isStale: isStale) + followInPreview(list, isStale: isStale)
    }

    private mutating func apply(_ event: Event, in list: BookmarkList) -> [Effect] {
        settle(in: list)
        isNew = list.total == 0
        if !isNew { hadBookmarks = true }
        defer { shell.forgetLeftLevels() }
        switch event {
        case .terminal(let event): return handle(event, list)
        case .listChanged: return ongoing == nil ? followInPages(list) : []
        case .received(let received):
            return receive(received, list) + shell.requests(after: .received(received))
        case .sync(let new): return receive(new, list)
        case .searches(let new): return receive(new, list)
        case .textRefused(let reason):
            shell.ask(
                Question("\(reason) Edit it again?", isYesUsual: true) { _, _ in
                    [.editTextAgain]
                } no: { _, _ in
                    [.giveTextUp]
                })
            return []
        case .notesEdited(let notes):
            shell.form?.receive(notes: notes)
            return []
        case .answer(let answer): return receive(answer, list)
        case .failed(let request):
            shell.failedRequests.insert(request)
            if request.request is SidebarRequest {
                (sidebar.isAsking, sidebar.hasFailed) = (false, true)
            }
            return []
        case .outcome(let outcome):
            return reportOutcome(outcome, list) + shell.requests(after: .outcome(outcome))
        case .restore(let unsaved, let isGone): return shell.restore(unsaved, isGone: isGone)
        case .links(let links):
            activities.links.states = links
            return []
        case .saved(let ids, let pages):
            listView.savedPages = pages
            listView.saved = ids
            return []
        case .documentsChanged: return shell.requests(after: .documentsChanged)
        case .documentConflict(let conflict):
            shell.say(conflict, list)
            return []
        case .notKept(let order, let why): return shell.sayNotKept(order, why)
        case .settingsRead(let problems):
            return report(problems: problems, list) + shell.requests(after: .settingsRead)
        case .editing(let done, let total):
            ongoing?.done = done
            ongoing?.total = total
            return []
        case .edited:
            ongoing = nil
            return shell.requests(after: .editEnded)
        case .message(let level, let text):
            shell.announce(level, text)
            return []
        case .tick(let time):
            shell.now = time
            if let expires = shell.message?.expires, expires <= shell.now { shell.message = nil }
            return []
        }
    }

    /// Reports invalid settings; replaces the earlier report.
    private mutating func report(problems: [String], _ list: BookmarkList) -> [Effect] {
        let problems = problems + [problemOfColumns(list)].compactMap(\.self)
        shell.forget(.settings)
        guard let first = problems.first else { return [] }
        // The other problems may only follow from this one, or matter less.
        let more = grouped(problems.count - 1)
        shell.announce(.warning, about: .settings) {
            problems.count == 1 ? first : $0.text(first, .messages, to: "see \(more) more")
        }
        for problem in problems.dropFirst() { shell.note(.warning, problem) }
        return []
    }

    private mutating func handle(_ event: TerminalEvent, _ list: BookmarkList) -> [Effect] {
        switch event {
        case .key(let key):
            listView.stopAwaiting()
            listView.selection.lost = nil
            shell.pointer.lastClick = nil
            shell.pointer.lookedTops = [:]
            activities.imports.isAwaited = false
            listView.isMoving = false
            shell.forgetNewName()
            shell.awaitReturn(false)
            sidebar.awaitsReturn = false
            // Errors and answers to a key count as read when the next key is pressed.
            if shell.message?.level == .error || shell.message?.isReply == true,
                key != .control("l"),
                key != .control("z")
            {
                shell.message = nil
            }
            return press(key, list)
        case .paste(let text):
            if shell.message?.isReply == true { shell.message = nil }
            shell.pointer.lookedTops = [:]
            return paste(text, list)
        case .mouse(let action, let position):
            listView.stopAwaiting()
            return point(action, position, list)
        case .resize(let size):
            shell.size = size
            settle(in: list)
            followSize(list)
            return []
        case .resumed:
            return [.repaint]
        case .hangup, .terminate:
            return [.quit]
        case .wake:
            return []
        }
    }

    /// Performs an action, or reports why it is not possible now.
    mutating func start(_ action: Action, _ list: BookmarkList) -> [Effect] {
        // If the filter finds nothing to open, its key accepts the probable query.
        if action.id == .open, shell.context == .list, let effects = acceptMeantQuery() {
            return effects
        }
        if let reason = reasonAgainst(action, list) {
            shell.reply(reason, .warning)
            return []
        }
        return perform(action.id, list)
    }

    /// Handles a key in its context.
    mutating func press(_ key: Key, _ list: BookmarkList) -> [Effect] {
        let context = shell.context
        if let effects = pressInMenu(key) { return effects }
        if key == .enter, case .question(let question) = shell.modes.last, question.isYesUsual {
            return answer(true, list)
        }
        let isDeleted = hasDeletedTargets(list)
        if let action = shell.keys.started(by: key, in: context, onDeleted: isDeleted) {
            if key == .escape, action.id == .back, endKeptFilter(list) { return [] }
            return start(action, list)
        }
        // Right arrow at the end of the line accepts the suggestion.
        if Completion.isTaken(by: key), let effects = acceptOffer() { return effects }
        if let effects = typeInForm(key, list) { return effects }
        switch context {
        case .filter: return typeFilter(key)
        case .prompt: return typePrompt(key)
        case .question: return answer(false, list)
        case _ where shell.isPageFiltered: return typeInPageFilter(key, list)
        default:
            if let effects = chooseFromGreeting(key, list) { return effects }
            let name = key == .unknown ? "This key" : "The key \(key.name)"
            let help = shell.keys.name(of: .help, in: context)
            let next = help.map { "\($0) to see all keys" } ?? "the keys are below"
            shell.reply("\(name) does nothing here; \(next)")
            return []
        }
    }
}
