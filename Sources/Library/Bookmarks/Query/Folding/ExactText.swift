/// Searches the text of rows with case, nearly always without copying it.
enum ExactText {
    /// Whether a text, whose case counts, contains folded bytes.
    static func contains(_ word: [UInt8], in text: String) -> Bool {
        let answer = text.utf8.withContiguousStorageIfAvailable { utf8 -> Bool? in
            let bytes = UnsafeRawBufferPointer(utf8)
            let isThere = SearchArena.contains(word, in: bytes)
            // Text without accents equals its folding, except for the byte 0.
            return isPlain(bytes) || isThere && isSeparate(text) ? isThere : nil
        }
        if let answer, let answer { return answer }
        return SearchArena.contains(word, in: FoldedText.bytes(of: text, as: .accentless))
    }

    /// Whether one of the tags in a text, separated by spaces, begins with folded bytes.
    static func hasTag(beginningWith word: [UInt8], in tags: String) -> Bool {
        tags.utf8.split(separator: 0x20).contains { tag in
            let text = String(tag) ?? ""
            if tag.starts(with: word), isSeparate(text) { return true }
            return FoldedText.bytes(of: text, as: .accentless).starts(with: word)
        }
    }

    /// Whether the scalars of a text fold separately, so that a part of it is also a part of its
    /// folding.
    private static func isSeparate(_ text: String) -> Bool {
        !text.unicodeScalars.contains { FoldedCluster.joins($0) && !FoldedText.isAccent($0) }
    }

    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isPlain = true
        for byte in bytes where byte >= 0x80 || byte == 0 { isPlain = false }
        return isPlain
    }
}
