import Bookmarks

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
                added: attributes["time"].flatMap(Moment.parse),
                isUnread: attributes["toread"] == "yes", line: line)
            bookmark.hasUnreadDate = attributes["time"].map(Moment.isUnread) ?? false
            result.take(bookmark)
        }
        return try document.finish(result)
    }
}
