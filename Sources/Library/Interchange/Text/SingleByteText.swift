/// Decodes sets with one byte for each character.
struct SingleByteText {
    private let upper: [[UInt8]]

    /// - Parameter name: the name of the set in the web's standard.
    init(_ name: String) throws(MissingConverter) {
        let converter = try Converter(Self.converters[name] ?? name.uppercased())
        var upper: [[UInt8]] = []
        for byte in 0x80...0xFF as ClosedRange<UInt8> {
            var text: [UInt8] = []
            let isKnown = [byte].withUnsafeBufferPointer {
                converter.convert($0, from: 0, to: &text).stop == .end
            }
            converter.flush(to: &text)
            // Bytes that Windows' sets leave undefined are control characters.
            let isControl = byte < 0xA0 && name.hasPrefix("windows-")
            let other = Self.others[name]?[byte] ?? (isControl ? UInt32(byte) : 0xFFFD)
            if !isKnown || Self.others[name]?[byte] != nil {
                text = Array(String(Character(Unicode.Scalar(other) ?? "\u{FFFD}")).utf8)
            }
            upper.append(text)
        }
        self.upper = upper
    }

    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += upper[Int(byte) - 0x80] }
        }
        return text
    }

    /// The sets that the system calls by another name.
    private static let converters = [
        "windows-874": "CP874", "windows-1250": "CP1250", "windows-1251": "CP1251",
        "windows-1253": "CP1253", "windows-1254": "CP1254", "windows-1255": "CP1255",
        "windows-1256": "CP1256", "windows-1257": "CP1257", "windows-1258": "CP1258",
        "iso-8859-8-i": "ISO-8859-8", "x-mac-cyrillic": "MAC-UK",
    ]

    /// Differences between the web's sets and the system's.
    private static let others: [String: [UInt8: UInt32]] = [
        "koi8-u": [0xAE: 0x45E, 0xBE: 0x40E],
        "macintosh": [0xC6: 0x2206, 0xF0: 0xF8FF],
        "x-mac-cyrillic": [0xFF: 0x20AC],
    ]
}
