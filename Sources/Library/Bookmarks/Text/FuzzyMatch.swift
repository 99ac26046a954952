/// Ranks texts by how well they match letters that a person typed.
public enum FuzzyMatch {
    /// Returns a rank, the lower the better; `nil` if the text lacks a word, or its letters in this
    /// order.
    ///
    /// Each word counts by its best place: at the beginning of the text, as a whole word, at the
    /// beginning of a word, within a word, or with a few other letters in between. Of equal
    /// matches, the shorter text ranks better.
    ///
    /// - Parameter allowsGaps: whether other letters may be between those of a word.
    public static func rank(_ typed: String, in text: String, allowsGaps: Bool = true) -> Int? {
        let words = typed.split(whereSeparator: \.isWhitespace)
        if words.isEmpty { return 0 }
        let folded = FoldedText.bytes(of: text)
        var rank = 0
        for word in words {
            guard let place = place(of: FoldedText.bytes(of: String(word)), in: folded),
                allowsGaps || place < placeWithGaps
            else { return nil }
            rank += place
        }
        return rank * lengthLimit + min(folded.count, lengthLimit - 1)
    }

    /// The maximum length that counts for the rank.
    private static let lengthLimit = 1024

    private static let placeWithGaps = 4

    private static func place(of word: [UInt8], in text: [UInt8]) -> Int? {
        if word.isEmpty || text.starts(with: word) { return 0 }
        var best: Int?
        for start in text.indices where text[start] == word[0] && text[start...].starts(with: word)
        {
            let place =
                isWordStart(start, in: text)
                ? isWordEnd(start + word.count, in: text) ? 1 : 2 : 3
            if place == 1 { return 1 }
            best = min(best ?? place, place)
        }
        if let best { return best }
        return text.indices.contains { isSpread(word, in: text[$0...]) } ? placeWithGaps : nil
    }

    /// Whether a text begins with the letters of a word, with few others in between.
    private static func isSpread(_ word: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
        guard text.first == word[0] else { return false }
        var left = word[...]
        for byte in text.prefix(2 * word.count + 2) where byte == left.first { left.removeFirst() }
        return left.isEmpty
    }

    private static func isWordStart(_ index: Int, in text: [UInt8]) -> Bool {
        isBetweenWords(text[index - 1])
    }

    private static func isWordEnd(_ index: Int, in text: [UInt8]) -> Bool {
        index == text.count || isBetweenWords(text[index])
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool {
        byte < 0x30 || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
    }
}
