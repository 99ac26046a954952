import Bookmarks

/// Escapes text for HTML and XML.
enum MarkupText {
    /// Replaces markup characters by entities.
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

    /// Returns text for XML: without characters that XML cannot hold, and with line breaks and tabs
    /// that survive in attributes.
    static func xml(_ text: String) -> String {
        onOneLine(escaped(PropertyListText.writable(text)))
    }

    /// Replaces control characters in HTML or XML by entities.
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
