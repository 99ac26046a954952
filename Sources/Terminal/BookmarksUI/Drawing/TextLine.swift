import Screen

/// A line of text in pieces with different styles.
struct TextLine {
    struct Piece {
        var text: String
        var role: Role
        /// The first column of the piece; `nil` for directly after the one before.
        var column: Int?
        /// The effect of a click on the piece, if any.
        var click: Spot.Click?
    }

    var pieces: [Piece]

    init(pieces: [Piece]) {
        self.pieces = pieces
    }

    init(_ text: String = "", _ role: Role = .plain, at column: Int = 1) {
        pieces = [Piece(text: text, role: role, column: column)]
    }

    /// Returns the line followed by another one.
    func adding(_ other: TextLine) -> TextLine {
        TextLine(pieces: pieces + other.pieces)
    }

    /// Returns the line with one more piece.
    func adding(
        _ text: String, _ role: Role = .plain, at column: Int? = nil, does click: Spot.Click? = nil
    ) -> TextLine {
        var line = self
        line.pieces.append(Piece(text: text, role: role, column: column, click: click))
        return line
    }

    /// Returns the line moved to the right by a number of columns.
    func moved(by columns: Int) -> TextLine {
        var line = self
        for index in line.pieces.indices { line.pieces[index].column? += columns }
        return line
    }

    /// Returns the column after the line's end.
    func width(_ measure: TextMeasure) -> Int {
        pieces.reduce(0) { ($1.column ?? $0) + measure.width($1.text) }
    }
}

extension TextMeasure {
    /// Breaks text into lines of at most `columns`, between words if possible.
    ///
    /// Line breaks in the text stay; an empty text is one empty line.
    func wrapped(_ text: String, to columns: Int) -> [String] {
        let columns = max(1, columns)
        // Most text is ASCII and fits.
        if text.isPrintableASCII, text.utf8.count <= columns, text.utf8.last != 0x20 {
            return [text]
        }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { paragraph(String($0), columns) }
    }

    private func paragraph(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var line: [Glyph] = []
        var width = 0
        for glyph in sanitized(text) {
            if width + glyph.width > columns, !line.isEmpty {
                let space = line.lastIndex { $0.text == " " }
                // A word that is longer than a line is broken at the end of the line.
                let cut = glyph.text == " " ? line.count : space.map { $0 + 1 } ?? line.count
                lines.append(trimmed(line[..<cut]))
                line = Array(line[cut...])
                width = line.reduce(0) { $0 + $1.width }
                if line.isEmpty, glyph.text == " " { continue }
            }
            line.append(glyph)
            width += glyph.width
        }
        lines.append(trimmed(line[...]))
        return lines
    }

    private func trimmed(_ glyphs: ArraySlice<Glyph>) -> String {
        var glyphs = glyphs
        while glyphs.last?.text == " " { glyphs.removeLast() }
        return glyphs.reduce(into: "") { $0 += $1.text }
    }
}
