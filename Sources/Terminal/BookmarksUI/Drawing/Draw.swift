public import Bookmarks
public import Screen

/// Draws the screen, at any size and for any state and list.
public func draw(_ state: ScreenState, list: BookmarkList) -> Canvas {
    drawn(state, list: list).canvas
}

/// Draws the screen, and collects the spots that can be clicked.
func drawn(
    _ state: ScreenState, list: BookmarkList, collectingSpots: Bool = false
) -> Pen {
    var pen = Pen(
        canvas: Canvas(size: state.shell.size), measure: state.shell.measure,
        symbols: state.shell.symbols,
        theme: state.shell.shownTheme, collectsSpots: collectingSpots)
    guard state.shell.size.rows > 0, state.shell.size.columns > 0 else { return pen }
    drawAll(state, list, &pen)
    pen.ground()
    return pen
}

private func drawAll(_ state: ScreenState, _ list: BookmarkList, _ pen: inout Pen) {
    let layout = state.shell.screenLayout
    if layout.isTiny { return drawTiny(state, list, layout, &pen) }
    drawTitle(state, list, &pen)
    if let frames = state.shell.paneFrames(layout) {
        drawPanes(frames, state, list, &pen)
    } else {
        drawMiddle(state.shell.page, state, list, layout, &pen)
    }
    drawBottom(state, list, layout, &pen)
    drawCompletionMenu(state, &pen)
}

/// Draws a page; without one, the list.
///
/// - Parameter looked: the first row to show, if a person has scrolled elsewhere.
func drawMiddle(
    _ page: (any Page)?, _ state: ScreenState, _ list: BookmarkList, _ layout: Layout,
    looked: Int? = nil, _ pen: inout Pen
) {
    let view = state.view(list, layout)
    switch page?.content {
    case .fields(let form): form.draw(layout.text, view, &pen)
    case .rows(let choices): draw(choices, layout.text, view, looked: looked, &pen)
    case .text(let text): draw(text, layout.text, view, &pen)
    case nil: drawList(state, list, layout, &pen)
    }
}

/// Draws the only line of a tiny screen: the question or the typed text, else the message, else the
/// selected bookmark. A text page takes all rows.
private func drawTiny(
    _ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen
) {
    if state.shell.hasPrompt {
        drawPrompt(state, 0, &pen)
        // The answer to the typed text is below it.
        for (line, row) in zip(
            state.shell.bottomLines().dropLast(), 1..<max(1, state.shell.size.rows))
        {
            if let line { pen.write(line, row: row) }
        }
        return
    }
    let isAnswer = state.shell.message?.depth == state.shell.modes.count
    if let form = state.shell.frontForm {
        form.drawTiny(state.view(list), &pen)
    } else if !isAnswer, case .rows(let choices) = state.shell.page?.content {
        draw(choices, layout.text, state.view(list), &pen)
    } else if !isAnswer, case .text(let text) = state.shell.page?.content {
        draw(text, layout.text, state.view(list), &pen)
    } else if let line = state.shell.bottomLines().first ?? nil {
        pen.write(line, row: 0)
    } else if let index = shownIndex(state, list) {
        let bookmark = list[index]
        let sign = bookmark.hasConflict ? pen.symbols.conflict : ""
        let mark = state.listView.isMarked(bookmark.id, at: index) ? pen.symbols.mark : " "
        pen.write(sign + ">" + mark + bookmark.title, column: 0, row: 0)
        pen.select(row: 0)
    } else {
        pen.write(" Cloudy", column: 0, row: 0, .title)
    }
}

/// Returns the index of the selected row, kept within the list even if the list has changed since
/// the last event.
func shownIndex(_ state: ScreenState, _ list: BookmarkList) -> Int? {
    list.count > 0 ? min(max(0, state.listView.selection.index), list.count - 1) : nil
}
