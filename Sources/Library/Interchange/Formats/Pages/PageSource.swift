import Bookmarks

/// The address of a page that was saved as a file.
public struct PageSource: Sendable, Hashable {
    /// The page's address as the file has it; `nil` if it has none on the web.
    public let url: String?

    /// Reads the address that SingleFile or a browser wrote into a saved page, or else the page's
    /// canonical address.
    public init(readingPage bytes: [UInt8]) {
        let text = SourceText.utf8(ofPage: Array(bytes.prefix(Self.limit)), server: nil) ?? []
        url = Self.ofSavedPage(text) ?? Self.canonical(text)
    }

    /// Reads only the address that SingleFile or a browser wrote into a saved page.
    public init(readingSavedPage bytes: [UInt8]) {
        let text = SourceText.utf8(ofPage: Array(bytes.prefix(8192)), server: nil) ?? []
        url = Self.ofSavedPage(text)
    }

    /// Returns the address of a page that a program or a browser saved as this file; `nil` for any
    /// other file, even if it has the same words in a name or in notes.
    static func ofSavedPage(_ text: [UInt8]) -> String? {
        guard text.first(where: { !ASCII.isBlank($0) }) == UInt8(ascii: "<") else { return nil }
        return singleFile(text) ?? markOfTheWeb(text)
    }

    /// The most bytes of a page to read. Some pages have all their styles before the address.
    private static let limit = 1 << 20

    /// Finds the address in SingleFile's comment at the beginning, on a line with `url:`.
    private static func singleFile(_ text: [UInt8]) -> String? {
        let head = String(decoding: text.prefix(8192), as: UTF8.self)
        guard let comment = head.firstRange(of: "Page saved with SingleFile"),
            String(head[..<comment.lowerBound]).trimmed.hasSuffix("<!--")
        else { return nil }
        let line = head[comment.upperBound...].split(whereSeparator: \.isNewline)
            .map { String($0).trimmed }.first { $0.hasPrefix("url:") }
        return line.flatMap { web($0.dropFirst(4)) }
    }

    /// Finds the address in `<!-- saved from url=(0023)https://www.example.org/ -->`, which Chrome
    /// and others write.
    private static func markOfTheWeb(_ text: [UInt8]) -> String? {
        let head = String(decoding: text.prefix(8192), as: UTF8.self)
        guard let mark = head.firstRange(of: "<!-- saved from url=(") else { return nil }
        let rest = head[mark.upperBound...].drop { $0 != ")" }.dropFirst()
        return web(rest.prefix { !$0.isWhitespace })
    }

    private static func canonical(_ text: [UInt8]) -> String? {
        var tokens = HTMLTokenizer(text)
        while let token = tokens.next() {
            switch token {
            case .open("link", let attributes):
                let words = attributes["rel"]?.lowercased().split(separator: " ") ?? []
                if words.contains("canonical"), let url = web(attributes["href"] ?? "") {
                    return url
                }
            case .open("meta", let attributes):
                let name = attributes["property"] ?? attributes["name"]
                if name?.lowercased() == "og:url", let url = web(attributes["content"] ?? "") {
                    return url
                }
            case .close("head"), .open("body", _): return nil
            default: continue
            }
        }
        return nil
    }

    private static func web(_ text: some StringProtocol) -> String? {
        let url = String(text).trimmed
        let lower = url.lowercased()
        return lower.hasPrefix("https://") || lower.hasPrefix("http://") ? url : nil
    }
}
