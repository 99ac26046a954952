/// Korean writing: syllables such as 한, and the letters ㅎㅏㄴ of which they consist.
///
/// A syllable may be one scalar, or two or three conjoining letters, as in the file names of macOS.
/// Letters that people type alone are others, which never join.
enum Hangul {
    /// Returns scalars with each sequence of conjoining letters as one syllable.
    static func composed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for scalar in scalars {
            if let last = result.last, let syllable = joined(last, scalar) {
                result[result.count - 1] = syllable
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    /// Joins two letters, or a syllable and a letter; returns `nil` if they do not join.
    static func joined(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Unicode.Scalar? {
        let (one, other) = (one.value, other.value)
        if 0x1100..<0x1113 ~= one, 0x1161..<0x1176 ~= other {
            return Unicode.Scalar(0xAC00 + ((one - 0x1100) * 21 + other - 0x1161) * 28)
        }
        if 0xAC00..<0xD7A4 ~= one, (one - 0xAC00) % 28 == 0, 0x11A8..<0x11C3 ~= other {
            return Unicode.Scalar(one + other - 0x11A7)
        }
        return nil
    }

    /// Whether a scalar is a letter that may join the one before it.
    static func canJoin(_ scalar: Unicode.Scalar) -> Bool {
        0x1161..<0x1176 ~= scalar.value || 0x11A8..<0x11C3 ~= scalar.value
    }

    /// Returns a conjoining or half-width letter as people type it alone; `nil` for other scalars.
    static func alone(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value = scalar.value
        return switch value {
        case 0x1100..<0x1113: leading[Int(value - 0x1100)]
        case 0x1161..<0x1176: Unicode.Scalar(value - 0x1161 + 0x314F)
        case 0x11A8..<0x11C3: trailing[Int(value - 0x11A8)]
        case 0xFFA0: "\u{3164}"
        case 0xFFA1..<0xFFBF: Unicode.Scalar(value - 0xFFA1 + 0x3131)
        case 0xFFC2..<0xFFC8: Unicode.Scalar(value - 0xFFC2 + 0x314F)
        case 0xFFCA..<0xFFD0: Unicode.Scalar(value - 0xFFCA + 0x3155)
        case 0xFFD2..<0xFFD8: Unicode.Scalar(value - 0xFFD2 + 0x315B)
        case 0xFFDA..<0xFFDD: Unicode.Scalar(value - 0xFFDA + 0x3161)
        default: nil
        }
    }

    private static let leading = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    private static let trailing = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
}
