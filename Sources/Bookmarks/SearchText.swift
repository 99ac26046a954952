/// Text as a search compares it, for those who look for bookmarks elsewhere than in a list: in a
/// database.
public enum SearchText {
    /// The text of a bookmark in which ``SearchQuery/pieces`` are looked for.
    ///
    /// Whoever stores it must make it anew when a version of the program folds otherwise.
    public static func folded(_ row: BookmarkRow) -> [UInt8] { SearchArena([row]).bytes }

    /// Whether all pieces stand in a text.
    public static func contains(_ pieces: [[UInt8]], in text: UnsafeRawBufferPointer) -> Bool {
        pieces.allSatisfy { SearchArena.contains($0, in: text) }
    }
}

extension SearchQuery {
    /// Bytes that all stand in the text of every bookmark that this query finds. When a word has an
    /// upper-case letter, they stand in others too. None when the query finds everything.
    public var pieces: [[UInt8]] { words.map(\.folded) }
}
