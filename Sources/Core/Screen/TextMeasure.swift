/// Makes any text harmless to draw, and knows how wide it becomes.
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

    /// A measure that knows widths from a function, such as the C library's.
    /// - Parameters:
    ///   - widthOfScalar: The columns a scalar takes, 0 if it joins the one before, and less than 0
    ///     if it can't be drawn. It isn't asked about printable ASCII, which is one column wide.
    ///   - replacement: A printable scalar, one column wide, that stands for one that can't be
    ///     drawn.
    ///   - substitutes: ASCII replacements for scalars that can't be drawn.
    public init(
        widthOfScalar: @escaping @Sendable (Unicode.Scalar) -> Int,
        replacement: Unicode.Scalar = "\u{FFFD}", substitutes: [Unicode.Scalar: String] = [:]
    ) {
        self.widthOfScalar = widthOfScalar
        self.replacement = replacement
        self.substitutes = substitutes
    }

    /// The text as it may be drawn, grapheme by grapheme.
    public func sanitized(_ string: String) -> [Glyph] {
        glyphs(of: string, upTo: .max)
    }

    /// How many columns the text takes when it is drawn.
    public func width(_ string: String) -> Int {
        var string = string
        let plain = string.withUTF8 { $0.prefix(while: \.isPrintableASCII).count }
        if plain == string.utf8.count { return plain }
        // The following text may join the last of them.
        let start = max(0, plain - 1)
        let rest = String(string.unicodeScalars.dropFirst(start))
        return harmless(rest, upTo: .max).unicodeScalars.reduce(start) {
            $0 + width(ofShown: $1)
        }
    }

    /// The text as it may be drawn, cut to at most so many columns.
    ///
    /// Text that is cut ends in the ellipsis if there is room for it. The result may be a column
    /// narrower than asked for, where half of a wide character would have been left.
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

    /// As `truncated`, but the beginning is cut: the ends of paths tell them apart.
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

    /// As `truncated`, in graphemes. It reads no more of the text than it needs.
    func fitted(_ string: String, to columns: Int, ellipsis: String) -> [Glyph] {
        var glyphs = glyphs(of: string, upTo: columns)
        var width = glyphs.reduce(0) { $0 + $1.width }
        guard width > columns else { return glyphs }
        let end = self.end(ellipsis, for: columns)
        let endWidth = end.reduce(0) { $0 + $1.width }
        while width + endWidth > columns, let last = glyphs.popLast() { width -= last.width }
        return glyphs + end
    }

    /// The ellipsis, or nothing where it doesn't fit.
    func end(_ ellipsis: String, for columns: Int) -> [Glyph] {
        let end = sanitized(ellipsis)
        return end.reduce(0) { $0 + $1.width } > columns ? [] : end
    }

    /// The graphemes until they take more than so many columns.
    private func glyphs(of string: String, upTo columns: Int) -> [Glyph] {
        var glyphs: [Glyph] = []
        for character in harmless(string, upTo: columns) {
            let width = character.unicodeScalars.reduce(0) { $0 + self.width(ofShown: $1) }
            if character.utf8.count > Cell.bytesOfText {
                glyphs += pieces(of: character)
            } else if width > 0 || glyphs.isEmpty {
                glyphs.append(Glyph(text: String(character), width: width))
            } else {
                // Some scalars join the cell before without being part of its grapheme.
                glyphs[glyphs.count - 1].text.append(character)
            }
        }
        return glyphs
    }

    /// The letters of a grapheme that is too long for one cell, each with its marks.
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

    /// The text with nothing in it that could harm, until it takes more than so many columns.
    ///
    /// Each scalar is judged by itself, so that doing it again changes nothing.
    private func harmless(_ string: String, upTo columns: Int) -> String {
        var text = ""
        var width = 0
        var marks = 0
        // Of the letter and its marks.
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
                // A mark without a letter stands on a space, so that it can't change the character
                // before.
                if text.isEmpty { append(" ", width: 1) }
                // A cell of ncurses holds five scalars, and one of a canvas so many bytes. More
                // would be lost there without notice.
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

    /// Scalars left out because they are invisible, reorder the line, or are drawn differently by
    /// every terminal: joiners, selectors, keycaps, skin tones, directions. The non-joiner stays:
    /// Persian words need it, and it takes no column anywhere.
    fileprivate var isUnreliable: Bool {
        switch value {
        // Asking for properties takes long, and none of these, such as lines and signs, has it.
        case 0x00..<0xAD, 0x200C, 0x2070..<0x20D0, 0x2100..<0x3164, 0x3165..<0xFE00: false
        case 0x20E3, 0x1F3FB...0x1F3FF: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
