import Screen

/// Draws a prompt with the longest label that leaves half of the line for the typed text, and the
/// rest of the suggestion in a faint style.
func draw(_ prompt: Prompt, _ row: Int, _ shell: Shell, _ pen: inout Pen) {
    let margin = row == 0 ? 0 : 1
    let width = pen.columns - margin
    let room = width / 2
    let label = prompt.purpose.labels(shell.symbols).first { pen.measure.width($0) <= room } ?? ""
    let start = pen.write(label, column: margin, row: row, .hintKey)
    pen.write(
        prompt.editor, column: start, row: row, width: pen.columns - start - margin,
        isFocused: true)
    guard let completion = prompt.completion, let offer = completion.offer(for: prompt.editor)
    else { return }
    // Enter takes a preselected word by itself.
    let hint = completion.isPreset ? nil : shell.hint(.complete, to: "complete")
    pen.writeSuggestion(offer.rest, hint, row: row, endingBefore: pen.columns)
}

extension Pen {
    /// Draws the rest of a suggestion behind the cursor, and the key that accepts it, if there is
    /// room: without colors, a suggestion could look typed. Returns the column after the rest.
    @discardableResult
    mutating func writeSuggestion(
        _ rest: String, _ hint: String?, row: Int, endingBefore end: Int
    ) -> Int {
        guard let column = cursor?.column else { return 0 }
        let next = write(
            rest, column: column, row: row, width: max(0, end - column), .suggestion)
        if let hint = hint.map({ "  " + $0 }), next + measure.width(hint) <= end {
            write(hint, column: next, row: row, .hintKey)
        }
        return next
    }
}
