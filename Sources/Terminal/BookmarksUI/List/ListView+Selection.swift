import Bookmarks
import Screen

extension ListView {
    /// Finds the selected bookmark again after the list may have changed.
    ///
    /// The selected row stays in place on the screen when rows above it are added or removed. Only
    /// at the top of the list, new rows push the others down, so that they are visible.
    ///
    /// - Parameter page: the number of bookmarks that fit on the screen.
    mutating func settle(in list: BookmarkList, page: Int) {
        settleMarks(in: list)
        let isNewQuery = list.query != query
        query = list.query
        if isNewQuery {
            // A reopened list restores its former selection.
            selection.awaitsBest = list.isRanked && !list.query.isEmpty && selection.awaited == nil
        }
        // If the best answers come first, the best one is selected; it may not be loaded yet.
        let isFresh = isNewQuery || selection.awaitsBest
        if selection.awaitsBest {
            selection.id = nil
            selection.awaitsBest = list.isPartial
        }
        guard list.count > 0 else {
            // The id stays, so that clearing the filter restores the selection.
            selection.index = 0
            selection.top = 0
            if !isFresh, selection.id != nil { selection.lost = selection.id }
            if list.total == 0 { selection.id = nil }
            if !list.isPartial { selection.awaited = nil }
            return
        }
        if let id = selection.id, let index = list.index(of: id, near: selection.index) {
            if selection.top > 0, !isMoving { selection.top += index - selection.index }
            selection.index = index
        } else {
            if !isFresh { selection.lost = selection.id }
            selection.index = isFresh ? 0 : min(max(0, selection.index), list.count - 1)
            selection.id = list[selection.index].id
        }
        showSelection(in: list, page: page)
        selectAwaited(list, page: page)
    }

    /// Selects a bookmark when the list has it, unless the person moves first. If the bookmark is
    /// gone, the selection stays at the top.
    public mutating func selectWhenLoaded(_ id: String) { selection.awaited = id }

    private mutating func selectAwaited(_ list: BookmarkList, page: Int) {
        guard let id = selection.awaited else { return }
        let isThere = select(id, in: list, page: page)
        if isThere || !list.isPartial { selection.awaited = nil }
        guard isThere else { return }
        // The rows around it are visible, too.
        selection.top = selection.index - page / 2
        showSelection(in: list, page: page)
    }

    /// Forgets the bookmark to select later, because the person acts first.
    mutating func stopAwaiting() {
        selection.awaited = nil
        selection.awaitsBest = false
    }

    /// Selects a bookmark; returns `false` if the list doesn't show it.
    @discardableResult
    mutating func select(_ id: String?, in list: BookmarkList, page: Int) -> Bool {
        guard let id, let index = list.index(of: id, near: selection.index) else { return false }
        selection.id = id
        selection.index = index
        showSelection(in: list, page: page)
        return true
    }

    /// Moves the selection down by a number of rows, at most to the last row.
    mutating func moveSelection(by rows: Int, in list: BookmarkList, page: Int) {
        guard list.count > 0 else { return }
        selection.index = min(max(0, selection.index + rows), list.count - 1)
        selection.id = list[selection.index].id
        showSelection(in: list, page: page)
    }

    /// Scrolls the list by a number of rows; the selection stays on the screen.
    mutating func scroll(by rows: Int, in list: BookmarkList, page: Int) {
        guard list.count > 0 else { return }
        selection.top = min(max(0, selection.top + rows), max(0, list.count - page))
        let last = min(selection.top + page, list.count) - 1
        selection.index = min(max(selection.top, selection.index), last)
        selection.id = list[selection.index].id
        showSelection(in: list, page: page)
    }

    /// Scrolls as little as necessary to show the selected row, and leaves no room below the last
    /// one.
    private mutating func showSelection(in list: BookmarkList, page: Int) {
        var top = min(max(0, selection.top), max(0, list.count - page))
        if selection.index < top { top = selection.index }
        if selection.index >= top + page { top = selection.index - page + 1 }
        selection.top = top
    }
}

extension ScreenState {
    /// Finds the selected bookmark again after the list may have changed. Another query also ends
    /// the message about the filter, and the following of renames.
    mutating func settle(in list: BookmarkList) {
        if list.query != listView.query {
            shell.forget(.filter)
            let query = list.query
            if !renames.contains(where: { $0.old == query || $0.new == query }) { renames = [] }
        }
        listView.settle(in: list, page: shell.quietLayout.page)
    }

    /// Selects a bookmark; returns `false` if the list doesn't show it.
    @discardableResult
    mutating func select(_ id: String?, in list: BookmarkList) -> Bool {
        listView.select(id, in: list, page: shell.quietLayout.page)
    }
}
