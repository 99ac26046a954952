import CNcurses
import Screen

/// Hands rows of a canvas to ncurses, in pieces of one style.
///
/// Each piece says where it starts, so that a disagreement about a width can't move the rest of the
/// row.
struct RowWriter {
    /// How many columns fit the terminal.
    let columns: Int
    /// The number of the nearest color that the terminal has, for each there is.
    private let palette: [Int32]
    private var scalars: [UInt32] = []

    init(columns: Int, palette: [Int32]) {
        self.columns = columns
        self.palette = palette
        scalars.reserveCapacity(columns * 2)
    }

    mutating func write(_ row: ArraySlice<Cell>, row number: Int) {
        let fitting = row.prefix(columns)
        guard let first = fitting.first else { return }
        // Of a wide character that crosses the edge only spaces are left.
        var whole = fitting.endIndex
        if whole < row.endIndex, row[whole].text.isEmpty {
            whole = fitting.lastIndex { !$0.text.isEmpty } ?? fitting.startIndex
        }
        var start = fitting.startIndex
        var style = first.style
        for index in fitting.indices {
            let cell = fitting[index]
            if cell.style != style {
                flush(row: number, column: start - row.startIndex, style: style)
                start = index
                style = cell.style
            }
            if index < whole {
                for scalar in cell.text.unicodeScalars { scalars.append(scalar.value) }
            } else {
                scalars.append(0x20)
            }
        }
        flush(row: number, column: start - row.startIndex, style: style)
    }

    private mutating func flush(row: Int, column: Int, style: Style) {
        let attributes =
            (style.bold ? cncurses_bold : 0) | (style.dim ? cncurses_dim : 0)
            | (style.underline ? cncurses_underline : 0) | (style.reverse ? cncurses_reverse : 0)
        let color = style.foreground.map { palette[Int($0.rawValue)] } ?? -1
        cncurses_put(
            Int32(row), Int32(column), scalars, Int32(scalars.count), UInt32(attributes), color)
        scalars.removeAll(keepingCapacity: true)
    }
}
