import Bookmarks
import Screen

// The wheel scrolls the pane under the pointer, even without the focus. Its selected row stays, and
// the next key shows it again.

extension ScreenState {
    /// Scrolls the list next to a page, or the page behind that page.
    mutating func lookAtMain(by lines: Int, _ list: BookmarkList) {
        guard let frame = shell.paneFrames?.main else { return }
        let layout = Layout(pane: frame.inside)
        if case .rows(let page) = shell.mainPage?.content {
            let rows = page.rowsArea(layout.text, view(list, layout)).count
            let count = page.count ?? 0
            let top = page.choice.top(
                count: count, page: rows, looked: shell.pointer.lookedTops[.list])
            shell.look(at: .list, top + lines, count, rows)
        } else if shell.mainPage == nil {
            let top = shownTop(self, list, layout)
            shell.look(at: .list, top + lines, list.count, layout.page)
        }
    }

    /// Scrolls the sidebar, which follows the list.
    mutating func lookAtSidebar(by lines: Int, _ rows: Int) {
        let count = sidebar.rows.count
        let top = sidebar.choice.top(
            count: count, page: rows, looked: shell.pointer.lookedTops[.sidebar])
        shell.look(at: .sidebar, top + lines, count, rows)
    }
}

extension Choice {
    /// Returns the first visible row of `count`, of which `page` fit.
    ///
    /// - Parameter looked: the first row to show, if the person has scrolled elsewhere.
    func top(count: Int, page: Int, looked: Int?) -> Int {
        if let looked { return min(max(0, looked), max(0, count - page)) }
        var shown = self
        shown.index = min(shown.index, max(0, count - 1))
        shown.keepInSight(count: count, page: page)
        return shown.top
    }
}

extension Shell {
    fileprivate mutating func look(at pane: Pane, _ top: Int, _ count: Int, _ rows: Int) {
        pointer.lookedTops[pane] = min(max(0, top), max(0, count - rows))
    }
}
