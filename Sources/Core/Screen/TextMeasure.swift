/// Makes any text safe to draw, and computes its width.
///
/// A terminal and the library that draws on it must agree on every column, or the whole line slips.
/// So a grapheme is as wide as the sum of its scalars, which is how ncurses counts, and the scalars
/// terminals disagree on (joiners, variation selectors, skin tones, keycaps) are left out. Harmful
/// scalars are replaced: control characters never reach the terminal, and nothing reorders a line.
/// This is for the eye only: the stored text stays as it is.
public struct TextMeasure: Sendable {
    private let widthOfScalar: @Sendable (Unicode.Scalar) -> Int
    private let replacement: Unicode.Scalar
    private let substitutes: [Unicode.Scalar: String]

    /// Makes a measure with a function for widths, such as the C library's.
    /// - Parameters:
    ///   - widthOfScalar: Returns the columns that a scalar takes: 0 if it joins the previous one,
    ///     and less than 0 if it cannot be drawn. It is not called for printable ASCII, which is
    ///     one column wide.
    ///   - replacement: A printable scalar, one column wide, in place of one that cannot be drawn.
    ///   - substitutes: ASCII replacements for scalars that cannot be drawn.
    public init(
        widthOfScalar: @escaping @Sendable (Unicode.Scalar) -> Int,
        replacement: Unicode.Scalar = "\u{FFFD}", substitutes: [Unicode.Scalar: String] = [:]
    ) {
        self.widthOfScalar = widthOfScalar
        self.replacement = replacement
        self.substitutes = substitutes
    }

    /// Returns the text in a form that is safe to draw, grapheme by grapheme.
    public func sanitized(_ string: String) -> [Glyph] {
        glyphs(of: string, upTo: .max)
    }

    /// Returns the number of columns that the text takes when it is drawn.
    public func width(_ string: String) -> Int {
        var string = string
        let plain = string.withUTF8 { $0.prefix(while: \.isPrintableASCII).count }
        if plain == string.utf8.count { return plain }
        // The text after it may join its last character.
        let start = max(0, plain - 1)
        let rest = String(string.unicodeScalars.dropFirst(start))
        return harmless(rest, upTo: .max).unicodeScalars.reduce(start) {
            $0 + width(ofShown: $1)
        }
    }

    /// Returns the text in a form that is safe to draw, cut to at most `columns` columns.
    ///
    /// Text that is cut ends in the ellipsis if there is room for it. The result may be a column
    /// narrower if a wide character would have been cut in half.
    public func truncated(_ string: String, to columns: Int, ellipsis: String = "…") -> String {
        guard string.isPrintableASCII else {
            return fitted(string, to: columns, ellipsis: ellipsis).reduce(into: "") {
                $0 += $1.text
            }
        }
        if string.utf8.count <= columns { return string }
        let end = self.end(ellipsis, for: columns)
        let room = max(0, end.reduce(columns) { $0 - $1.width })
        return end.reduce(into: String(string.prefix(room))) { $0 += $1.text }
    }

    /// Like `truncated`, but cuts the beginning: paths differ at their ends.
    public func truncatedAtStart(
        _ string: String, to columns: Int, ellipsis: String = "…"
    ) -> String {
        var glyphs = sanitized(string)
        var width = glyphs.reduce(0) { $0 + $1.width }
        guard width > columns else { return glyphs.reduce(into: "") { $0 += $1.text } }
        let start = end(ellipsis, for: columns)
        width += start.reduce(0) { $0 + $1.width }
        var count = 0
        while width > columns, count < glyphs.count {
            width -= glyphs[count].width
            count += 1
        }
        glyphs.removeFirst(count)
        return (start + glyphs).reduce(into: "") { $0 += $1.text }
    }

    /// Like `truncated`, but returns graphemes. Reads no more of the text than necessary.
    func fitted(_ string: String, to columns: Int, ellipsis: String) -> [Glyph] {
        var glyphs = glyphs(of: string, upTo: columns)
        var width = glyphs.reduce(0) { $0 + $1.width }
        guard width > columns else { return glyphs }
        let end = self.end(ellipsis, for: columns)
        let endWidth = end.reduce(0) { $0 + $1.width }
        while width + endWidth > columns, let last = glyphs.popLast() { width -= last.width }
        return glyphs + end
    }

    /// Returns the ellipsis, or nothing if it does not fit.
    func end(_ ellipsis: String, for columns: Int) -> [Glyph] {
        let end = sanitized(ellipsis)
        return end.reduce(0) { $0 + $1.width } > columns ? [] : end
    }

