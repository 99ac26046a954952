import Bookmarks

/// Reads feeds: RSS in all its versions, Atom and RDF. Each item with a link is a bookmark.
enum FeedFormat {
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        let document = try XMLReader.document(bytes)
        var parser = FeedParser()
        for event in document.events { parser.take(event) }
        parser.end()
        return try document.finish(parser.result)
    }
}

private struct FeedParser {
    var result = ParsedImport(format: .feed)
    private var item: Item?
    private var text = ""
    /// How deep in elements of an item what is read stands.
    private var depth = 0

    private struct Item {
        var line: Int
        var title = "", link = "", id = "", summary = "", content = ""
        var tags: [String] = []
        /// What says when it was published, the latest edit last.
        var dates: [String: String] = [:]
    }

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .open(let name, let attributes, let line):
            let name = Self.local(name)
            if name == "item" || name == "entry" {
                end()
                item = Item(line: line)
                if let about = attributes["rdf:about"] { item?.id = about }
                depth = 0
            } else {
                depth += 1
            }
            if depth <= 1 { text = "" }
            open(name, attributes)
        case .text(let part): text += part
        case .close(let name):
            let name = Self.local(name)
            if name == "item" || name == "entry" {
                end()
            } else {
                if depth == 1 { close(name, text.trimmed) }
                depth = max(0, depth - 1)
            }
        }
    }

    private mutating func open(_ name: String, _ attributes: [String: String]) {
        guard item != nil, depth == 1 else { return }
        if name == "link", let url = attributes["href"],
            ["alternate", nil].contains(attributes["rel"]), item?.link.isEmpty == true
        {
            item?.link = url
        }
        if name == "category", let tag = attributes["term"] ?? attributes["label"] {
            item?.tags.append(tag)
        }
    }

    private mutating func close(_ name: String, _ text: String) {
        guard item != nil, !text.isEmpty else { return }
        switch name {
        case "title": item?.title = text
        case "link": if item?.link.isEmpty == true { item?.link = text }
        case "guid", "id": item?.id = text
        case "description", "summary": item?.summary = text
        case "content", "encoded": item?.content = text
        case "category", "subject": item?.tags.append(text)
        case "pubDate", "published", "date", "issued", "updated", "modified":
            item?.dates[name] = text
        default: break
        }
    }

    mutating func end() {
        guard let item else { return }
        self.item = nil
        let link = item.link.isEmpty && item.id.isLikeURL ? item.id : item.link
        // Whole articles are no notes.
        let isShort = item.content.utf8.count <= Self.longestContent
        let notes = item.summary.isEmpty && isShort ? item.content : item.summary
        if notes.isEmpty, !item.content.isEmpty {
            result.warn(item.line, "the text of the page is left out")
        }
        let order = ["pubDate", "published", "issued", "date", "updated", "modified"]
        let date = order.lazy.compactMap { item.dates[$0] }.first { _ in true }
        var bookmark = ImportedBookmark(
            name: item.title, url: link, tags: TagText.clean(item.tags),
            notes: RecordText.notes([Node(value: .string(notes), line: item.line)]),
            added: date.flatMap(Moment.text), line: item.line)
        bookmark.hasUnreadDate = date.map(Moment.isUnread) ?? false
        result.take(bookmark)
    }

    private static let longestContent = 4000

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[$0...].dropFirst()) } ?? name
    }
}

/// Reads the XML of Pinboard and Delicious: `<posts><post href="…" …/></posts>`.
enum PostsFormat {
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        let document = try XMLReader.document(bytes)
        var result = ParsedImport(format: .pinboard)
        for case .open("post", let attributes, let line) in document.events {
            var bookmark = ImportedBookmark(
                name: attributes["description"] ?? "", url: attributes["href"] ?? "",
                tags: TagText.separated(attributes["tag"] ?? attributes["tags"] ?? "", by: " "),
                notes: attributes["extended"] ?? "",
                added: attributes["time"].flatMap(Moment.text),
                isUnread: attributes["toread"] == "yes", line: line)
            bookmark.hasUnreadDate = attributes["time"].map(Moment.isUnread) ?? false
            result.take(bookmark)
        }
        return try document.finish(result)
    }
}
