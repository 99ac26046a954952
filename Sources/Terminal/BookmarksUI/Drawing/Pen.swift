import Screen

/// A canvas with the values that all drawing needs. In ``draw(at:_:_:)``, it draws in a part of the
/// canvas, whose first row and column are 0.
struct Pen {
    private(set) var canvas: Canvas
    /// The place of the part on the canvas.
    private(set) var origin = Position(column: 0, row: 0)
    /// The size of the part.
    private(set) var size: Size
    let measure: TextMeasure
    let symbols: Symbols
    let theme: Theme
    /// The spots drawn so far, if they are wanted: only a click needs them.
    var spots: [Spot] = []
    let collectsSpots: Bool

    init(canvas: Canvas, measure: TextMeasure, symbols: Symbols, theme: Theme, collectsSpots: Bool)
    {
        self.canvas = canvas
        size = canvas.size
        self.measure = measure
        self.symbols = symbols
        self.theme = theme
        self.collectsSpots = collectsSpots
    }

    var columns: Int { size.columns }

    /// The place of the terminal's cursor in the part; it can be outside of it.
    var cursor: Position? {
        get {
            canvas.cursor.map {
                Position(column: $0.column - origin.column, row: $0.row - origin.row)
            }
        }
        set {
            canvas.cursor = newValue.map {
                Position(column: $0.column + origin.column, row: $0.row + origin.row)
            }
        }
    }

    /// Draws in a part of the canvas, which is not cleared.
    ///
    /// Rows and columns beyond the part are clipped; no column may be negative.
    mutating func draw(at place: Position, _ size: Size, _ body: (inout Pen) -> Void) {
        let outer = (origin, self.size)
        origin.column += place.column
        origin.row += place.row
        self.size = Size(
            columns: min(size.columns, self.size.columns - place.column),
            rows: min(size.rows, self.size.rows - place.row))
        body(&self)
        (origin, self.size) = outer
    }

    /// Draws text and returns the column after it.
    @discardableResult
    mutating func write(
        _ text: String, column: Int, row: Int, width: Int? = nil, _ role: Role = .plain
    ) -> Int {
        column
            + put(
                text, column: column, row: row,
                width: min(width ?? .max, max(0, columns - column)), theme[role])
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
        let columns = columns.clamped(to: 0..<size.columns)
        let rows = rows.clamped(to: 0..<size.rows)
        canvas.fill(
            sign, columns: origin.column + columns.lowerBound..<origin.column + columns.upperBound,
            rows: origin.row + rows.lowerBound..<origin.row + rows.upperBound, style: theme[role],
            measure: measure)
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
        let theme = theme
        restyle(row: row, columns: part ?? 0..<columns) { style in
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
        for row in 0..<size.rows {
            restyle(row: row, columns: 0..<columns) { $0 = $0.over(plain) }
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
            let look = theme[.hit]
            restyle(row: row, columns: start..<stop) { style in
                style.dim = false
                style.bold = look.bold
                style.italic = look.italic
                style.underline = look.underline
                style.foreground = look.foreground ?? style.foreground
                style.background = look.background ?? style.background
            }
        }
    }

    /// Draws an editor in `width` columns, with the cursor.
    mutating func write(_ editor: LineEditor, column: Int, row: Int, width: Int, isFocused: Bool) {
        let width = max(0, min(width, columns - column))
        let shown = editor.visible(width: width, measure: measure)
        put(shown.text, column: column, row: row, width: width, theme[.plain])
        guard isFocused, columns > 0, size.rows > row else { return }
        cursor = Position(column: min(column + shown.cursorColumn, columns - 1), row: row)
    }

    /// Draws text in `width` columns at most, and returns the number of columns that it takes.
    @discardableResult
    private mutating func put(
        _ text: String, column: Int, row: Int, width: Int, _ style: Style
    ) -> Int {
        guard (0..<size.rows).contains(row) else { return 0 }
        return canvas.put(
            text, column: origin.column + column, row: origin.row + row, width: width,
            style: style, measure: measure, ellipsis: symbols.ellipsis)
    }

    private mutating func restyle(
        row: Int, columns part: Range<Int>, _ change: (inout Style) -> Void
    ) {
        guard (0..<size.rows).contains(row) else { return }
        let part = part.clamped(to: 0..<columns)
        canvas.restyle(
            row: origin.row + row,
            columns: origin.column + part.lowerBound..<origin.column + part.upperBound, change)
    }
}
