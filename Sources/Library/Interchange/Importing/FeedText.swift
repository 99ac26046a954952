import Bookmarks

/// Names and descriptions in feeds, which may be HTML.
enum FeedText {
    /// Returns a text without HTML tags and entities.
    ///
    /// - Parameter type: `html` for HTML, `rss` for a text that may be undeclared HTML; any other
    ///   type is plain text.
    static func plain(_ text: String, type: String?) -> String {
        switch type {
        case "html", "text/html": withoutTags(text)
        case "rss":
            isMarkup(text) ? withoutTags(text) : HTMLEntities.decoded(Array(text.utf8)[...])
        default: text
        }
    }

    /// Whether a text has an HTML element with an end tag, or one that needs none. The text may be
    /// about a single tag.
    private static func isMarkup(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
        var tokens = HTMLTokenizer(Array(text.utf8))
        var open: Set<String> = []
        while let token = tokens.next() {
            switch token {
            case .open(let name, _):
                if ["br", "wbr", "img", "hr"].contains(name) { return true }
                open.insert(name)
            case .close(let name):
                if open.contains(name), blocks.contains(name) || inline.contains(name) {
                    return true
                }
            case .text: break
            }
        }
        return false
    }

    private static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(where: { "<&".utf8.contains($0) }) else { return text }
        var tokens = HTMLTokenizer(Array(text.utf8))
        var plain: [UInt8] = []
        while let token = tokens.next() {
            switch token {
            case .text(let bytes): plain += bytes
            case .open(let name, _):
                if name == "script" || name == "style" { tokens.skipElement(name) }
                if breaksLine(name), plain.last != 0x0A { plain.append(0x0A) }
            case .close(let name):
                if breaksLine(name), plain.last != 0x0A { plain.append(0x0A) }
            }
        }
        return HTMLEntities.decoded(plain[...]).withoutLooseEnds
    }

    private static func breaksLine(_ name: String) -> Bool {
        name == "br" || name == "hr" || blocks.contains(name)
    }

    private static let blocks: Set<String> = [
        "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6",
        "blockquote", "pre", "table", "tr", "section", "article", "figure", "figcaption",
    ]
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd",
        "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "td", "th",
        "tt", "u", "var",
    ]
}
