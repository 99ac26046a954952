/// Measures the evidence for and against UTF-8 in bytes: a file that is otherwise UTF-8 may have
/// damaged bytes.
struct UTF8Evidence {
    /// Complete multi-byte characters.
    private(set) var characters = 0
    /// Truncated characters, except those that could be a letter before a quotation mark in
    /// Windows-1252.
    private(set) var beginnings = 0
    /// The bytes in complete multi-byte characters.
    private(set) var bytes = 0
    /// Bytes that are invalid in UTF-8 at their place.
    private(set) var strays = 0

    init(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { text in
            var place = 0
            while place < text.count {
                let first = text[place]
                place += 1
                if first < 0x80 { continue }
                let (wanted, second) = Self.tail(of: first)
                var found = 0
                while found < wanted, place < text.count,
                    (found == 0 ? second : 0x80...0xBF).contains(text[place])
                {
                    found += 1
                    place += 1
                }
                if found == wanted && wanted > 0 {
                    characters += 1
                    bytes += wanted + 1
                } else if found > 0 && !Self.isMark(text[place - found]) {
                    beginnings += 1
                } else {
                    strays += 1
                }
            }
        }
    }

    /// Whether a byte is a quotation mark, a dash or an ellipsis in Windows-1252.
    private static func isMark(_ byte: UInt8) -> Bool { byte == 0x85 || 0x91...0x97 ~= byte }

    /// Returns the number of bytes after a lead byte, and the valid range of the first of them.
    private static func tail(of byte: UInt8) -> (count: Int, second: ClosedRange<UInt8>) {
        switch byte {
        case 0xC2...0xDF: (1, 0x80...0xBF)
        case 0xE0: (2, 0xA0...0xBF)
        case 0xED: (2, 0x80...0x9F)
        case 0xE1...0xEF: (2, 0x80...0xBF)
        case 0xF0: (3, 0x90...0xBF)
        case 0xF1...0xF3: (3, 0x80...0xBF)
        case 0xF4: (3, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
    }

    /// Whether a text without a declared set is more likely UTF-8 than a single-byte set, in which
    /// byte pairs that are valid UTF-8 are rare.
    var isLikely: Bool {
        characters > 0 ? characters + beginnings >= strays : beginnings > 0 && strays == 0
    }

    /// Whether a text declared as Windows-1252 is more likely UTF-8.
    var isLikelyInWestern: Bool { characters > 0 && isLikely }

    /// Whether the text is UTF-8 despite its declaration. In East Asian sets, one character in
    /// seven looks like UTF-8.
    var isSure: Bool { characters > 0 && bytes >= 8 * strays }
}
