import Bookmarks
import Screen

extension ScreenState {
    /// Handles the mouse. A click on a hint, a menu, a heading or a tag has that effect. Elsewhere,
    /// it selects a bookmark; a second click shows its details, and a double click opens it. The
    /// wheel scrolls the pane under the pointer. A double click is two clicks on the same row
    /// shortly after each other.
    mutating func point(
        _ action: MouseAction, _ position: Position, _ list: BookmarkList
    ) -> [Effect] {
        listView.selection.lost = nil
        defer { if action == .press { shell.pointer.lookedTops = [:] } }
        if shell.message?.isReply == true || shell.message?.level == .error { shell.message = nil }
        if action == .press {
            shell.pointer.draggedBorder = nil
            if let click = click(at: position, list), let effects = carryOut(click, list) {
                shell.pointer.lastClick = nil
                return effects
            }
        }
        guard let frames = shell.paneFrames else { return pointInMiddle(action, position, list) }
        let depth = shell.modes.count
        if let effects = pointBeside(frames, action, position, list) { return effects }
        if action == .press, shell.modes.allSatisfy({ $0.page != nil }),
            frames.main.contains(position)
        {
            shell.focus = .list
        }
        let origin = (shell.paneFrames ?? frames).front.origin
        return pointInMiddle(
            action,
            Position(column: position.column - origin.column, row: position.row - origin.row),
            list, leftPage: shell.modes.count < depth)
    }

    /// Handles the mouse in the area of the list, or of the page in its place.
    ///
    /// - Parameter leftPage: whether the click has closed a page about the selected bookmark.
    private mutating func pointInMiddle(
        _ action: MouseAction, _ position: Position, _ list: BookmarkList, leftPage: Bool = false
    ) -> [Effect] {
        switch action {
        case .press: return click(position, list, leftPage: leftPage)
        case .drag: break
        case .wheelUp: scroll(by: -Self.wheelStep, in: list)
        case .wheelDown: scroll(by: Self.wheelStep, in: list)
        }
        return []
    }

    /// The number of lines per step of the wheel.
    static let wheelStep = 3

    /// The maximum time between the clicks of a double click, in seconds.
    private static let doubleClickTime = 0.4

    private mutating func click(
        _ position: Position, _ list: BookmarkList, leftPage: Bool
    ) -> [Effect] {
        let layout = shell.layout
        let line = (position.row - layout.rows.lowerBound) / layout.rowsPerBookmark
        let before = shell.pointer.lastClick.flatMap { last in
            shell.now - last.time <= Self.doubleClickTime && last.line == line ? last : nil
        }
        shell.pointer.lastClick = nil
        // The first click of a double click on the selected bookmark has shown its details.
        if let id = before?.id, shell.modes.last?.page?.bookmarkID == id {
            shell.leave()
            return openClicked(id, list)
        }
        guard !layout.isTiny else { return [] }
        if case .rows(let page) = shell.modes.last?.page?.content {
            let area = page.rowsArea(layout.text, view(list))
            return click(page, area, position.row, line, before, list)
        }
        guard shell.context == .list, layout.rows.contains(position.row) else { return [] }
        let index = shownTop(self, list, layout) + line
        guard line < layout.page, index < list.count else { return [] }
        let id = list[index].id
        if let top = shell.pointer.lookedTops[.list] { listView.selection.top = top }
        if let before, before.context == .list, before.id == id { return openClicked(id, list) }
        shell.pointer.lastClick = Click(
            context: .list, index: index, id: id, line: line, time: shell.now)
        if id == listView.selection.id { return leftPage ? [] : perform(.details, list) }
        select(id, in: list)
        return []
    }

    /// Handles a click on a page: it selects a row, and a double click acts like Enter.
    private mutating func click(
        _ page: any ChoicePage, _ area: Range<Int>, _ row: Int, _ line: Int, _ before: Click?,
        _ list: BookmarkList
    ) -> [Effect] {
        guard area.contains(row), let count = page.count else { return [] }
        var shown = page.choice
        shown.top = shown.top(
            count: count, page: area.count, looked: shell.pointer.lookedTops[.list])
        let index = shown.top + row - area.lowerBound
        guard index < count else { return [] }
        if let before, before.context == shell.context, before.index == index {
            return press(.enter, list)
        }
        shell.pointer.lastClick = Click(
            context: shell.context, index: index, id: nil, line: line, time: shell.now)
        shown.index = index
        change(page) { $0.choice = shown }
        return type(of: page).actsOnClick ? press(.enter, list) : []
    }

    private mutating func change(
        _ page: any ChoicePage, _ change: (inout any ChoicePage) -> Void
    ) {
        var page = page
        change(&page)
        shell.page = page
    }

    private mutating func openClicked(_ id: String, _ list: BookmarkList) -> [Effect] {
        picking == nil ? [.open(ids: [id])] : perform(.open, list)
    }

    private mutating func scroll(by lines: Int, in list: BookmarkList) {
        if let text = pageText(list) {
            let furthest = max(0, text.count - shell.layout.text.count)
            shell.scroll = min(max(0, min(shell.scroll, furthest) + lines), furthest)
        } else if case .rows(let page) = shell.page?.content {
            let room = max(1, page.rowsArea(shell.layout.text, view(list)).count)
            change(page) { $0.choice.scroll(by: lines, count: $0.count ?? 0, page: room) }
        } else if shell.modes.isEmpty || shell.context == .filter {
            listView.scroll(by: lines, in: list, page: shell.quietLayout.page)
        }
    }
}

/// The state that events of the mouse leave for the next events.
struct Pointer: Sendable, Hashable {
    /// The pane whose border is being dragged.
    var draggedBorder: Pane?
    /// The first row of each pane that was scrolled without the focus, until the next key or click.
    var lookedTops: [Pane: Int] = [:]
    /// The latest click; `nil` after a key.
    var lastClick: Click?
}

/// A click on a row.
struct Click: Sendable, Hashable {
    var context: ActionContext
    /// The index among all rows.
    var index: Int
    /// The bookmark of the list, if any.
    var id: String?
    /// The place on the screen, counted in rows of the list.
    var line: Int
    /// The time of the click, in seconds since 1970.
    var time: Double
}
