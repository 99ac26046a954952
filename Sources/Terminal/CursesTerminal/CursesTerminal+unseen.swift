import CNcurses
package import Screen

/// The contents of ncurses, read back by tests.
extension CursesTerminal {
    /// The text of the screen in the form of `Canvas.text`.
    package var shownText: String {
        (0..<size.rows).map { row in
            // A cell of ncurses holds at most five scalars.
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
        var foreground: Int32 = -1
        var background: Int32 = -1
        cncurses_read_style(
            Int32(row), Int32(column), &attributes, &foreground, &background)
        func has(_ bit: Int) -> Bool { attributes & UInt32(bit) != 0 }
        return Style(
            color(foreground), on: color(background), bold: has(cncurses_bold),
            dim: has(cncurses_dim), italic: has(cncurses_italic),
            underline: has(cncurses_underline), reverse: has(cncurses_reverse))
    }

    /// Returns the color with a number on this terminal.
    private func color(_ number: Int32) -> Color? {
        if number < 0 { return nil }
        if colors < Color.allColors || number < 8 { return UInt8(exactly: number).map(Color.init) }
        return Color(
            red: UInt8(truncatingIfNeeded: number >> 16),
            green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
    }

    /// The number of color pairs that ncurses has, and its limit.
    package var pairs: (known: Int, limit: Int) {
        var known: Int32 = 0
        var limit: Int32 = 0
        cncurses_count_pairs(&known, &limit)
        return (Int(known), Int(limit))
    }
}
