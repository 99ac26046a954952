/// Texts and numbers as JSON has them.
///
/// Not with Foundation's encoder, which takes longer to start than all the rest of a command.
public enum JSONText {
    /// A text in quotes.
    public static func string(_ value: String) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    /// JSON has no infinity and no NaN, which a damaged record may hold: they become `null`.
    public static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        return Decimal.text(value)
    }

    /// Writes a text in quotes.
    public static func append(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { append(scalar, to: &text) }
        }
        text += "\""
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"", "\\": text += "\\\(scalar)"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}

/// Numbers as files have them.
enum Decimal {
    /// Without a point where there is nothing behind it.
    static func text(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
