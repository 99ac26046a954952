import Bookmarks
import FoundationEssentials

/// What the program prints for other programs.
enum JSON {
    /// A bookmark. `added` and `modified` are seconds since 1970.
    struct Row: Encodable {
        var id: String
        var name: String
        var url: String
        var tags: [String]
        var added: Double
        var modified: Double

        init(_ row: BookmarkRow) {
            id = row.id
            name = row.name
            url = row.url
            tags = row.tags.split(separator: " ").map(String.init)
            added = row.added
            modified = row.modified
        }
    }

    /// One value as JSON, its keys sorted.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
