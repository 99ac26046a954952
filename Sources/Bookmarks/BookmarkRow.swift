/// What the list knows of a bookmark: all that is shown on its line or searched by it.
///
/// Rows are read from a table derived from the records, so that a long list opens without decoding
/// a single record.
public struct BookmarkRow: Sendable, Hashable, Identifiable {
    public var id: String
    public var name: String
    public var url: String
    /// The tags, separated by single spaces.
    public var tags: String
    /// Seconds since 1970.
    public var added: Double
    /// Seconds since 1970.
    public var modified: Double
    /// The values that lost a conflict which nobody settled yet: for each its field and when it was
    /// typed, as `name@1700000003.6`, separated by single spaces. Empty in nearly all rows.
    public var lost: String

    public init(
        id: String, name: String, url: String, tags: String = "", added: Double, modified: Double,
        lost: String = ""
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.tags = tags
        self.added = added
        self.modified = modified
        self.lost = lost
    }

    /// Whether another device changed a field at the same time, and nobody chose a value since.
    public var hasConflict: Bool { !lost.isEmpty }

    /// The fields that two devices changed at the same time, each once.
    public var conflictFields: [String] {
        var seen: Set<Substring> = []
        return lost.split(separator: " ").compactMap { value in
            let field = value.prefix(upTo: value.lastIndex(of: "@") ?? value.endIndex)
            return seen.insert(field).inserted ? String(field) : nil
        }
    }
}
