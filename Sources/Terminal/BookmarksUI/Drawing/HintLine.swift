import Bookmarks
import Screen

/// Draws the line of keys. On a narrow screen, whole hints with the lowest priority are left out,
/// so that no hint is cut.
func drawHints(_ state: ScreenState, _ list: BookmarkList, _ row: Int, _ pen: inout Pen) {
    var hints = hints(of: state, list)
    var widths = hints.map { pen.measure.width($0.key) + pen.measure.width($0.label) + 3 }
    var width = widths.reduce(-1, +)
    while width > pen.columns, let least = hints.indices.min(by: { hints[$0] < hints[$1] }) {
        hints.remove(at: least)
        width -= widths.remove(at: least)
    }
    var column = 1
    for hint in hints {
        let start = column
        column = pen.write(hint.key, column: column, row: row, .hintKey) + 1
        column = pen.write(hint.label, column: column, row: row, .faint) + 2
        pen.note(.start(hint.id), row: row, columns: start..<column - 2)
    }
}

/// A key and its action.
struct Hint: Comparable {
    var id: ActionID
    var key: String
    var label: String
    var priority: Int

    static func < (a: Hint, b: Hint) -> Bool { a.priority < b.priority }

    /// Whether the hint is at the end of the line, as on every screen.
    fileprivate var isLast: Bool { id == .back || id == .help || id == .quit }
}

/// Returns the possible actions, the most important first; those for going back, help and quitting
/// come last.
func hints(of state: ScreenState, _ list: BookmarkList) -> [Hint] {
    let context = state.shell.context
    let isMenuOpen = state.shell.isMenuOpen
    let marked = state.markedCount(list)
    // A condition that several actions share is checked once.
    var answers: [ActionNeed: Bool] = [:]
    func canBeDone(_ action: Action) -> Bool {
        let isOwn = action.id == .markHit || action.need == .page
        if !isOwn, let answer = answers[action.need] { return answer }
        let answer = state.reasonAgainst(action, list) == nil
        if !isOwn { answers[action.need] = answer }
        return answer
    }
    let actions = state.shell.keys.actions
    // A menu has its own keys; few other actions exist in one context.
    let candidates = isMenuOpen ? actions.hinted : actions.hinted(in: context)
    let hints = candidates.compactMap { action -> Hint? in
        guard let hint = action.hint, hint.belongs(to: context),
            let key = isMenuOpen
                ? state.keyWithMenu(of: action)
                : state.key(of: action),
            let label = state.label(of: action, hint, marked: marked, list), canBeDone(action),
            action.id != .undo
                || state.shell.undoOffer.coversLatestChange
                    && state.shell.modes.last?.page?.offersUndo != false,
            // The line above names the orders.
            context != .sortMenu || action.id == .closeMenu,
            action.id != .readOn || state.hasMoreBelow(list)
        else { return nil }
        let isOfMarked = marked > 0 && state.isAboutMarks(action)
        return Hint(
            id: action.id, key: state.shell.symbols.name(of: key), label: label,
            priority: isOfMarked ? hint.priorityOfMarked ?? hint.priority : hint.priority)
    }
    // Equal hints stay in the order of the table.
    return hints.filter { !$0.isLast }.sorted { $1 < $0 } + hints.filter(\.isLast)
}

extension ScreenState {
    /// Returns the key of an action for its hint.
    fileprivate func key(of action: Action) -> Key? {
        let keys = shell.keys.keys(of: action, in: shell.context)
        // A person who pressed Esc by mistake presses it again.
        if action.id == .no, shell.textAnswers != nil, keys.contains(.escape) { return .escape }
        return keys.first
    }

    /// Returns the key of an action while a menu of suggestions is open, which takes keys first.
    fileprivate func keyWithMenu(of action: Action) -> Key? {
        if shell.canBeDoneInMenu(action.id),
            let key = shell.keys.keys(of: action, in: .completion).first
        {
            return key
        }
        return shell.keys.keys(of: action, in: shell.context).first { key in
            guard let other = shell.keys.started(by: key, in: .completion) else { return true }
            return !shell.canBeDoneInMenu(other.id)
        }
    }

