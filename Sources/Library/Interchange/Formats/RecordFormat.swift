/// A format whose entries are records with named fields: how to recognize and read it.
struct RecordFormat: Sendable {
    var format: ImportFormat
    /// The fields of every record of this format; records of other formats lack some.
    var signature: [String]
    var mapping: RecordMapping
    /// Members that `finish` reads, or that mean nothing to other programs.
    var alsoRead: Set<String> = []
    /// Sets the fields that a mapping of names cannot.
    var finish: @Sendable (inout ImportedBookmark, Node) -> Void = { _, _ in }
    /// Returns the page that a record contains; its title is the bookmark's.
    var html: @Sendable (Node) -> String? = { _ in nil }

    /// All formats, those with the longest signatures first.
    static let all: [RecordFormat] = [
        .cloudy, .pinboard, .raindropJSON, .raindrop, .linkding, .wallabag, .omnivore, .reader,
        .pocket, .instapaper,
    ]

    static let json = RecordFormat(format: .json, signature: [], mapping: .common)
    static let csv = RecordFormat(format: .csv, signature: [], mapping: .common)

    /// Returns the format that a record matches.
    static func of(_ record: Node) -> RecordFormat? {
        all.first { format in format.signature.allSatisfy { record[$0] != nil } }
    }

    /// Reads records.
    func parse(_ records: [Node], mapping: RecordMapping? = nil) -> ParsedImport {
        var result = ParsedImport(format: format)
        var mapping = mapping ?? self.mapping
        mapping.ignoresCase = signature.isEmpty
        var reader = RecordReader(mapping, records)
        for record in records {
            var bookmark = reader.bookmark(record, isRead: alsoRead.contains)
            finish(&bookmark, record)
            let count = result.bookmarks.count
            result.take(bookmark, isTidy: format == .cloudy)
            if result.bookmarks.count > count, let html = html(record) {
                result.documents.append(page(html, of: result.bookmarks[count], at: count))
            }
        }
        result.unreadFields = reader.unread
        for note in reader.unclear { result.warn(note.line, note.reason) }
        return result
    }

    private func page(
        _ html: String, of bookmark: ImportedBookmark, at place: Int
    ) -> ImportedDocument {
        let page = ArticlePage(title: bookmark.name, html: html)
        return ImportedDocument(
            bookmark: place, isPage: true, name: bookmark.name, mediaType: ArticlePage.mediaType,
            made: bookmark.added, path: bookmark.url
        ) { most throws(ImportError) in try page.content(most: most) }
    }
}
