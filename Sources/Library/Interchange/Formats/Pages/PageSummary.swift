import Bookmarks

/// A web page's own title and description, for the name and the notes of a bookmark.
public struct PageSummary: Sendable, Hashable {
    /// The title on one line; empty if the page has none.
    public var title: String
    /// The description on one line; empty if the page has none.
    public var description: String

    /// The maximum length of a title, in characters; the rest is cut.
    public static let titleLimit = 300
    /// The maximum length of a description, in characters; the rest is cut.
    public static let descriptionLimit = 1000

    public init(title: String = "", description: String = "") {
        self.title = title
        self.description = description
    }

    /// Reads the beginning of a page, which may be cut anywhere.
    ///
    /// - Parameter contentType: The server's type for the bytes, such as `text/html;
    ///   charset=koi8-r`. Other types than pages have neither title nor description.
    public init(readingPage bytes: [UInt8], contentType: String?) {
        self.init()
        guard MediaType(contentType ?? "").mayBePage else { return }
        guard let text = PageText.utf8(bytes, contentType: contentType),
            !text.prefix(1024).contains(0)
        else { return }
        read(text)
    }

    private mutating func read(_ text: [UInt8]) {
        var tokens = HTMLTokenizer(text)
        var meta: [String: String] = [:]
        var plainTitle = ""
        reading: while let token = tokens.next() {
            switch token {
            case .open("title", _) where plainTitle.isEmpty:
                plainTitle = Self.line(
                    HTMLEntities.decoded(tokens.skipContent(of: "title").prefix(8192)),
                    limit: Self.titleLimit)
            case .open("meta", let attributes):
                guard let name = attributes["property"] ?? attributes["name"],
                    let content = attributes["content"]
                else { continue }
                let key = name.lowercased().trimmed
                if Self.metaNames.contains(key), meta[key] == nil { meta[key] = content }
            case .open(let name, _) where Self.withoutMarkup.contains(name):
                _ = tokens.skipContent(of: name)
            case .close("head"), .open("body", _):
                // Title and description come before the body, except in careless pages.
                if !plainTitle.isEmpty { break reading }
            default: continue
            }
        }
        func first(_ names: [String], limit: Int) -> String {
            names.lazy.map { Self.line(meta[$0] ?? "", limit: limit) }.first { !$0.isEmpty } ?? ""
        }
        title =
            plainTitle.isEmpty
            ? first(["og:title", "twitter:title"], limit: Self.titleLimit) : plainTitle
        description = first(
            ["description", "og:description", "twitter:description"],
            limit: Self.descriptionLimit)
    }

    private static let metaNames: Set<String> = [
        "description", "og:description", "twitter:description", "og:title", "twitter:title",
    ]
    /// Elements to skip: pictures have titles of their own, and scripts write whole pages.
    private static let withoutMarkup: Set<String> = [
        "script", "style", "svg", "textarea", "template", "noscript", "iframe", "xmp", "math",
    ]

    private static func line(_ text: String, limit: Int) -> String {
        // Take more than the limit, because collapsing white space shortens the text.
        let line = String(text.unicodeScalars.prefix(16 * limit)).collapsed
        return line.count > limit ? String(line.prefix(limit - 1)).trimmed + "…" : line
    }
}

/// A media type as servers send it.
struct MediaType {
    /// The name such as `text/html`, in lower case; empty if missing.
    let name: String
    let charset: String?

    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        name = String(parts.first ?? "").trimmed.lowercased()
        var charset: String?
        for part in parts.dropFirst().prefix(16) {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard pair.count == 2, pair[0].lowercased() == "charset" else { continue }
            let value = pair[1].filter { $0 != "\"" && $0 != "'" }
            let isName = value.utf8.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.".utf8.contains($0)
            }
            if isName, (1..<40).contains(value.utf8.count) { charset = charset ?? value }
        }
        self.charset = charset
    }

    /// Whether content of this type can be a page with a title.
    var mayBePage: Bool {
        name.isEmpty || name == "text/html" || name == "application/xhtml+xml"
            || name == "application/xml" || name == "text/xml"
    }
}
