import Bookmarks
import Screen

extension ScreenState {
    /// A click selects a bookmark, another one shows it whole, and two at once open it; the wheel
    /// scrolls.
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

    /// As many seconds may lie between the two clicks of a double click.
    private static let doubleClickTime = 0.4

    private mutating func click(_ position: Position, _ list: BookmarkList) -> [Effect] {
        let before = lastClick.flatMap { now - $0.time <= Self.doubleClickTime ? $0.id : nil }
        lastClick = nil
        // The first click of two on the selected bookmark has shown its details.
        if let before, context == .detail, detail?.id == before {
            leave()
            return openClicked(before, list)
        }
        let layout = layout
        guard context == .list, !layout.isTiny, layout.rows.contains(position.row) else {
            return []
        }
        let row = (position.row - layout.rows.lowerBound) / layout.rowsPerBookmark
        let index = shownTop(self, list, layout) + row
        guard row < layout.page, index < list.count else { return [] }
        let id = list[index].id
        if id == before { return openClicked(id, list) }
        lastClick = (id, now)
        if id == selection.id { return perform(.details, list) }
        select(id, in: list)
        return []
    }

    private mutating func openClicked(_ id: String, _ list: BookmarkList) -> [Effect] {
        picking == nil ? [.open(ids: [id])] : perform(.open, list)
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
