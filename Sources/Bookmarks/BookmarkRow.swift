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

    public init(
        id: String, name: String, url: String, tags: String = "", added: Double, modified: Double
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.tags = tags
        self.added = added
        self.modified = modified
    }
}
