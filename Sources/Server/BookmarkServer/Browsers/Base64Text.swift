/// Base64 (RFC 4648, section 4).
enum Base64Text {
    /// Returns the bytes of a text; `nil` if it is not valid Base64.
    static func decoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count) = (0 as UInt32, 0)
        for byte in text.utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61) + 26
        case 0x30...0x39: UInt32(byte - 0x30) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
