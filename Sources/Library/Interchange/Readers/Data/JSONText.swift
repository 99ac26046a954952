/// Writes strings and numbers as JSON.
///
/// It does not use Foundation's encoder, which takes longer to start than the rest of a command. It
/// appends to bytes, because a `String` examines its end with each append.
public enum JSONText {
    /// Returns a text in quotes.
    public static func string(_ value: String) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return bytes.string
    }

    /// Returns a number as text. JSON has no infinity and no NaN, which a damaged record may have:
    /// they become `null`.
    public static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        return Decimal.text(value)
    }

    /// Appends a text in quotes. It also escapes control characters beyond ASCII, which some
    /// terminals treat as commands.
    public static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            // Append whole texts and whole runs: an array takes a buffer in one piece.
            guard text.contains(where: needsEscape) else {
                bytes += text
                return
            }
            var start = text.startIndex
            for index in text.indices where index >= start && needsEscape(text[index]) {
                // Controls from U+0080 to U+009F have two bytes; other scalars with the same lead
                // byte are text.
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

    /// Appends fixed text of the format, without quotes.
    static func append(plain literal: StaticString, to bytes: inout [UInt8]) {
        literal.withUTF8Buffer { bytes += $0 }
    }

    /// Appends a number in the form of ``number(_:)``.
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

/// Decimal numbers in files.
enum Decimal {
    /// Returns a number as text, without a decimal point if it is whole.
    static func text(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? value.description
    }
}
