/// Texts and numbers as JSON has them.
///
/// Not with Foundation's encoder, which takes longer to start than all the rest of a command.
/// Bytes and not a `String` are what grows: that looks at its end anew with each piece.
public enum JSONText {
    /// A text in quotes.
    public static func string(_ value: String) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return bytes.string
    }

    /// JSON has no infinity and no NaN, which a damaged record may hold: they become `null`.
    public static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        return Decimal.text(value)
    }

    /// Writes a text in quotes. Of control characters, those beyond ASCII are escaped as well: on
    /// some terminals they are commands.
    public static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            // Whole texts and whole runs: an array takes a buffer in one piece.
            guard text.contains(where: needsEscape) else {
                bytes += text
                return
            }
            var start = text.startIndex
            for index in text.indices where index >= start && needsEscape(text[index]) {
                // The controls from U+0080 to U+009F are two bytes, what comes after them is text.
                let isLead = text[index] == controlLead
                if isLead && (index + 1 == text.endIndex || text[index + 1] >= 0xa0) { continue }
                bytes += UnsafeBufferPointer(rebasing: text[start..<index])
                appendEscaped(text[isLead ? index + 1 : index], to: &bytes)
                start = index + (isLead ? 2 : 1)
            }
            bytes += UnsafeBufferPointer(rebasing: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes what stands in every file of the format as it is, without quotes.
    static func append(plain literal: StaticString, to bytes: inout [UInt8]) {
        literal.withUTF8Buffer { bytes += $0 }
    }

    /// Writes a number, as ``number(_:)`` has it.
    static func append(number value: Double, to bytes: inout [UInt8]) {
        var text = number(value)
        text.withUTF8 { bytes += $0 }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
            || byte == controlLead
    }

    /// The first byte of U+0080 to U+00BF.
    private static let controlLead: UInt8 = 0xc2

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\n"): bytes += "\\n".utf8
        case UInt8(ascii: "\r"): bytes += "\\r".utf8
        case UInt8(ascii: "\t"): bytes += "\\t".utf8
        case 0..<0x20, 0x7f..<0xa0:
            bytes += ("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)).utf8
        default: bytes += [UInt8(ascii: "\\"), byte]
        }
    }
}

/// Numbers as files have them.
enum Decimal {
    /// Without a point where there is nothing behind it.
    static func text(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? value.description
    }
}
