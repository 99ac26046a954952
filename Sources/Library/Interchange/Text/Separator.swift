/// Bookmarks that stand for separators, since only Firefox has real ones.
enum Separator {
    /// Whether a URL and its name are such a separator, as programs that copy bookmarks between
    /// browsers write it.
    static func recognizes(_ url: String, name: String) -> Bool {
        switch url.utf8.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"): return hosts.contains(webHost(of: url))
        case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "x"), UInt8(ascii: "j"),
            UInt8(ascii: "c"):
            if url.hasPrefix("xbs:separator") || url.hasPrefix("about:bookmark-separator") {
                return true
            }
            guard nowhere.contains(url.lowercased()) else { return false }
            if isLine(name), !name.isEmpty || url.hasPrefix("data:") { return true }
            // An empty page may be a bookmark, but hardly without a name.
            return blank.contains(url)
                && name.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic }
        default: return false
        }
    }

    /// The hosts that floccus and Vivaldi use, and one whose pages only show a line.
    private static let hosts: Set<String> = [
        "separator.floccus.org", "bookmark.placeholder.url", "separator.mayastudios.com",
    ]
    private static let nowhere: Set<String> = [
        "about:blank", "about:newtab", "chrome://newtab", "chrome://newtab/", "data:", "data:,",
        "javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);",
    ]
    private static let blank: Set<String> = ["data:", "data:,", "about:blank", "javascript:"]

    /// The host of an HTTP URL in lowercase, without its port; empty for other URLs. Works on
    /// bytes, because an import asks for every line.
    private static func webHost(of url: String) -> String {
        let rest = url.utf8.dropFirst(4).drop { $0 | 0x20 == UInt8(ascii: "s") }
        guard rest.starts(with: "://".utf8) else { return "" }
        let host = rest.dropFirst(3).prefix { byte in !"/?#:".utf8.contains(byte) }
        return String(Substring(host)).lowercased()
    }

    /// Whether a text consists only of line characters.
    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            "-_=~*.|·•–—―‐‑‒−⸺⸻ ".unicodeScalars.contains($0) || 0x2500...0x257F ~= $0.value
        }
    }
}