    /// Returns the graphemes until they take more than `columns` columns.
    private func glyphs(of string: String, upTo columns: Int) -> [Glyph] {
        // The ellipsis and the parts of borders are drawn many times for each key.
        if isOneSign(string) { return [Glyph(text: string, width: 1)] }
        var glyphs: [Glyph] = []
        for character in harmless(string, upTo: columns) {
            let width = character.unicodeScalars.reduce(0) { $0 + self.width(ofShown: $1) }
            if character.utf8.count > Cell.bytesOfText {
                glyphs += pieces(of: character)
            } else if width > 0 || glyphs.isEmpty {
                glyphs.append(Glyph(text: String(character), width: width))
            } else {
                // Some scalars join the previous cell without belonging to its grapheme.
                glyphs[glyphs.count - 1].text.append(character)
            }
        }
        return glyphs
    }

    /// Returns whether the text is a single scalar of one column that is shown as it is.
    private func isOneSign(_ string: String) -> Bool {
        guard let scalar = string.unicodeScalars.first, scalar.utf8.count == string.utf8.count
        else { return false }
        return scalar.value >= 0xA0 && !scalar.isLineBreakOrTab && !scalar.isUnreliable
            && widthOfScalar(scalar) == 1
    }

    /// Returns the letters of a grapheme that is too long for one cell, each with its marks.
    private func pieces(of character: Character) -> [Glyph] {
        var pieces: [Glyph] = []
        for scalar in character.unicodeScalars {
            let width = self.width(ofShown: scalar)
            if width > 0 || pieces.isEmpty {
                pieces.append(Glyph(text: String(scalar), width: width))
            } else {
                pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
            }
        }
        return pieces
    }

    /// Returns the text without anything harmful, until it takes more than `columns` columns.
    ///
    /// Each scalar is judged on its own, so that a second call changes nothing.
    private func harmless(_ string: String, upTo columns: Int) -> String {
        var text = ""
        var width = 0
        var marks = 0
        // The bytes of the current letter and its marks.
        var bytes = 0
        var previous: Unicode.Scalar = " "
        func append(_ scalar: Unicode.Scalar, width columns: Int) {
            text.unicodeScalars.append(scalar)
            width += columns
            marks = 0
            bytes = scalar.utf8.count
        }
        for scalar in string.unicodeScalars {
            if width > columns { break }
            defer { previous = scalar }
            if (0x20..<0x7F).contains(scalar.value) {
                append(scalar, width: 1)
                continue
            }
            if scalar.isLineBreakOrTab {
                // A line break may be two scalars.
                if scalar != "\n" || previous != "\r" { append(" ", width: 1) }
                continue
            }
            if scalar.isUnreliable { continue }
            switch scalar.value < 0xA0 ? -1 : widthOfScalar(scalar) {
            case 0:
                // A mark without a letter is put on a space, so that it cannot change the previous
                // character.
                if text.isEmpty { append(" ", width: 1) }
                if marks == 0, let letter = text.unicodeScalars.last?.composed(with: scalar) {
                    text.unicodeScalars.removeLast()
                    text.unicodeScalars.append(letter)
                    continue
                }
                // A cell of ncurses holds five scalars, and a cell of a canvas a limited number of
                // bytes. More would be lost silently.
                marks += 1
                bytes += scalar.utf8.count
                if marks <= 4, bytes <= Cell.bytesOfText { text.unicodeScalars.append(scalar) }
            case let columns where columns > 0:
                append(scalar, width: columns)
            default:
                guard let substitute = substitutes[scalar] else {
                    append(replacement, width: 1)
                    continue
                }
                for scalar in substitute.unicodeScalars { append(scalar, width: 1) }
            }
        }
        return text
    }

    private func width(ofShown scalar: Unicode.Scalar) -> Int {
        (0x20..<0x7F).contains(scalar.value) || scalar == replacement
            ? 1 : max(0, widthOfScalar(scalar))
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreakOrTab: Bool {
        (0x09...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
    }

    /// Whether to leave the scalar out because it is invisible, reorders the line, or is drawn
    /// differently by each terminal: joiners, selectors, keycaps, skin tones, directions. The
    /// non-joiner is kept: Persian words need it, and it takes no column anywhere.
    fileprivate var isUnreliable: Bool {
        switch value {
        // Looking up properties is slow, and none of these scalars, such as lines and signs, has
        // this one.
        case 0x00..<0xAD, 0x200C, 0x2070..<0x20D0, 0x2100..<0x3164, 0x3165..<0xFE00: false
        case 0x20E3, 0x1F3FB...0x1F3FF: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
