import Screen

/// A canvas with the values that all drawing needs.
struct Pen {
    var canvas: Canvas
    let measure: TextMeasure
    let symbols: Symbols
    let theme: Theme
    /// The spots drawn so far, if they are wanted: only a click needs them.
    var spots: [Spot] = []
    var collectsSpots = false

    var columns: Int { canvas.size.columns }

    /// Draws text and returns the column after it.
    @discardableResult
    mutating func write(
        _ text: String, column: Int, row: Int, width: Int? = nil, _ role: Role = .plain
    ) -> Int {
        let room = min(width ?? .max, max(0, columns - column))
        return column
            + canvas.put(
                text, column: column, row: row, width: room, style: theme[role], measure: measure,
                ellipsis: symbols.ellipsis)
    }

    /// Draws text that ends before a column, and returns the column where it begins.
    @discardableResult
    mutating func write(
        _ text: String, endingAt end: Int, row: Int, _ role: Role = .plain
    ) -> Int {
        let column = max(0, end - measure.width(text))
        write(text, column: column, row: row, width: end - column, role)
        return column
    }

    /// Draws a sign in every cell of some rows.
    mutating func fill(_ sign: String, columns: Range<Int>, rows: Range<Int>, _ role: Role) {
        canvas.fill(sign, columns: columns, rows: rows, style: theme[role], measure: measure)
    }

    /// Draws a line of text, with each piece after the one before or at its own column.
    mutating func write(_ line: TextLine, row: Int) {
        var column = 0
        for (index, piece) in line.pieces.enumerated() {
            column = piece.column ?? column
            // A piece ends where the next one begins.
            let next = line.pieces.dropFirst(index + 1).first?.column ?? columns
            let start = column
            column = write(
                piece.text, column: column, row: row, width: max(0, next - column), piece.role)
            note(piece.click, row: row, columns: start..<max(start, column))
        }
    }

    /// Draws a row, or a part of it, as selected.
    mutating func select(row: Int, columns part: Range<Int>? = nil) {
        var last: (old: Style, new: Style)?
        canvas.restyle(row: row, columns: part ?? 0..<columns) { style in
            let new = last?.old == style ? last?.new : nil
            let look = new ?? theme.selected(style)
            last = (style, look)
            style = look
        }
    }

    /// Gives everything without colors the colors of plain text.
    mutating func ground() {
        let plain = theme[.plain]
        guard plain.foreground != nil || plain.background != nil else { return }
        for row in 0..<canvas.size.rows {
            canvas.restyle(row: row, columns: 0..<columns) { $0 = $0.over(plain) }
        }
    }

    /// Draws text with highlighted pieces in some columns.
    mutating func write(
        _ text: String, _ hits: [Range<String.Index>], columns: Range<Int>, row: Int,
        _ role: Role = .plain
    ) {
        if columns.isEmpty { return }
        write(text, column: columns.lowerBound, row: row, width: columns.count, role)
        if hits.isEmpty { return }
        let isCut = measure.width(String(text.prefix(columns.count + 1))) > columns.count
        let end = columns.upperBound - (isCut ? measure.width(symbols.ellipsis) : 0)
        for hit in hits {
            let start = columns.lowerBound + measure.width(String(text[..<hit.lowerBound]))
            let stop = min(end, start + measure.width(String(text[hit])))
            if start >= stop { continue }
            canvas.restyle(row: row, columns: start..<stop) { style in
                style.dim = false
                style.bold = theme[.hit].bold
                style.italic = theme[.hit].italic
                style.underline = theme[.hit].underline
                style.foreground = theme[.hit].foreground ?? style.foreground
                style.background = theme[.hit].background ?? style.background
            }
        }
    }

    /// Draws an editor in `width` columns, with the cursor.
    mutating func write(_ editor: LineEditor, column: Int, row: Int, width: Int, isFocused: Bool) {
        let width = max(0, min(width, columns - column))
        let shown = editor.visible(width: width, measure: measure)
        canvas.put(
            shown.text, column: column, row: row, width: width, style: theme[.plain],
            measure: measure, ellipsis: symbols.ellipsis)
        guard isFocused, columns > 0, canvas.size.rows > row else { return }
        canvas.cursor = Position(
            column: min(column + shown.cursorColumn, columns - 1), row: row)
    }
}
