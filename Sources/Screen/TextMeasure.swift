/// Makes any text harmless to draw, and knows how wide it becomes.
///
/// A terminal and the library that draws on it must agree on every column, or the whole line slips.
/// So a grapheme is as wide as the sum of its scalars, which is how ncurses counts, and the scalars
/// terminals disagree on (joiners, variation selectors, skin tones, keycaps) are left out. What
/// could harm is replaced: control characters never reach the terminal, and nothing reorders a
/// line. This is for the eye only: the stored text stays as it is.
public struct TextMeasure: Sendable {
    private let widthOfScalar: @Sendable (Unicode.Scalar) -> Int
    private let replacement: Glyph
    private let substitutes: [Unicode.Scalar: String]

    /// - Parameters:
    ///   - widthOfScalar: The columns a scalar takes, 0 if it joins the one before, and less than 0
    ///     if
    ///     it can't be drawn. It isn't asked about printable ASCII, which is one column wide.
    ///   - replacement: One printable character, one column wide, that stands for what can't be
    ///     drawn.
    ///   - substitutes: What to draw, in ASCII, for scalars that can't be drawn.
    public init(
        widthOfScalar: @escaping @Sendable (Unicode.Scalar) -> Int,
        replacement: Character = "\u{FFFD}", substitutes: [Unicode.Scalar: String] = [:]
    ) {
        self.widthOfScalar = widthOfScalar
        self.replacement = Glyph(text: String(replacement), width: 1)
        self.substitutes = substitutes
    }

    /// The text as it may be drawn, grapheme by grapheme.
    public func sanitized(_ string: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        forEachGlyph(in: string) {
            glyphs.append($0)
            return true
        }
        return glyphs
    }

    /// How many columns the text takes when it is drawn.
    public func width(_ string: String) -> Int {
        var width = 0
        forEachGlyph(in: string) {
            width += $0.width
            return true
        }
        return width
    }

    /// The text as it may be drawn, cut to at most so many columns.
    ///
    /// Text that is cut ends in the ellipsis if there is room for it. The result may be a column
    /// narrower than asked for, where half of a wide character would have been left.
    public func truncated(_ string: String, to columns: Int, ellipsis: String = "…") -> String {
        fitted(string, to: columns, ellipsis: ellipsis).reduce(into: "") { $0 += $1.text }
    }

    /// As `truncated`, in graphemes. It reads no more of the text than it needs.
    func fitted(_ string: String, to columns: Int, ellipsis: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        var width = 0
        var isCut = false
        forEachGlyph(in: string) {
            isCut = width + $0.width > columns
            guard !isCut else { return false }
            glyphs.append($0)
            width += $0.width
            return true
        }
        guard isCut, !ellipsis.isEmpty else { return glyphs }
        let end = sanitized(ellipsis)
        let endWidth = end.reduce(0) { $0 + $1.width }
        guard endWidth <= columns else { return glyphs }
        while width + endWidth > columns, let last = glyphs.popLast() { width -= last.width }
        return glyphs + end
    }

    /// Hands over the graphemes from left to right until the body returns false.
    func forEachGlyph(in string: String, _ body: (Glyph) -> Bool) {
        // Nearly all text is ASCII. Its last character before other text is left to the slow way,
        // for a combining mark may follow.
        let bytes = string.utf8
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            guard (0x20..<0x7F).contains(byte), next == bytes.endIndex || bytes[next] < 0x80 else {
                break
            }
            guard body(Glyph(text: String(Unicode.Scalar(byte)), width: 1)) else { return }
            index = next
        }
        guard index != bytes.endIndex else { return }
        for character in string[index...] {
            for glyph in glyphs(of: character) where !body(glyph) { return }
        }
    }

    private func glyphs(of character: Character) -> [Glyph] {
        let scalars = character.unicodeScalars
        if scalars.count == 1, let only = scalars.first, (0x20..<0x7F).contains(only.value) {
            return [Glyph(text: String(character), width: 1)]
        }
        // A line break is two scalars in one grapheme.
        if character == "\r\n" { return [Glyph(text: " ", width: 1)] }
        var text = ""
        var width = 0
        var marks = 0
        var wasSplit = false
        for scalar in scalars {
            switch shown(scalar, isFirst: text.isEmpty) {
            case .nothing:
                wasSplit = true
            case .mark:
                // A cell of ncurses holds five scalars. More would be lost there without notice.
                marks += 1
                guard marks <= 4 else { continue }
                // A mark without a letter stands on a space, so that it can't change the cell
                // before.
                if text.isEmpty {
                    text = " "
                    width = 1
                }
                text.unicodeScalars.append(scalar)
            case .itself(let columns):
                text.unicodeScalars.append(scalar)
                width += columns
                marks = 0
            case .other(let substitute):
                text += substitute
                width += substitute.unicodeScalars.count
                marks = 0
                wasSplit = true
            }
        }
        guard wasSplit, text.unicodeScalars.count > 1 else {
            return text.isEmpty ? [] : [Glyph(text: text, width: width)]
        }
        // Without its joiners a family is three people, who may be cut apart.
        return text.map { Glyph(text: String($0), width: widthOfShown($0)) }
    }

    private enum Shown {
        case nothing
        case mark
        case itself(Int)
        case other(String)
    }

    private func shown(_ scalar: Unicode.Scalar, isFirst: Bool) -> Shown {
        let value = scalar.value
        if (0x20..<0x7F).contains(value) { return .itself(1) }
        if scalar.isLineBreakOrTab { return .other(" ") }
        if scalar.isUnreliable(isFirst: isFirst) { return .nothing }
        switch value < 0xA0 ? -1 : widthOfScalar(scalar) {
        case 0: return .mark
        case let width where width > 0: return .itself(width)
        default: return .other(substitutes[scalar] ?? replacement.text)
        }
    }

    private func widthOfShown(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { width, scalar in
            if case .itself(let columns) = shown(scalar, isFirst: false) { return width + columns }
            return width + (String(scalar) == replacement.text ? 1 : 0)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreakOrTab: Bool {
        (0x09...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
    }

    /// What is left out because it is invisible, reorders the line, or is drawn differently by
    /// every terminal. The non-joiner stays: Persian words need it, and it takes no column
    /// anywhere.
    fileprivate func isUnreliable(isFirst: Bool) -> Bool {
        switch value {
        case 0x200C: isFirst
        case 0x20E3: true
        case 0x1F3FB...0x1F3FF: !isFirst
        case 0x00..<0xAD: false
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
