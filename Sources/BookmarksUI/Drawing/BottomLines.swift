import Bookmarks
import Screen

/// The lines at the bottom: what was said or is asked, and below it what can be pressed. A screen
/// with few rows has one line for both.
func drawBottom(
    _ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen
) {
    let hasPrompt = drawPrompt(state, layout.message, &pen)
    if !hasPrompt, let message = state.message { draw(message, layout.message, &pen) }
    if layout.hints != layout.message || (!hasPrompt && state.message == nil) {
        drawHints(state, list, layout.hints, &pen)
    }
}

/// Draws a message, with its hint at the end of it or, when the text is long, at the end of the
/// line.
func draw(_ message: Message, _ row: Int, _ pen: inout Pen) {
    let sign = message.level == .info ? "" : pen.symbols.alert + " "
    let isTiny = Layout(pen.canvas.size).isTiny
    let hint = isTiny ? "" : message.hint.map { "   " + $0 } ?? ""
    let hintWidth = pen.measure.width(hint)
    let margin = isTiny ? 0 : 1
    let room = pen.columns - margin - hintWidth
    let end = pen.write(
        sign + message.text, column: margin, row: row, width: max(0, room), message.level.role)
    pen.write(hint, column: end, row: row, .hintKey)
}

/// Draws what waits for an answer; returns false if nothing does.
@discardableResult
func drawPrompt(_ state: ScreenState, _ row: Int, _ pen: inout Pen) -> Bool {
    let margin = Layout(state.size).isTiny ? 0 : 1
    let width = pen.columns - margin
    switch state.modes.last {
    case .filter(let prompt):
        let start = pen.write("/", column: margin, row: row, .hintKey)
        pen.write(prompt.editor, column: start, row: row, width: width - 1, isFocused: true)
    case .help(let help) where help.isFiltering:
        let start = pen.write("/", column: margin, row: row, .hintKey)
        pen.write(help.editor, column: start, row: row, width: width - 1, isFocused: true)
    case .question(let question):
        let tail = " [y/N] "
        let room = width - pen.measure.width(tail)
        let text = question.text(state.symbols)
        var end = pen.write(text, column: margin, row: row, width: max(0, room), .warning)
        end = pen.write(tail, column: end, row: row, .hintKey)
        pen.canvas.cursor = Position(column: min(end, pen.columns - 1), row: row)
    case .sortMenu:
        pen.write(
            "Sort by (a)dded (m)odified (n)ame (u)rl", column: margin, row: row, width: width,
            .hintKey)
    case nil, .detail, .form, .help, .messages:
        return false
    }
    return true
}
