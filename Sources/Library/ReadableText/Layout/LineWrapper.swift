import Screen

/// Breaks text into lines of a given width, at blanks, and between letters in scripts without
/// blanks.
struct LineWrapper {
    typealias Inline = ReadablePage.Inline

    private let measure: TextMeasure
    private let width: Int
    private(set) var lines: [BlockLine] = []
    private var line: [Inline] = []
    private var used = 0
    private var characters = 0
    private var start = 0
    /// A blank that is shown if something follows on the same line.
    private var blank: Inline?

    /// - Parameter width: the columns of a line, at least 1.
    init(width: Int, measure: TextMeasure) {
        self.width = max(width, 1)
        self.measure = measure
    }

    static func lines(
        _ inlines: [Inline], width: Int, measure: TextMeasure
    ) -> [BlockLine] {
        var wrapper = LineWrapper(width: width, measure: measure)
        for unit in Units(inlines) { wrapper.add(unit) }
        wrapper.endLine()
        return wrapper.lines
    }

    private mutating func add(_ unit: Unit) {
        switch unit {
        case .lineBreak:
            characters += 1
            endLine()
        case .blank(let inline):
            characters += 1
            if !line.isEmpty { blank = inline }
        case .word(let parts):
            let columns = parts.reduce(0) { $0 + measure.width($1.text) }
            let gap = blank == nil ? 0 : 1
            if used + gap + columns > width, !line.isEmpty { endLine(isCut: blank == nil) }
            if columns > width { return addLong(parts) }
            if let blank { put(blank, 1) }
            blank = nil
            for part in parts {
                put(part, measure.width(part.text))
                characters += part.text.count
            }
        }
    }

    /// Adds a word that is wider than a line, cut at the ends of lines.
    private mutating func addLong(_ parts: [Inline]) {
        if let blank { put(blank, 1) }
        blank = nil
        for part in parts {
            var text = ""
            var columns = 0
            for glyph in measure.sanitized(part.text) {
                if used + columns + glyph.width > width, used + columns > 0 {
                    put(Inline(text, part.style, link: part.link), columns)
                    endLine(isCut: true)
                    (text, columns) = ("", 0)
                }
                text += glyph.text
                columns += glyph.width
                characters += 1
            }
            put(Inline(text, part.style, link: part.link), columns)
        }
    }

    private mutating func put(_ inline: Inline, _ columns: Int) {
        guard !inline.text.isEmpty else { return }
        used += columns
        let inline = drawable(inline)
        if let index = line.indices.last, line[index].style == inline.style,
            line[index].link == inline.link
        {
            line[index].text += inline.text
        } else {
            line.append(inline)
        }
    }

    /// Returns the text without characters that could control a terminal.
    private func drawable(_ inline: Inline) -> Inline {
        if inline.text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return inline }
        let text = measure.sanitized(inline.text).map(\.text).joined()
        return Inline(text, inline.style, link: inline.link)
    }

    private mutating func endLine(isCut: Bool = false) {
        lines.append(BlockLine(pieces: line, offset: start, isCut: isCut))
        line = []
        used = 0
        blank = nil
        start = characters
    }
}

extension LineWrapper {
    /// A part of a text after which a line may end.
    enum Unit {
        /// A word in one or several styles.
        case word([Inline])
        case blank(Inline)
        case lineBreak
    }

    /// Splits a text into units.
    struct Units: Sequence, IteratorProtocol {
        private let inlines: [Inline]
        private var index = 0
        private var rest: Substring.UnicodeScalarView
        private var word: [Inline] = []
        private var waiting: Unit?

        init(_ inlines: [Inline]) {
            self.inlines = inlines
            rest = Substring(inlines.first?.text ?? "").unicodeScalars
        }

        mutating func next() -> Unit? {
            if let unit = waiting {
                waiting = nil
                return unit
            }
            while index < inlines.count {
                let inline = inlines[index]
                guard let first = rest.first else {
                    index += 1
                    if index < inlines.count {
                        rest = Substring(inlines[index].text).unicodeScalars
                    }
                    continue
                }
                if first == " " || first == "\n" {
                    rest.removeFirst()
                    let unit: Unit =
                        first == "\n"
                        ? .lineBreak
                        : .blank(Inline(" ", inline.style, link: inline.link))
                    return ended(unit)
                }
                if let last = word.last?.text.unicodeScalars.last,
                    LineBreaking.mayBreak(between: last, and: first)
                {
                    return takeWord()
                }
                takeRun(inline)
            }
            return word.isEmpty ? nil : takeWord()
        }

        /// Adds letters to the word, up to the next place where a line may end.
        private mutating func takeRun(_ inline: Inline) {
            var end = rest.startIndex
            var previous: Unicode.Scalar?
            while end < rest.endIndex {
                let scalar = rest[end]
                if scalar == " " || scalar == "\n" { break }
                if let previous, LineBreaking.mayBreak(between: previous, and: scalar) { break }
                previous = scalar
                end = rest.index(after: end)
            }
            word.append(
                Inline(String(Substring(rest[..<end])), inline.style, link: inline.link))
            rest = rest[end...]
        }

        private mutating func takeWord() -> Unit {
            defer { word = [] }
            return .word(word)
        }

        private mutating func ended(_ unit: Unit) -> Unit {
            if word.isEmpty { return unit }
            waiting = unit
            return takeWord()
        }
    }
}

/// Finds places where a line may end without a blank.
enum LineBreaking {
    static func mayBreak(between one: Unicode.Scalar, and other: Unicode.Scalar) -> Bool {
        // A long word with hyphens, or a path.
        if one == "-" || one == "–" || one == "—" || one == "/" {
            return other.properties.isAlphabetic && one != "/"
        }
        guard one.isIdeographic || other.isIdeographic else { return false }
        return !closing.contains(other) && !opening.contains(one)
            && other.properties.generalCategory != .nonspacingMark
    }

    /// Characters that never begin a line.
    private static let closing: Set<Unicode.Scalar> = Set(
        "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″％‰｡｣､･)]},.:;?!%ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥〜～"
            .unicodeScalars)
    /// Characters that never end a line.
    private static let opening: Set<Unicode.Scalar> = Set(
        "‘“（〔［｛〈《「『【￥＄£＃｢([{$#".unicodeScalars)
}
