/// How much in bytes speaks for UTF-8, and how much against it: a byte may be damaged in a file
/// that is otherwise UTF-8.
struct UTF8Evidence {
    /// Whole characters of several bytes.
    private(set) var characters = 0
    /// Beginnings of characters whose end was cut off, and that are not a letter with a quotation
    /// mark behind it in Windows' Western set.
    private(set) var beginnings = 0
    /// Bytes that stand in whole characters of several bytes.
    private(set) var bytes = 0
    /// Bytes that no character of UTF-8 has where they stand.
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

    /// Whether a byte is a quotation mark, a dash or dots in Windows' Western set.
    private static func isMark(_ byte: UInt8) -> Bool { byte == 0x85 || 0x91...0x97 ~= byte }

    /// How many bytes follow one that begins a character, and what the first of them may be.
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

    /// Whether a text without a declared set is rather UTF-8 than a set with one byte for each
    /// letter: there, two bytes that make one letter of UTF-8 are rare.
    var isLikely: Bool {
        characters > 0 ? characters + beginnings >= strays : beginnings > 0 && strays == 0
    }

    /// The same of a text that says that it is Windows' Western set.
    var isLikelyInWestern: Bool { characters > 0 && isLikely }

    /// Whether it is UTF-8 against what it says of itself. In the sets of East Asia one character
    /// in seven looks like one of UTF-8.
    var isSure: Bool { characters > 0 && bytes >= 8 * strays }
}
