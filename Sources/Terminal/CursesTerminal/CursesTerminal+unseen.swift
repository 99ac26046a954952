import CNcurses
package import Screen

/// The contents of ncurses, read back by tests.
extension CursesTerminal {
    /// The text of the screen in the form of `Canvas.text`.
    package var shownText: String {
        (0..<size.rows).map { row in
            // Five scalars are all that a cell of ncurses holds.
            let limit = size.columns * 5
            let scalars = [UInt32](unsafeUninitializedCapacity: limit + 1) { buffer, count in
                count = max(0, Int(cncurses_read_row(Int32(row), buffer.baseAddress, Int32(limit))))
            }
            var line = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
            while line.utf8.last == 0x20 { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// The style of one cell.
    package func shownStyle(row: Int, column: Int) -> Style {
        var attributes: UInt32 = 0
        var color: Int32 = -1
        cncurses_read_style(Int32(row), Int32(column), &attributes, &color)
        func has(_ bit: Int) -> Bool { attributes & UInt32(bit) != 0 }
        return Style(
            UInt8(exactly: color).flatMap(Color.init(rawValue:)), bold: has(cncurses_bold),
            dim: has(cncurses_dim), underline: has(cncurses_underline),
            reverse: has(cncurses_reverse))
    }
}
