import Bookmarks

/// Reads OPML (http://opml.org/spec2.opml): outlines of links, and lists of feeds.
enum OPMLFormat {
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        var result = ParsedImport(format: .opml)
        var folders: [String] = []
        let document = try XMLReader.document(bytes)
        for event in document.events {
            switch event {
            case .open(let element, let written, let line) where isOutline(element):
                let attributes = Dictionary(
                    written.map { ($0.key.lowercased(), $0.value) },
                    uniquingKeysWith: { first, _ in first })
                let name = attributes["text"] ?? attributes["title"] ?? ""
                // A feed is no page: the page it belongs to comes first.
                let urls = ["htmlurl", "url", "xmlurl"].compactMap { attributes[$0] }
                if let url = urls.first(where: { !$0.isEmpty }) {
                    let tags = attributes["tags"] ?? attributes["category"] ?? ""
                    var bookmark = ImportedBookmark(
                        name: name, url: url, tags: TagText.either(tags),
                        notes: attributes["description"] ?? attributes["_note"] ?? "",
                        folder: FolderPath.path(folders),
                        added: attributes["created"].flatMap(Moment.text), line: line)
                    bookmark.hasUnreadDate = attributes["created"].map(Moment.isUnread) ?? false
                    result.take(bookmark)
                }
                folders.append(name)
            case .close(let element) where isOutline(element): _ = folders.popLast()
            default: break
            }
        }
        return try document.finish(result)
    }

    /// Not all programs write names in the case that they should have.
    private static func isOutline(_ element: String) -> Bool { element.lowercased() == "outline" }
}
