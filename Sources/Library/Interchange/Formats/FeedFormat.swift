import Bookmarks

/// Reads feeds: RSS in all its versions, Atom and RDF. Each item with a link is a bookmark.
enum FeedFormat {
    /// - Parameter url: the feed's address on the web, if it has one.
    static func parse(_ bytes: [UInt8], from url: String? = nil) throws(ImportError) -> ParsedImport
    {
        let document = try XMLReader.document(bytes)
        var parser = FeedParser(from: url)
        for event in document.events { parser.take(event) }
        return try document.finish(parser.finished())
    }
}

private struct FeedParser {
    private var result = ParsedImport(format: .feed)
    /// The open elements.
    private var open: [Element] = []
    /// The index of the open item among them.
    private var itemDepth: Int?
    private var item = Item()
    private var found: [Item] = []
    private var text = ""
    private let source: BaseAddress?
    /// The page that the feed is about, and the feed's own address.
    private var page: Reference?
    private var own: Reference?

    private struct Element {
        var name: String
        /// The base given by `xml:base`; `nil` if no element gives one.
        var base: BaseAddress?
        /// The type of the text in Atom, such as `html`.
        var type: String?
    }

    /// An address and its base.
    private struct Reference {
        var url: String
        var base: BaseAddress?
    }

    private struct Item {
        var line = 1
        var title = "", summary = "", content = ""
        var contentType: String?
        var link: Reference?
        var id: Reference?
        var tags: [String] = []
        /// The publication dates by element name.
        var dates: [String: String] = [:]
    }

    init(from url: String?) { source = url.flatMap(BaseAddress.init) }

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .open(let written, let attributes, let line):
            let name = Self.local(written)
            // RSS has HTML in its texts without declaring it.
            let isRSS = !open.contains { $0.name == "feed" }
            let base = attributes["xml:base"].flatMap(address) ?? open.last?.base
            open.append(
                Element(name: name, base: base, type: attributes["type"] ?? (isRSS ? "rss" : nil)))
            if name == "item" || name == "entry" {
                end()
                item = Item(line: line)
                item.id = attributes["rdf:about"].map { Reference(url: $0, base: base) }
                itemDepth = open.count
            } else if isPart {
                text = ""
                takeAttributes(name, attributes)
            } else if itemDepth == nil {
                text = ""
                if name == "link" { takeOwnLink(attributes["href"], attributes["rel"]) }
            }
        case .text(let part): text += part
        case .close:
            guard let element = open.last else { return }
            if element.name == "item" || element.name == "entry" {
                end()
            } else if isPart {
                close(element, text.trimmed)
            } else if itemDepth == nil, element.name == "link", !text.trimmed.isEmpty {
                takeOwnLink(text.trimmed, "alternate")
            }
            open.removeLast()
        }
    }

    /// Whether the innermost element is a direct child of an item.
    private var isPart: Bool { itemDepth.map { open.count == $0 + 1 } ?? false }

    private func address(_ reference: String) -> BaseAddress? {
        BaseAddress((open.last?.base ?? source)?.address(of: reference) ?? reference)
    }

    /// Takes a link of the feed itself, not of a picture in it.
    private mutating func takeOwnLink(_ url: String?, _ relation: String?) {
        guard let url, open.count > 1, ["channel", "feed"].contains(open[open.count - 2].name)
        else { return }
        let reference = Reference(url: url, base: open.last?.base)
        if relation == "self" { own = own ?? reference }
        if relation == nil || relation == "alternate" { page = page ?? reference }
    }

    private mutating func takeAttributes(_ name: String, _ attributes: [String: String]) {
        if name == "link", let url = attributes["href"], item.link == nil,
            ["alternate", nil].contains(attributes["rel"])
        {
            item.link = Reference(url: url, base: open.last?.base)
        }
        if name == "category", let tag = attributes["term"] ?? attributes["label"] {
            item.tags.append(tag)
        }
    }

    private mutating func close(_ element: Element, _ text: String) {
        guard !text.isEmpty else { return }
        var plain: String { FeedText.plain(text, type: element.type) }
        switch element.name {
        case "title": item.title = plain.collapsed
        case "link": item.link = item.link ?? Reference(url: text, base: element.base)
        case "guid", "id": item.id = Reference(url: text, base: element.base)
        case "description", "summary": item.summary = plain
        // It may be long; only the end shows whether it is needed.
        case "content", "encoded":
            item.content = text
            item.contentType = element.type == "rss" ? "html" : element.type
        case "category", "subject": item.tags.append(text)
        case "pubDate", "published", "date", "issued", "updated", "modified":
            item.dates[element.name] = text
        default: break
        }
    }

    private mutating func end() {
        guard itemDepth != nil else { return }
        itemDepth = nil
        // One more than the limit shows that there are too many.
        if found.count <= ParsedImport.most { found.append(item) }
    }

    /// Returns the result. The link of the feed may be at its end and is known by now.
    mutating func finished() -> ParsedImport {
        end()
        let page = page.flatMap { BaseAddress(whole($0, source)) }
        let own = own.flatMap { BaseAddress(whole($0, source)) }
        for item in found { take(item, page ?? own ?? source) }
        return result
    }

    private func whole(_ reference: Reference, _ otherwise: BaseAddress?) -> String {
        let url = ImportedURL.cleaned(reference.url)
        return (reference.base ?? otherwise)?.address(of: url) ?? url
    }

    private mutating func take(_ item: Item, _ base: BaseAddress?) {
        let id = item.id.flatMap { $0.url.isLikeURL ? $0 : nil }
        let link = (item.link ?? id).map { whole($0, base) } ?? ""
        // Whole articles don't become notes.
        let isShort = item.content.utf8.count <= Self.longestContent
        let content = isShort ? FeedText.plain(item.content, type: item.contentType) : ""
        let notes = item.summary.isEmpty ? content : item.summary
        if notes.isEmpty, !item.content.isEmpty {
            result.warn(item.line, "the text of the page is left out")
        }
        let order = ["pubDate", "published", "issued", "date", "updated", "modified"]
        let date = order.lazy.compactMap { item.dates[$0] }.first { _ in true }
        var bookmark = ImportedBookmark(
            name: item.title, url: link, tags: TagText.clean(item.tags),
            notes: RecordText.notes([Node(value: .string(notes), line: item.line)]),
            added: date.flatMap(Moment.parse), line: item.line)
        bookmark.hasUnreadDate = date.map(Moment.isUnread) ?? false
        result.take(bookmark)
    }

    private static let longestContent = 4000

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[$0...].dropFirst()) } ?? name
    }
}
