extension Unicode.Scalar {
    /// Returns the single scalar for a wide letter and a mark that joins it, as names of files from
    /// macOS have them: a Hangul syllable of its parts, or a voiced kana. `nil` if there is none.
    ///
    /// ncurses loses marks on letters of two columns.
    func composed(with mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch mark.value {
        case 0x1161...0x1175, 0x11A8...0x11C2: syllable(with: mark)
        case 0x3099, 0x309A: voicedKana(isHalf: mark.value == 0x309A)
        default: nil
        }
    }

    /// Source: the Unicode Standard, section 3.12, “Conjoining Jamo Behavior”.
    private func syllable(with part: Unicode.Scalar) -> Unicode.Scalar? {
        let (vowels, finals): (UInt32, UInt32) = (21, 28)
        let base: UInt32 = 0xAC00
        switch (value, part.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            let number = (value - 0x1100) * vowels + (part.value - 0x1161)
            return Unicode.Scalar(base + number * finals)
        case (base...0xD7A3, 0x11A8...0x11C2) where (value - base) % finals == 0:
            return Unicode.Scalar(value + part.value - 0x11A7)
        default: return nil
        }
    }

    private func voicedKana(isHalf: Bool) -> Unicode.Scalar? {
        let isKatakana = value >= 0x30A0
        // Katakana are in the order of hiragana.
        let letter = isKatakana ? value - 0x60 : value
        let isHa = (0x306F...0x307B).contains(letter) && letter % 3 == 0
        if isHalf { return isHa ? Unicode.Scalar(value + 2) : nil }
        switch letter {
        case 0x304B...0x3061 where letter % 2 == 1, 0x3064, 0x3066, 0x3068, 0x309D:
            return Unicode.Scalar(value + 1)
        case 0x3046: return Unicode.Scalar(value + 0x4E)
        case 0x308F...0x3092 where isKatakana: return Unicode.Scalar(value + 8)
        default: return isHa ? Unicode.Scalar(value + 1) : nil
        }
    }
}
