import Bookmarks
import Screen

extension ScreenState {
    /// Does what the mouse does in a pane beside the list; `nil` for other places.
    mutating func pointBeside(
        _ frames: PaneFrames, _ action: MouseAction, _ position: Position, _ list: BookmarkList
    ) -> [Effect]? {
        if let frame = frames.sidebar, frame.contains(position) {
            // Beside a page the sidebar only shows.
            return modes.isEmpty ? pointInSidebar(frame, action, position, list) : []
        }
        guard let frame = frames.preview, frame.contains(position) else { return nil }
        switch action {
        case .press: if modes.isEmpty { focus = .preview }
        case .wheelUp: scrollPreview(by: -Self.wheelStep, list)
        case .wheelDown: scrollPreview(by: Self.wheelStep, list)
        }
        return []
    }

    private mutating func pointInSidebar(
        _ frame: PaneFrames.Frame, _ action: MouseAction, _ position: Position,
        _ list: BookmarkList
    ) -> [Effect] {
        let count = sidebar.rows.count
        let rows = frame.inside.rows
        switch action {
        case .press:
            let index = sidebar.choice.top + position.row - frame.origin.row
            guard position.row >= frame.origin.row, index < count else { return [] }
            focus = .sidebar
            // A click on the selected folder opens or closes it.
            if index == sidebar.choice.index { _ = sidebar.toggle() }
            return moveInSidebar(to: index, list)
        case .wheelUp: sidebar.choice.scroll(by: -Self.wheelStep, count: count, page: rows)
        case .wheelDown: sidebar.choice.scroll(by: Self.wheelStep, count: count, page: rows)
        }
        return []
    }
}
