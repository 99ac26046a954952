/// A picture of the whole screen, as a value: screens draw it, tests compare it, and a terminal
/// shows it.
///
/// Drawing outside of the canvas is clipped, so it works at every size and position.
public struct Canvas: Sendable, Hashable {
    /// The size of the canvas.
    public let size: Size
    /// The place of the terminal's cursor; `nil` hides it, and so does a place outside of the
    /// canvas.
    public var cursor: Position?
    private var cells: [Cell]

    /// Makes a canvas of plain spaces.
    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cell at a place; a plain space outside of the canvas.
    public subscript(row: Int, column: Int) -> Cell {
        guard contains(row: row), (0..<size.columns).contains(column) else { return .blank }
        return cells[row * size.columns + column]
    }

    /// Returns the cells of a row from left to right; none for a row outside.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        guard contains(row: row) else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Returns the columns from the first to the last cell of a row that is different on another
    /// canvas; empty if the rows are equal. The range never cuts a wide grapheme. If the canvases
    /// have different sizes, it is the whole row.
    public func columns(ofRow row: Int, differingFrom other: Canvas) -> Range<Int> {
        guard contains(row: row), size == other.size else { return 0..<size.columns }
        let start = row * size.columns
        var (first, end) = (start, start + size.columns)
        // At every key, every cell is compared, so the indices are not checked.
        cells.withUnsafeBufferPointer { mine in
            other.cells.withUnsafeBufferPointer { others in
                while first < end, mine[first] == others[first] { first += 1 }
                while first < end, mine[end - 1] == others[end - 1] { end -= 1 }
            }
        }
        if first == end { return 0..<0 }
        while first > start, cells[first].isCovered { first -= 1 }
        while end < start + size.columns, cells[end].isCovered { end += 1 }
        return first - start..<end - start
    }

    /// Draws text on one row, and returns the number of columns that it takes.
    ///
    /// The text is sanitized and measured by `measure`. It ends at `width` or at the right edge,
    /// whichever comes first. If a width is given and the text is longer, it ends in the ellipsis.
    /// If a wide character crosses an edge of the canvas, its inner half becomes a space. Columns
    /// outside of the canvas count, too, so that a caller can draw the next piece after them.
    @discardableResult
    public mutating func put(
        _ string: String, column: Int, row: Int, width: Int? = nil, style: Style = .plain,
        measure: TextMeasure, ellipsis: String = "…"
    ) -> Int {
        let column = min(max(column, -Self.farAway), size.columns)
        let room = size.columns - column
        let limit = width.map { min(max($0, 0), room) } ?? room
        let end = width == nil ? "" : ellipsis
        if let used = putPlain(
            string, column: column, row: row, limit: limit, style: style, measure: measure,
            ellipsis: end)
        {
            return used
        }
        // Without a width, measure one more column, so that a wide character at the edge is cut.
        let glyphs = measure.fitted(string, to: width == nil ? room + 1 : limit, ellipsis: end)
        var used = 0
        for glyph in glyphs {
            set(glyph, row: row, column: column + used, style: style)
            used += glyph.width
        }
        return min(used, room)
    }

    /// Draws a character of one column in every cell of some rows, for example for a border.
    public mutating func fill(
        _ sign: String, columns: Range<Int>, rows: Range<Int>, style: Style = .plain,
        measure: TextMeasure
    ) {
        guard let glyph = measure.sanitized(sign).first, glyph.width == 1 else { return }
        let cell = Cell(text: glyph.text, style: style)
        let columns = columns.clamped(to: 0..<size.columns)
        if columns.isEmpty { return }
        for row in rows.clamped(to: 0..<size.rows) {
            let start = row * size.columns
            breakWide(at: columns.lowerBound, rowStart: start)
            breakWide(at: columns.upperBound, rowStart: start)
            for column in columns { cells[start + column] = cell }
        }
    }

    /// Changes the style of a part of a row, but not its text.
    public mutating func restyle(row: Int, columns: Range<Int>, _ change: (inout Style) -> Void) {
        guard contains(row: row) else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            change(&cells[row * size.columns + column].style)
        }
    }

    /// The rows as lines of text, joined by line feeds, without trailing spaces.
    public var text: String {
        lines { $0.text }
    }

    /// Returns the rows like `text`, but with one character for the style of each column. A space
    /// means no style, so trailing ones are removed.
    public func styleMask(_ pick: (Style) -> Character) -> String {
        lines { String(pick($0.style)) }
    }

    /// A position far outside of every canvas, but far from an integer overflow.
    private static let farAway = 1 << 32

    private func contains(row: Int) -> Bool {
        (0..<size.rows).contains(row)
    }

    private func lines(_ piece: (Cell) -> String) -> String {
        (0..<size.rows).map { row in
            var line = ""
            for cell in self.row(row) { line += piece(cell) }
            while line.utf8.last == 0x20 { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
        guard contains(row: row) else { return }
        let columns = column..<column + glyph.width
        let visible = columns.clamped(to: 0..<size.columns)
        guard !visible.isEmpty else { return }
        let start = row * size.columns
        breakWide(at: visible.lowerBound, rowStart: start)
        breakWide(at: visible.upperBound, rowStart: start)
        let isWhole = visible == columns
        for column in visible {
            let text = isWhole ? (column == columns.lowerBound ? glyph.text : "") : " "
            cells[start + column] = Cell(text: text, style: style)
        }
    }

    /// Draws ASCII text, the most frequent kind, in a faster way. Returns `nil` for other text, and
    /// draws nothing then.
    private mutating func putPlain(
        _ string: String, column: Int, row: Int, limit: Int, style: Style, measure: TextMeasure,
        ellipsis: String
    ) -> Int? {
        guard column >= 0 else { return nil }
        var string = string
        return string.withUTF8 { bytes in
            // One byte more than there is room for, since a combining mark may follow.
            let bytes = bytes.prefix(limit + 1)
            guard bytes.allSatisfy(\.isPrintableASCII) else { return nil }
            let isCut = bytes.count > limit
            let end = isCut ? measure.end(ellipsis, for: limit) : []
            let count = isCut ? limit - end.reduce(0) { $0 + $1.width } : bytes.count
            put(bytes.prefix(count), row: row, column: column, style: style)
            var used = count
            for glyph in end {
                set(glyph, row: row, column: column + used, style: style)
                used += glyph.width
            }
            return used
        }
    }

    /// Draws printable ASCII that fits.
    private mutating func put(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, row: Int, column: Int, style: Style
    ) {
        guard contains(row: row), !bytes.isEmpty else { return }
        let start = row * size.columns
        breakWide(at: column, rowStart: start)
        breakWide(at: column + bytes.count, rowStart: start)
        cells.withUnsafeMutableBufferPointer { cells in
            var index = start + column
            for byte in bytes {
                cells[index] = Cell(ascii: byte, style: style)
                index += 1
            }
        }
    }

    /// Replaces a wide grapheme that crosses the left edge of a column with spaces, so that no half
    /// of it remains when one side is drawn over.
    private mutating func breakWide(at column: Int, rowStart: Int) {
        guard column < size.columns, cells[rowStart + column].isCovered else { return }
        var first = column
        while first > 0, cells[rowStart + first].isCovered { first -= 1 }
        var last = column
        while last + 1 < size.columns, cells[rowStart + last + 1].isCovered { last += 1 }
        for index in first...last { cells[rowStart + index].text = " " }
    }
}
