import Bookmarks
import Screen

extension ScreenState {
    /// A click selects a bookmark, another one shows it whole; the wheel scrolls.
    mutating func point(
        _ action: MouseAction, _ position: Position, _ list: BookmarkList
    ) -> [Effect] {
        lostSelection = nil
        if message?.isReply == true || message?.level == .error { message = nil }
        switch action {
        case .press: return click(position, list)
        case .wheelUp: scroll(by: -Self.wheelStep, in: list)
        case .wheelDown: scroll(by: Self.wheelStep, in: list)
        }
        return []
    }

    /// How many lines a step of the wheel scrolls.
    private static let wheelStep = 3

    private mutating func click(_ position: Position, _ list: BookmarkList) -> [Effect] {
        let layout = layout
        guard context == .list, !layout.isTiny, layout.rows.contains(position.row) else {
            return []
        }
        let row = (position.row - layout.rows.lowerBound) / layout.rowsPerBookmark
        let index = shownTop(self, list, layout) + row
        guard row < layout.page, index < list.count else { return [] }
        if list[index].id == selection.id { return perform(.details, list) }
        select(list[index].id, in: list)
        return []
    }

    private mutating func scroll(by lines: Int, in list: BookmarkList) {
        if let text = textLines() {
            let furthest = max(0, text.count - layout.text.count)
            scroll = min(max(0, min(scroll, furthest) + lines), furthest)
        } else if context == .list || context == .filter {
            scrollList(by: lines, in: list)
        }
    }
}
