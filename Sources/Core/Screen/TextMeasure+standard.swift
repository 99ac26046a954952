extension TextMeasure {
    /// A measure with a small built-in table of widths, which is the same everywhere: good enough
    /// for tests, and for text that is measured before a terminal is open.
    public static let standard = TextMeasure(widthOfScalar: standardWidth)

    /// A measure for a terminal or a locale that shows only ASCII: the symbols that Cloudy draws
    /// have an ASCII form, and everything else becomes a question mark.
    public static let ascii = TextMeasure(
        widthOfScalar: { $0.isASCII ? standardWidth($0) : -1 }, replacement: "?",
        substitutes: asciiForms)

    /// Returns the ASCII form of a symbol, for a terminal that shows only ASCII.
    public static func asciiForm(of sign: String) -> String {
        sign.unicodeScalars.map { asciiForms[$0] ?? String($0) }.joined()
    }

    private static let asciiForms: [Unicode.Scalar: String] = [
        "…": "~", "·": "-", "•": "*", "●": "*", "○": "o", "✓": "*", "✗": "x", "×": "x", "↻": "~",
        "⏎": "Enter", "←": "<-", "→": "->", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "“": "\"",
        "”": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "≠": "!", "─": "-", "│": "|", "┌": "+",
        "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "█": "#",
        "░": ".",
    ]

    private static func standardWidth(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x20 || (0x7F..<0xA0).contains(value) { return -1 }
        if value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return -1
        default: break
        }
        // The vowels and finals of a Hangul syllable are drawn with its first consonant.
        if (0x1160...0x11FF).contains(value) { return 0 }
        return wideRanges.contains { $0.contains(value) } ? 2 : 1
    }

    /// The wide ranges in use of Unicode's East Asian Width, and the emoji.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x25FD...0x25FE,
        0x2614...0x2615, 0x2648...0x2653, 0x26A1...0x26A1, 0x26BD...0x26BE, 0x26C4...0x26C5,
        0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
        0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
        0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
        0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
        0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
        0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
        0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7,
        0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
        0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
