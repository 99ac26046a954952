import CNcurses
import Screen

/// Writes rows of a canvas, or parts of them, to ncurses, in pieces of one style.
///
/// Each piece names its column, so that a disagreement about a width can't move the rest of the
/// row.
struct RowWriter {
    /// The number of columns of the terminal.
    var columns = 0
    /// The number of colors of the terminal.
    private let colors: Int
    /// The numbers of the colors used so far: finding the nearest one takes long.
    private var numbers: [Color: Int32] = [:]
    private var scalars: [UInt32] = []

    init(colors: Int) { self.colors = colors }

    /// Writes a part of a row, which must not begin or end inside a wide character; `first` is the
    /// column of its first cell.
    mutating func write(_ cells: ArraySlice<Cell>, row: Int, column first: Int) {
        let fitting = cells.prefix(max(0, columns - first))
        guard var style = fitting.first?.style else { return }
        // A wide character that crosses the edge of the terminal becomes spaces.
        var whole = fitting.endIndex
        if whole < cells.endIndex, cells[whole].text.isEmpty {
            whole = fitting.lastIndex { !$0.text.isEmpty } ?? fitting.startIndex
        }
        let rowStart = fitting.startIndex - first
        var start = fitting.startIndex
        for index in fitting.indices {
            let cell = fitting[index]
            // Both halves of a wide character have the style of the first.
            if cell.style != style, !cell.text.isEmpty {
                flush(row: row, column: start - rowStart, style: style)
                start = index
                style = cell.style
            }
            if index < whole {
                for scalar in cell.text.unicodeScalars { scalars.append(scalar.value) }
            } else {
                scalars.append(0x20)
            }
        }
        flush(row: row, column: start - rowStart, style: style)
    }

    private mutating func flush(row: Int, column: Int, style: Style) {
        let attributes =
            (style.bold ? cncurses_bold : 0) | (style.dim ? cncurses_dim : 0)
            | (style.underline ? cncurses_underline : 0) | (style.reverse ? cncurses_reverse : 0)
            | (style.italic ? cncurses_italic : 0)
        cncurses_put(
            Int32(row), Int32(column), scalars, Int32(scalars.count), UInt32(attributes),
            number(of: style.foreground), number(of: style.background))
        scalars.removeAll(keepingCapacity: true)
    }

    /// Returns the terminal's number of a color; negative for its own color.
    private mutating func number(of color: Color?) -> Int32 {
        guard colors > 0, let color else { return -1 }
        if let number = numbers[color] { return number }
        let number = Int32(color.number(amongColors: colors))
        numbers[color] = number
        return number
    }
}
