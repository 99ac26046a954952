import Bookmarks
import Screen

extension ScreenState {
    /// Shows the panes that the settings say. What a person did with a key counts where the
    /// settings leave it open.
    public mutating func setPanes(_ set: Panes) {
        var set = set
        if set.sidebar == .auto { set.sidebar = keptPanes.sidebar }
        if set.preview == .auto { set.preview = keptPanes.preview }
        (set.sidebarColumns, set.previewColumns) = (
            keptPanes.sidebarColumns, keptPanes.previewColumns
        )
        panes = set
    }

    /// Does what is about panes; `nil` for other actions.
    mutating func performOnPanes(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        switch action {
        case .nextPane, .previousPane:
            let panes = openPanes
            if panes.count == 1 { return action == .nextPane ? perform(.details, list) : [] }
            let step = action == .nextPane ? 1 : panes.count - 1
            focus = panes[((panes.firstIndex(of: focus) ?? 0) + step) % panes.count]
            return []
        case .toggleSidebar:
            let shows = paneFrames?.sidebar != nil
            panes.sidebar = shows ? .off : .on
            keptPanes.sidebar = panes.sidebar
            return sayIfHidden(!shows && paneFrames?.sidebar == nil)
        case .togglePreview:
            let shows = paneFrames?.preview != nil
            panes.preview = shows ? .off : .on
            keptPanes.preview = panes.preview
            return sayIfHidden(!shows && paneFrames?.preview == nil)
        default: return focus == .sidebar ? performInSidebar(action, list) : nil
        }
    }

    private mutating func sayIfHidden(_ isHidden: Bool) -> [Effect] {
        if isHidden { reply("The terminal is too small for another pane") }
        return []
    }

    /// Scrolls the preview, if keys go there; false where they do not.
    mutating func scrollPreview(_ action: ActionID, _ list: BookmarkList) -> Bool {
        guard focus == .preview, modes.isEmpty, let frame = paneFrames?.preview else {
            return false
        }
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
