/// Makes and reads the ids of bookmarks: thirteen characters of Crockford's base 32, lower case
/// (https://www.crockford.com/base32.html), which have no letters that look like digits.
public enum BookmarkID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// An id of 64 random bits: among a million bookmarks two are alike once in 37 million lists.
    public static func make(random: UInt64) -> String {
        String(unsafeUninitializedCapacity: 13) { bytes in
            for place in 0..<13 {
                bytes[place] = digits[Int(random >> UInt64(60 - 5 * place) & 31)]
            }
            return 13
        }
    }

    /// `count` new ids, in order. Storing rows in the order of their ids changes fewer pages of a
    /// database than storing them in any other.
    public static func make(_ count: Int, random: () -> UInt64) -> [String] {
        (0..<count).map { _ in random() }.sorted().map(make)
    }

    /// An id, or the beginning of one, as it is stored: a person may type capitals, `o` for zero,
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

    /// The value of a digit of an id; `nil` for any other byte.
    static func value(ofDigit digit: UInt8) -> UInt8? {
        let value = values[Int(digit)]
        return value < 32 ? value : nil
    }

    private static let values: [UInt8] = (0..<256).map { byte in
        digits.firstIndex(of: UInt8(byte)).map { UInt8($0) } ?? 255
    }

    /// The digit that stands for a number of `0..<32`.
    static func digit(_ value: UInt8) -> Character {
        Character(Unicode.Scalar(digits[Int(value & 31)]))
    }

    /// Whether this is an id as ``make(random:)`` makes them.
    public static func isWellFormed(_ id: String) -> Bool {
        id.utf8.count == 13 && id.utf8.allSatisfy { value(ofDigit: $0) != nil }
    }
}
