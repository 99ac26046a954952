/// Answers questions about all bookmarks without decoding them.
public protocol BookmarkCatalog: Sendable {
    /// How many bookmarks there are.
    func count() throws -> Int
    /// The rows in order, at most `limit` of them, or all.
    func rows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    func row(id: String) throws -> BookmarkRow?
    /// The rows whose id begins with `prefix`, at most `limit` of them.
    func rows(idPrefix prefix: String, limit: Int) throws -> [BookmarkRow]
    /// The rows whose address leads to the same page: see ``WebAddress/pageKey``.
    func rows(pageKey: String) throws -> [BookmarkRow]
}

/// The device's property list, which follows the bookmarks.
public protocol DefaultsMirror: Sendable {
    /// Says that the bookmarks changed. The file is written soon after, once for many changes.
    func setNeedsUpdate()
}
