/// Bytes as letters and digits that cannot be confused with each other, as chosen by Crockford
/// (https://www.crockford.com/base32.html): no I, L, O or U.
enum Base32 {
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Returns the bytes as text, five bits for each character. The last one is padded with zeros.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> UInt32(count)) & 31])
            }
            bits &= 31
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count)) & 31]) }
        return text
    }

    /// Returns the value of a character, as a person may have read or typed it; `nil` if it has
    /// none.
    static func value(of character: Character) -> UInt8? {
        let upper = character.uppercased().first ?? character
        let meant: Character =
            switch upper {
            case "O": "0"
            case "I", "L": "1"
            default: upper
            }
        return alphabet.firstIndex(of: meant).map { UInt8($0) }
    }

    /// Returns the whole bytes in values of five bits each.
    static func bytes(_ values: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for value in values {
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            bits &= 255
        }
        return bytes
    }
}