    /// Whether an action is about the marks on the screen in front.
    fileprivate func isAboutMarks(_ action: Action) -> Bool {
        guard shell.isAmongBookmarks || shell.frontBookmarks != nil else { return false }
        let marks = shell.frontBookmarks?.marks ?? listView.marks
        return !marks.isEmpty
            && (action.need.isOfTargets || action.id == .clear || action.id == .markRange
                || shell.frontBookmarks != nil && action.need == .deleted)
    }

    /// Returns the current word for an action; `nil` if the hint would repeat another.
    fileprivate func label(
        of action: Action, _ hint: ActionHint, marked: Int, _ list: BookmarkList
    ) -> String? {
        if let label = pickLabel(of: action.id) { return label }
        switch action.id {
        // Nothing can be marked when picking one bookmark, and people seldom mark while they
        // filter.
        case .markHit where asksForMoreNames: return "more"
        case .markHit where shell.isMenuOpen && shell.isWhole: return nil
        case .markHit where takesOffer || shell.isMenuOpen: return "complete"
        case .markHit: return picking == .several ? "mark" : nil
        case .mark where picking == .one: return nil
        case .nextPane where shell.openPanes.count == 1: return nil
        case .enterPreview
        where !shell.openPanes.contains(.preview) || shell.page?.previewed == nil:
            return nil
        case .yes: return shell.textAnswers?.yes ?? hint.label
        case .no: return shell.textAnswers == nil ? hint.label : "keep"
        case .down: return previewScrolls(list) ? hint.label : nil
        // Esc ends a filter or a search of the page first.
        case .back where key(of: action) == .escape && keepsFilter: return "clear"
        case .nextItem, .previousItem: guard hasOthers(list) else { return nil }
        case .takeOther where shell.modes.isEmpty:
            return labelOfTakingInPreview(hint.label, list)
        default: break
        }
        if case .prompt(let prompt) = shell.modes.last {
            switch action.id {
            case .enterPrompt: return prompt.purpose.verb(for: prompt)
            // Without words, or at the longest one, the key does nothing.
            case .complete where prompt.completion == nil || shell.isWhole:
                return shell.canAskForMore ? "more" : nil
            case .nextWord where !shell.isMenuOpen: return nil
            default: return hint.label
            }
        }
        if shell.context == .sidebar { return sidebarLabel(of: action, hint, list) }
        if shell.isAmongBookmarks || shell.frontBookmarks != nil {
            return listLabel(of: action, hint, marked: marked)
        }
        guard let page = shell.modes.last?.page else { return hint.label }
        return page.label(of: action.id, hint.label)
    }

    /// Whether a page about a bookmark can go to another bookmark.
    private func hasOthers(_ list: BookmarkList) -> Bool {
        guard shell.modes.last?.page?.bookmarkID != nil else { return true }
        return shell.bookmarksPage.map { ($0.count ?? 0) > 1 } ?? (list.count > 1)
    }

    /// Whether a text continues below the screen.
    fileprivate func hasMoreBelow(_ list: BookmarkList) -> Bool {
        guard let count = pageText(list)?.count else { return false }
        let room = shell.layout.text.count
        return min(max(0, shell.scroll), max(0, count - room)) + room < count
    }

    /// Returns the word for an action in the list, or among deleted bookmarks, which depends on
    /// marks.
    private func listLabel(of action: Action, _ hint: ActionHint, marked: Int) -> String? {
        let marks = shell.frontBookmarks?.marks ?? listView.marks
        return switch action.id {
        case .markRange: marks.anchor == nil ? nil : hint.label
        case .clear: marks.isEmpty ? nil : hint.label
        // While a range is marked, the line shows the actions for it.
        case .add, .filter, .filterDeleted: marks.anchor == nil ? hint.label : nil
        case _ where marked > 0 && isAboutMarks(action): "\(hint.label) \(grouped(marked))"
        default: hint.label
        }
    }
}

extension Symbols {
    /// Returns the name of a key, or its sign if it has one.
    func name(of key: Key) -> String {
        switch key {
        case .enter: enter
        case .up: up
        case .down: down
        case .left: left
        case .right: right
        default: key.name
        }
    }
}
