import Screen

/// Draws a prompt with the longest label that leaves half of the line for the typed text, and the
/// rest of the suggestion in a faint style.
func draw(_ prompt: Prompt, _ row: Int, _ symbols: Symbols, _ pen: inout Pen) {
    let margin = row == 0 ? 0 : 1
    let width = pen.columns - margin
    let room = width / 2
    let label = prompt.purpose.labels(symbols).first { pen.measure.width($0) <= room } ?? ""
    let start = pen.write(label, column: margin, row: row, .hintKey)
    pen.write(
        prompt.editor, column: start, row: row, width: pen.columns - start - margin,
        isFocused: true)
    guard let offer = prompt.completion?.offer(for: prompt.editor), let cursor = pen.canvas.cursor
    else { return }
    pen.write(offer.rest, column: cursor.column, row: row, .suggestion)
}
