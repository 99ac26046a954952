/// Text of rows in which something is looked for in the same case, nearly always without copying
/// it.
enum ExactText {
    /// Whether folded bytes stand in a text that still has its case.
    static func contains(_ word: [UInt8], in text: String) -> Bool {
        let answer = text.utf8.withContiguousStorageIfAvailable { utf8 -> Bool? in
            let bytes = UnsafeRawBufferPointer(utf8)
            if SearchArena.contains(word, in: bytes) { return true }
            // Text without accents is as it would be folded, but for the byte 0.
            return isPlain(bytes) ? false : nil
        }
        if let answer, let answer { return answer }
        return SearchArena.contains(word, in: FoldedText.bytes(of: text, as: .accentless))
    }

    /// Whether one of the tags in a text, which are separated by spaces, begins with folded bytes.
    static func hasTag(beginningWith word: [UInt8], in tags: String) -> Bool {
        tags.utf8.split(separator: 0x20).contains { tag in
            if tag.starts(with: word) { return true }
            return FoldedText.bytes(of: String(tag) ?? "", as: .accentless).starts(with: word)
        }
    }

    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isPlain = true
        for byte in bytes where byte >= 0x80 || byte == 0 { isPlain = false }
        return isPlain
    }
}
