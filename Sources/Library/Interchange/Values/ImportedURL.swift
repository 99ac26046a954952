/// Cleans addresses from files.
enum ImportedURL {
    /// Returns an address as browsers read it (https://url.spec.whatwg.org/#url-parsing): without
    /// surrounding blanks, and without the line breaks and tabs of a wrapped address; other control
    /// characters are written as in `%1B`.
    static func cleaned(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text.trimmed }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        var result: [UInt8] = []
        for byte in bytes where byte != 0x09 && byte != 0x0A && byte != 0x0D {
            if byte < 0x20 || byte == 0x7F {
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return result.string.trimmed
    }
}

/// Bookmarks that stand for separators, in browsers that have none.
enum Separator {
    /// Whether a URL and its name are such a separator, as programs that copy bookmarks between
    /// browsers write it.
    static func recognizes(_ url: String, name: String) -> Bool {
        switch url.utf8.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"):
            let rest = url.lowercased().dropFirst(4).drop { $0 == "s" }
            guard rest.hasPrefix("://") else { return false }
            let host = rest.dropFirst(3).prefix { !"/?#:".contains($0) }
            return hosts.contains(String(host))
        case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "x"), UInt8(ascii: "j"),
            UInt8(ascii: "c"):
            if url.hasPrefix("xbs:separator") { return true }
            let isNowhere = nowhere.contains(url.lowercased())
            return isNowhere && isLine(name) && (!name.isEmpty || url.hasPrefix("data:"))
        default: return false
        }
    }

    private static let hosts: Set<String> = [
        "separator.floccus.org", "bookmark.placeholder.url", "separator.mayastudios.com",
    ]
    private static let nowhere: Set<String> = [
        "about:blank", "about:newtab", "chrome://newtab", "chrome://newtab/", "data:", "data:,",
        "javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);",
    ]

    /// Whether a text consists only of line characters.
    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            "-_=~*.|·•–—―‐‑‒−⸺⸻ ".unicodeScalars.contains($0) || 0x2500...0x257F ~= $0.value
        }
    }
}
