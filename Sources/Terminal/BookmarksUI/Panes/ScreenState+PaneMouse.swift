import Bookmarks
import Screen

extension ScreenState {
    /// Does what the mouse does in a pane beside the list; `nil` for other places.
    mutating func pointBeside(
        _ frames: PaneFrames, _ action: MouseAction, _ position: Position, _ list: BookmarkList
    ) -> [Effect]? {
        if action == .drag { return drag(to: position.column, frames) }
        // The width of a page beside the list is no choice about the preview.
        if action == .press, let border = frames.border(at: position),
            !(border == .preview && frames.isPageBeside)
        {
            draggedBorder = border
            return []
        }
        if let frame = frames.sidebar, frame.contains(position) {
            // A click leaves the page beside it, but nothing that is typed or asked.
            let isClick = action == .press
            guard !isClick || modes.allSatisfy({ $0.page != nil }) else { return [] }
            if isClick { modes.removeAll() }
            return pointInSidebar(frame, action, position, list)
        }
        if frames.isPageBeside {
            guard frames.main.contains(position) else { return nil }
            // A click leaves the page, as in the sidebar.
            guard action == .press, modes.last?.page != nil else { return [] }
            leavePagesBeside()
            return nil
        }
        guard let frame = frames.preview, frame.contains(position) else { return nil }
        switch action {
        case .press: if openPanes.contains(.preview) { focus = .preview }
        case .drag: break
        case .wheelUp: scrollPreview(by: -Self.wheelStep, list)
        case .wheelDown: scrollPreview(by: Self.wheelStep, list)
        }
        return []
    }

    /// Makes the pane whose border is held wider or narrower.
    private mutating func drag(to column: Int, _ frames: PaneFrames) -> [Effect] {
        switch draggedBorder {
        case .sidebar:
            let room = size.columns - PaneFrames.leastList - (frames.preview?.columns.count ?? 0)
            panes.sidebarColumns = min(max(PaneFrames.leastSidebar, column + 1), room)
            keptPanes.sidebarColumns = panes.sidebarColumns
        case .preview:
            let room = size.columns - PaneFrames.leastList - (frames.sidebar?.columns.count ?? 0)
            panes.previewColumns = min(max(PaneFrames.leastPreview, size.columns - column), room)
            keptPanes.previewColumns = panes.previewColumns
        case .list, nil: break
        }
        return []
    }

    private mutating func pointInSidebar(
        _ frame: PaneFrames.Frame, _ action: MouseAction, _ position: Position,
        _ list: BookmarkList
    ) -> [Effect] {
        let count = sidebar.rows.count
        switch action {
        case .press:
            let index = sidebar.choice.top + position.row - frame.origin.row
            guard position.row >= frame.origin.row, index < count else { return [] }
            focus = .sidebar
            // A click on the selected folder opens or closes it.
            if index == sidebar.choice.index { _ = sidebar.toggle() }
            return moveInSidebar(to: index, list)
        case .drag: return []
        case .wheelUp: return scrollSidebar(by: -Self.wheelStep, list)
        case .wheelDown: return scrollSidebar(by: Self.wheelStep, list)
        }
    }

    /// Scrolls the sidebar, and the list follows the row that is selected then. While keys go
    /// elsewhere, the sidebar follows the list, and stays.
    private mutating func scrollSidebar(by lines: Int, _ list: BookmarkList) -> [Effect] {
        guard focus == .sidebar else { return [] }
        let rows = paneFrames?.sidebar?.inside.rows ?? 1
        sidebar.choice.scroll(by: lines, count: sidebar.rows.count, page: rows)
        return moveInSidebar(to: sidebar.choice.index, list)
    }
}
