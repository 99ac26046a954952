import Bookmarks

/// Text as HTML and XML take it.
enum MarkupText {
    /// With entities in place of characters that would be taken for markup.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "<>&\"'".utf8.contains($0) }) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// For XML: without characters that it cannot hold, and with line breaks and tabs written so
    /// that attributes keep them.
    static func xml(_ text: String) -> String {
        onOneLine(escaped(PropertyListText.writable(text)))
    }

    /// Text of HTML or XML with entities in place of its control characters.
    static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
