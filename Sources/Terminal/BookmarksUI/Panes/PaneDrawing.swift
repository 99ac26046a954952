import Bookmarks
import Screen

/// Draws the panes of a wide screen.
func drawPanes(
    _ frames: PaneFrames, _ state: ScreenState, _ list: BookmarkList, _ pen: inout Pen
) {
    if let frame = frames.sidebar {
        draw(frame, "Library", isFocused: state.shell.focus == .sidebar, &pen) { pen in
            state.sidebar.draw(
                state.view(list), isFocused: state.shell.focus == .sidebar,
                looked: state.shell.pointer.lookedTops[.sidebar], &pen)
        }
    }
    let main = state.shell.mainPage
    draw(
        frames.main, state.title(of: main, list), state.sortTitle(main, list),
        state.sortClicks(list), isFocused: state.shell.focus == .list && !frames.isPageBeside, &pen
    ) { pen in
        drawMiddle(
            main, state, list, Layout(pane: frames.main.inside),
            looked: state.shell.pointer.lookedTops[.list],
            &pen)
    }
    guard let frame = frames.preview else { return }
    if frames.isPageBeside, let page = state.shell.page {
        draw(frame, state.title(of: page, list), isFocused: true, &pen) { pen in
            drawMiddle(page, state, list, Layout(pane: frame.inside), &pen)
        }
    } else {
        draw(frame, "Preview", isFocused: state.shell.focus == .preview, &pen) { pen in
            drawPreview(state, list, frame.inside, &pen)
        }
    }
}

private func drawPreview(
    _ state: ScreenState, _ list: BookmarkList, _ size: Size, _ pen: inout Pen
) {
    let lines = state.previewLines(list, size, limit: state.preview.scroll + size.rows)
    let shown = lines.dropFirst(state.preview.scroll(of: lines.count, size.rows))
    for (line, row) in zip(shown, 0..<size.rows) { pen.write(line, row: row) }
}

/// Draws a pane: its border or heading, and its contents, which `body` draws.
private func draw(
    _ frame: PaneFrames.Frame, _ title: String, _ end: String = "",
    _ clicks: (name: Spot.Click, sign: Spot.Click)? = nil, isFocused: Bool, _ pen: inout Pen,
    _ body: (inout Pen) -> Void
) {
    pen.draw(at: frame.origin, frame.inside, body)
    let role: Role = isFocused ? .focusedBorder : .border
    if frame.hasBorder { drawBorder(frame, role, &pen) }
    let room = frame.columns.count - (frame.hasBorder ? 4 : 2)
    let column = frame.columns.lowerBound + (frame.hasBorder ? 2 : 1)
    let shown = frame.hasBorder ? " \(title) " : title
    let endRoom = pen.measure.width(end) + 2
    if !end.isEmpty, room > pen.measure.width(title) + endRoom + 4 {
        let last = frame.columns.upperBound - (frame.hasBorder ? 2 : 1)
        let row = frame.rows.lowerBound
        let start = pen.write(" \(end) ", endingAt: last, row: row, .label)
        // The sign reverses the order that the name shows.
        let sign = last - 1 - (end.last.map { pen.measure.width(String($0)) } ?? 0)
        pen.note(clicks?.name, row: row, columns: start..<sign)
        pen.note(clicks?.sign, row: row, columns: sign..<last)
    }
    if room > 3 {
        let start = column - (frame.hasBorder ? 1 : 0)
        let end = pen.write(
            shown, column: start, row: frame.rows.lowerBound, width: room,
            isFocused ? .focusedLabel : .label)
        // Borders and colors may be off.
        if isFocused { pen.select(row: frame.rows.lowerBound, columns: start..<end) }
    }
}

private func drawBorder(_ frame: PaneFrames.Frame, _ role: Role, _ pen: inout Pen) {
    let line = pen.symbols.border
    let (left, right) = (frame.columns.lowerBound, frame.columns.upperBound - 1)
    let (top, bottom) = (frame.rows.lowerBound, frame.rows.upperBound - 1)
    for (start, end, row) in [
        (line.topLeft, line.topRight, top), (line.bottomLeft, line.bottomRight, bottom),
    ] {
        pen.write(start, column: left, row: row, role)
        pen.fill(
            line.horizontal, columns: left + 1..<max(left + 1, right), rows: row..<row + 1, role)
        pen.write(end, column: right, row: row, role)
    }
    for column in [left, right] {
        pen.fill(
            line.vertical, columns: column..<column + 1, rows: top + 1..<max(top + 1, bottom), role)
    }
}

extension ScreenState {
    /// Returns the heading of a pane: the page's, or the number of bookmarks in the list.
    fileprivate func title(of page: (any Page)?, _ list: BookmarkList) -> String {
        // With the gaps of the title line.
        if let page { return page.heading(in: view(list)).joined(separator: "  ") }
        return shell.filterMistake == nil ? "Bookmarks  \(grouped(list.count))" : "Bookmarks"
    }

    /// Returns the effects of a click on the name and on the sign of the order.
    fileprivate func sortClicks(_ list: BookmarkList) -> (name: Spot.Click, sign: Spot.Click)? {
        shell.modes.isEmpty ? (.start(.sort), .sort(list.order.field)) : nil
    }

    /// Returns the order of the list, for the other end of that heading.
    fileprivate func sortTitle(_ page: (any Page)?, _ list: BookmarkList) -> String {
        guard page == nil, list.count > 0, shell.filterMistake == nil else { return "" }
        if list.hasGuessed { return "Guesses" }
        let order = list.shownOrder
        let name = order.field.heading ?? (order.field == .name ? "Name" : "URL")
        return "\(name) \(order.isDescending ? shell.symbols.descending : shell.symbols.ascending)"
    }
}
