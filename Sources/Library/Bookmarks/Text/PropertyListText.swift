/// Makes text that an XML property list can hold.
public enum PropertyListText {
    /// Replaces every character that XML 1.0 can't hold.
    ///
    /// A control character becomes its picture (␀ for U+0000, ␛ for U+001B): still visible, and the
    /// same length. U+FFFE and U+FFFF, which are not characters, become U+FFFD. The bookmark itself
    /// keeps its text. Only the property list has the replacement, and reading it back doesn't
    /// count as an edit.
    public static func writable(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0xEF || isPlainControl($0) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(writable(scalar)) }
        return String(result)
    }

    private static func writable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20 where !isPlainControl(UInt8(scalar.value)):
            Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0xFFFE, 0xFFFF: "\u{FFFD}"
        default: scalar
        }
    }

    private static func isPlainControl(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
