import Screen

/// Lays out code: lines stay as they are if they fit.
enum CodeLayout {
    typealias Inline = ReadablePage.Inline

    static func lines(
        _ code: String, width: Int, measure: TextMeasure
    ) -> [BlockLine] {
        var lines: [BlockLine] = []
        var offset = 0
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            for piece in cut(line, width, measure) {
                let indent = piece.indent.isEmpty ? [] : [Inline(piece.indent, .mark)]
                let text = piece.text.isEmpty ? [] : [Inline(piece.text, .code)]
                lines.append(
                    BlockLine(
                        pieces: indent + text, offset: offset + piece.offset, isCut: piece.isCut))
            }
            offset += line.count + 1
        }
        return lines
    }

    /// A part of a line.
    private struct Piece {
        /// The blanks before it, which the code does not have.
        var indent = ""
        var text: String
        /// The number of characters before it in its line.
        var offset = 0
        /// Whether the line continues.
        var isCut = false
    }

    /// Cuts a line into pieces that fit, at blanks if there are any. Later pieces are indented by
    /// two more columns.
    private static func cut(
        _ line: Substring, _ width: Int, _ measure: TextMeasure
    ) -> [Piece] {
        let glyphs = measure.sanitized(String(line))
        if glyphs.reduce(0, { $0 + $1.width }) <= width {
            return [Piece(text: glyphs.map(\.text).joined())]
        }
        let own = glyphs.prefix { $0.text == " " }.count
        let indent = String(repeating: " ", count: min(own + 2, width / 2))
        var pieces: [Piece] = []
        var rest = glyphs[...]
        while !rest.isEmpty {
            let before = pieces.isEmpty ? "" : indent
            var used = before.utf8.count
            var end = rest.startIndex
            while end < rest.endIndex, used + rest[end].width <= width || end == rest.startIndex {
                used += rest[end].width
                end += 1
            }
            if end < rest.endIndex {
                // A blank after the indentation.
                let first = rest.firstIndex { $0.text != " " } ?? end
                if first < end, let blank = rest[first..<end].lastIndex(where: { $0.text == " " }) {
                    end = blank + 1
                }
            }
            pieces.append(
                Piece(
                    indent: before, text: rest[..<end].map(\.text).joined(),
                    offset: rest.startIndex, isCut: end < rest.endIndex))
            rest = rest[end...]
        }
        return pieces
    }
}
