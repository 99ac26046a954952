import Bookmarks
import Screen

extension ScreenState {
    /// Performs an action on panes; returns `nil` for other actions.
    mutating func performOnPanes(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        switch action {
        case .nextPane, .previousPane:
            if shell.openPanes.count == 1, shell.modes.isEmpty {
                return action == .nextPane ? perform(.details, list) : []
            }
            return goToPane(by: action == .nextPane ? 1 : -1)
        case .toggleSidebar:
            shell.toggle(.sidebar, \.sidebar)
            return []
        case .togglePreview:
            shell.toggle(.preview, \.preview)
            return []
        case .narrowPane, .widenPane:
            shell.resizePane(by: action == .widenPane ? Shell.paneStep : -Shell.paneStep)
            return []
        case .enterPreview:
            if shell.openPanes.contains(.preview) {
                shell.focus = .preview
            } else {
                shell.reply("There is no other pane here")
            }
            return []
        case .leavePreview:
            shell.focus = .list
            return []
        case .takeOther, .settle:
            return shell.context == .preview ? settleInPreview(action, list) : nil
        default: return shell.focus == .sidebar ? performInSidebar(action, list) : nil
        }
    }

    /// Moves the focus by a number of panes to the right. Pages stay unless another one replaces
    /// them.
    private mutating func goToPane(by step: Int) -> [Effect] {
        let panes = shell.openPanes
        guard panes.count > 1 else {
            shell.reply("There is no other pane here")
            return []
        }
        let isPageBeside = shell.paneFrames?.isPageBeside == true
        let from = panes.firstIndex(of: isPageBeside ? .preview : shell.focus) ?? 0
        let pane = panes[(from + step + panes.count) % panes.count]
        if shell.modes.isEmpty {
            shell.focus = pane
        } else if pane == .sidebar {
            shell.modes.removeAll()
            shell.focus = .sidebar
            return moveInSidebar(to: sidebar.choice.index)
        } else {
            if isPageBeside { shell.leavePagesBeside() }
            shell.focus = pane
        }
        return []
    }

    /// Scrolls the preview if it has the focus; returns `false` otherwise.
    mutating func scrollPreview(_ action: ActionID, _ list: BookmarkList) -> Bool {
        guard shell.focus == .preview,
            shell.context == .preview || shell.context == .previewBesidePage,
            let frame = shell.paneFrames?.preview
        else { return false }
        let rows = frame.inside.rows
        let count = previewLines(list, frame.inside).count
        scrollPreview(by: step(action, page: rows, all: count), list)
        return true
    }

    mutating func scrollPreview(by lines: Int, _ list: BookmarkList) {
        guard let frame = shell.paneFrames?.preview else { return }
        let count = previewLines(list, frame.inside).count
        let from = preview.scroll(of: count, frame.inside.rows)
        preview.scroll = max(0, from + lines)
        preview.scroll = preview.scroll(of: count, frame.inside.rows)
    }
}
