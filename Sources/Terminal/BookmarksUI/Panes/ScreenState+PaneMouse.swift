import Bookmarks
import Screen

extension ScreenState {
    /// Handles the mouse in a pane next to the list; returns `nil` for other places.
    mutating func pointBeside(
        _ frames: PaneFrames, _ action: MouseAction, _ position: Position, _ list: BookmarkList
    ) -> [Effect]? {
        if action == .drag { return shell.drag(to: position.column, frames) }
        // The width of a page next to the list is not a choice about the preview.
        if action == .press, let border = frames.border(at: position),
            !(border == .preview && frames.isPageBeside)
        {
            shell.pointer.draggedBorder = border
            return []
        }
        if let frame = frames.sidebar, frame.contains(position) {
            // A click closes the page next to the list, but no prompt, question or form.
            let isClick = action == .press
            guard !isClick || shell.mayLeaveAll else { return [] }
            if isClick { shell.modes.removeAll() }
            return pointInSidebar(frame, action, position)
        }
        if frames.isPageBeside {
            guard frames.main.contains(position) else { return nil }
            guard shell.modes.last?.page != nil else { return [] }
            switch action {
            case .press:
                // A click closes the page, as in the sidebar, and applies to the visible row.
                let top = shell.pointer.lookedTops[.list]
                shell.leavePagesBeside()
                shell.pointer.lookedTops[.list] = top
                return nil
            case .drag: break
            case .wheelUp: lookAtMain(by: -Self.wheelStep, list)
            case .wheelDown: lookAtMain(by: Self.wheelStep, list)
            }
            return []
        }
        guard let frame = frames.preview, frame.contains(position) else { return nil }
        switch action {
        case .press: if shell.openPanes.contains(.preview) { shell.focus = .preview }
        case .drag: break
        case .wheelUp: scrollPreview(by: -Self.wheelStep, list)
        case .wheelDown: scrollPreview(by: Self.wheelStep, list)
        }
        return []
    }

    private mutating func pointInSidebar(
        _ frame: PaneFrames.Frame, _ action: MouseAction, _ position: Position
    ) -> [Effect] {
        let count = sidebar.rows.count
        switch action {
        case .press:
            let top = sidebar.choice.top(
                count: count, page: frame.inside.rows, looked: shell.pointer.lookedTops[.sidebar])
            let index = top + position.row - frame.origin.row
            guard position.row >= frame.origin.row, index < count else { return [] }
            shell.focus = .sidebar
            sidebar.choice.top = top
            // A click on the selected folder opens or closes it.
            if index == sidebar.choice.index { _ = sidebar.toggle() }
            return moveInSidebar(to: index)
        case .drag: return []
        case .wheelUp: return scrollSidebar(by: -Self.wheelStep)
        case .wheelDown: return scrollSidebar(by: Self.wheelStep)
        }
    }

    /// Scrolls the sidebar, and the list follows its selected row. While another pane has the
    /// focus, the sidebar follows the list, and its selected row stays.
    private mutating func scrollSidebar(by lines: Int) -> [Effect] {
        let rows = shell.paneFrames?.sidebar?.inside.rows ?? 1
        guard shell.focus == .sidebar else {
            lookAtSidebar(by: lines, rows)
            return []
        }
        sidebar.choice.scroll(by: lines, count: sidebar.rows.count, page: rows)
        return moveInSidebar(to: sidebar.choice.index)
    }
}
