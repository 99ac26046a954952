import Screen

/// Draws the menu of words: above the line in the lower half of the screen, else below it. The
/// message lines stay free.
func drawCompletionMenu(_ state: ScreenState, _ pen: inout Pen) {
    guard let cursor = pen.cursor, state.shell.hasRoomForMenu,
        let line = state.shell.completedLine
    else { return }
    let isAbove = cursor.row >= state.shell.size.rows / 2
    let messages = state.shell.screenLayout.message.lowerBound
    let end = isAbove ? min(cursor.row, messages) : messages
    let room = isAbove ? end - 1 : end - cursor.row - 1
    guard let menu = line.completion.menu(for: line.editor, rows: min(6, room)) else { return }
    let width = min(
        pen.columns / 2, 5 + (menu.words.map { pen.measure.width($0) }.max() ?? 0))
    let column = max(0, min(cursor.column - menu.typed - 2, pen.columns - width))
    for (index, word) in menu.words.enumerated() {
        let row = isAbove ? end - menu.words.count + index : cursor.row + 1 + index
        pen.write(String(repeating: " ", count: width), column: column, row: row)
        pen.write(pen.symbols.border.vertical, column: column, row: row, .focusedBorder)
        let right = column + width - 1
        pen.write(pen.symbols.border.vertical, column: right, row: row, .focusedBorder)
        let shown =
            word.contains("/")
            ? pen.measure.truncatedAtStart(word, to: width - 4, ellipsis: pen.symbols.ellipsis)
            : word
        pen.write(shown, column: column + 2, row: row, width: width - 4)
        pen.note(.complete(word), row: row, columns: column..<right + 1)
        if index == menu.chosen { pen.select(row: row, columns: column + 1..<right) }
    }
    pen.cursor = cursor
}
