/// Makes and reads the ids of bookmarks: thirteen characters of Crockford's base 32, lower case
/// (https://www.crockford.com/base32.html), which have no letters that look like digits.
public enum BookmarkID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Returns an id of 64 random bits. Two of a million bookmarks are alike in one of 37 million
    /// lists.
    public static func make(random: UInt64) -> String {
        String(unsafeUninitializedCapacity: 13) { bytes in
            for place in 0..<13 {
                bytes[place] = digits[Int(random >> UInt64(60 - 5 * place) & 31)]
            }
            return 13
        }
    }

    /// Returns `count` new ids in order. Storing rows in the order of their ids changes the fewest
    /// pages of a database.
    public static func make(_ count: Int, random: () -> UInt64) -> [String] {
        (0..<count).map { _ in random() }.sorted().map(make)
    }

    /// Returns the stored form of an id or of its prefix: a person may type capitals, `o` for zero,
    /// and `i` or `l` for one.
    public static func canonical(_ typed: String) -> String {
        String(
            typed.lowercased().map { character in
                switch character {
                case "o": "0"
                case "i", "l": "1"
                default: character
                }
            })
    }

    /// Returns the value of a digit of an id; `nil` for any other byte.
    static func value(ofDigit digit: UInt8) -> UInt8? {
        let value = values[Int(digit)]
        return value < 32 ? value : nil
    }

    private static let values: [UInt8] = (0..<256).map { byte in
        digits.firstIndex(of: UInt8(byte)).map { UInt8($0) } ?? 255
    }

    /// Returns the digit for a number in `0..<32`.
    static func digit(_ value: UInt8) -> Character {
        Character(Unicode.Scalar(digits[Int(value & 31)]))
    }

    /// Whether a text is an id of the form that ``make(random:)`` returns.
    public static func isWellFormed(_ id: String) -> Bool {
        id.utf8.count == 13 && id.utf8.allSatisfy { value(ofDigit: $0) != nil }
    }
}
