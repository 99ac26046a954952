/// A format whose entries are records with named fields: how to know it and how to read it.
struct RecordFormat: Sendable {
    var format: ImportFormat
    /// The fields of every record of this format; records of other formats lack some.
    var signature: [String]
    var mapping: RecordMapping
    /// Members that `finish` reads, or that say nothing to anybody else.
    var alsoRead: Set<String> = []
    /// Sets the parts that field names alone cannot map.
    var finish: @Sendable (inout ImportedBookmark, Node) -> Void = { _, _ in }

    /// All of them, the ones that ask for more first.
    static let all: [RecordFormat] = [
        .cloudy, .pinboard, .raindropJSON, .raindrop, .linkding, .wallabag, .omnivore, .pocket,
        .instapaper,
    ]

    static let json = RecordFormat(format: .json, signature: [], mapping: .common)
    static let csv = RecordFormat(format: .csv, signature: [], mapping: .common)

    /// The format of records that look like this one.
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
            result.take(bookmark, isTidy: format == .cloudy)
        }
        result.unreadFields = reader.unread
        for note in reader.unclear { result.warn(note.line, note.reason) }
        return result
    }
}
