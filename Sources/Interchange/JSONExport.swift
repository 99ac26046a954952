import Bookmarks

/// Writes JSON with everything that Cloudy knows: an array, or an object on each line.
enum JSONExport {
    static func array(_ bookmarks: [Bookmark]) -> String {
        guard !bookmarks.isEmpty else { return "[]\n" }
        var text = ""
        text.reserveCapacity(bookmarks.count * 256)
        for bookmark in bookmarks {
            text += text.isEmpty ? "[\n" : ",\n"
            append(bookmark, to: &text)
        }
        return text + "\n]\n"
    }

    static func lines(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        for bookmark in bookmarks {
            append(bookmark, to: &text)
            text += "\n"
        }
        return text
    }

    private static func append(_ bookmark: Bookmark, to text: inout String) {
        text += "{\"added\":\(number(bookmark.added)),\"device\":"
        append(bookmark.device, to: &text)
        text += ",\"folder\":"
        append(bookmark.folder, to: &text)
        text += ",\"id\":"
        append(bookmark.id, to: &text)
        text += ",\"modified\":\(number(bookmark.modified)),\"name\":"
        append(bookmark.name, to: &text)
        text += ",\"notes\":"
        append(bookmark.notes, to: &text)
        if !bookmark.position.isEmpty {
            text += ",\"position\":"
            append(bookmark.position, to: &text)
        }
        text += ",\"tags\":["
        for (index, tag) in bookmark.tags.enumerated() {
            if index > 0 { text += "," }
            append(tag, to: &text)
        }
        text += "],\"url\":"
        append(bookmark.url, to: &text)
        text += "}"
    }

    /// JSON has no infinity and no NaN, which a damaged record may hold.
    private static func number(_ value: Double) -> String {
        value.isFinite ? Decimal.text(value) : "null"
    }

    /// Writes a text in quotes.
    static func append(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            text += string
        } else {
            for scalar in string.unicodeScalars {
                switch scalar {
                case "\"", "\\": text += "\\\(scalar)"
                case "\n": text += "\\n"
                case "\t": text += "\\t"
                case "\0"..<" ":
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}

/// Numbers as files have them.
enum Decimal {
    /// Without a point where there is nothing behind it.
    static func text(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
