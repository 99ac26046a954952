import Bookmarks
import Screen

extension ScreenState {
    /// Shows the panes according to the settings. A person's choice by key counts if the settings
    /// leave it open.
    public mutating func setPanes(_ set: Panes) {
        var set = set
        if set.sidebar == .auto { set.sidebar = keptPanes.sidebar }
        if set.preview == .auto { set.preview = keptPanes.preview }
        (set.sidebarColumns, set.previewColumns) = (
            keptPanes.sidebarColumns, keptPanes.previewColumns
        )
        panes = set
    }

    /// Performs an action on panes; returns `nil` for other actions.
    mutating func performOnPanes(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        switch action {
        case .nextPane, .previousPane:
            if openPanes.count == 1, modes.isEmpty {
                return action == .nextPane ? perform(.details, list) : []
            }
            return goToPane(by: action == .nextPane ? 1 : -1, list)
        case .toggleSidebar:
            toggle(.sidebar, \.sidebar)
            return []
        case .togglePreview:
            toggle(.preview, \.preview)
            return []
        case .enterPreview:
            if openPanes.contains(.preview) {
                focus = .preview
            } else {
                reply("There is no other pane here")
            }
            return []
        case .leavePreview:
            focus = .list
            return []
        case .takeOther, .settle:
            return context == .preview ? settleInPreview(action, list) : nil
        default: return focus == .sidebar ? performInSidebar(action, list) : nil
        }
    }

    /// Moves the focus by a number of panes to the right. Pages stay unless another one replaces
    /// them.
    private mutating func goToPane(by step: Int, _ list: BookmarkList) -> [Effect] {
        let panes = openPanes
        guard panes.count > 1 else {
            reply("There is no other pane here")
            return []
        }
        let isPageBeside = paneFrames?.isPageBeside == true
        let from = panes.firstIndex(of: isPageBeside ? .preview : focus) ?? 0
        let pane = panes[(from + step + panes.count) % panes.count]
        if modes.isEmpty {
            focus = pane
        } else if pane == .sidebar {
            modes.removeAll()
            focus = .sidebar
            return moveInSidebar(to: sidebar.choice.index, list)
        } else {
            if isPageBeside { leavePagesBeside() }
            focus = pane
        }
        return []
    }

    /// Closes the pages next to the list that their bookmark was chosen from.
    mutating func leavePagesBeside() {
        while modes.last?.page?.bookmarkID != nil { leave() }
    }

    /// Shows or hides a pane, unless it has no room: then nothing changes, and a message says what
    /// it needs.
    private mutating func toggle(_ pane: Pane, _ showing: WritableKeyPath<Panes, Panes.Showing>) {
        let (before, hadPreview) = (panes, paneFrames?.preview != nil)
        let shows = paneFrames?.contains(pane) == true
        panes[keyPath: showing] = .auto
        // If the width alone gives this state, the choice stays automatic.
        if (paneFrames?.contains(pane) == true) == shows {
            panes[keyPath: showing] = shows ? .off : .on
        }
        guard shows || paneFrames?.contains(pane) == true else {
            panes = before
            return reply(reasonAgainst(pane), .warning)
        }
        keptPanes[keyPath: showing] = panes[keyPath: showing]
        if pane == .sidebar, hadPreview, paneFrames?.preview == nil {
            reply(reasonAgainst(.preview))
        }
    }

    /// Returns how many columns or rows a pane lacks.
    private func reasonAgainst(_ pane: Pane) -> String {
        guard Layout(size).middle.count >= PaneFrames.leastRows else {
            return "A pane needs \(PaneFrames.leastRows + 3) rows; this terminal has \(size.rows)"
        }
        let name = pane == .sidebar ? "The sidebar" : "The preview"
        let sidebar = pane == .preview ? paneFrames?.sidebar?.columns.count ?? 0 : 0
        let own = pane == .sidebar ? PaneFrames.leastSidebar : PaneFrames.leastPreview
        let beside = sidebar > 0 ? " beside the list and the sidebar" : " beside the list"
        let needs = "\(name) needs \(sidebar + PaneFrames.leastList + own) columns" + beside
        let has = needs + "; this terminal has \(size.columns)"
        return sidebar > 0 ? text(has, .toggleSidebar, to: "hide the sidebar") : has
    }

    /// Scrolls the preview if it has the focus; returns `false` otherwise.
    mutating func scrollPreview(_ action: ActionID, _ list: BookmarkList) -> Bool {
        guard focus == .preview, context == .preview || context == .previewBesidePage,
            let frame = paneFrames?.preview
        else { return false }
        let rows = frame.inside.rows
        let count = previewLines(list, frame.inside).count
        scrollPreview(by: step(action, page: rows, all: count), list)
        return true
    }

    mutating func scrollPreview(by lines: Int, _ list: BookmarkList) {
        guard let frame = paneFrames?.preview else { return }
        let count = previewLines(list, frame.inside).count
        let from = preview.scroll(of: count, frame.inside.rows)
        preview.scroll = max(0, from + lines)
        preview.scroll = preview.scroll(of: count, frame.inside.rows)
    }
}
