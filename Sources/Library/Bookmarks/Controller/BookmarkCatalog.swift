/// Answers questions about all bookmarks without decoding them. The database conforms to it, so
/// that neither the list nor an edit depends on SQLite.
public protocol BookmarkCatalog: BookmarkFacts {
    /// How many bookmarks there are.
    func count() throws -> Int
    /// How many of them are not archived.
    func listedCount() throws -> Int
    /// How many bookmarks there are of each kind.
    func tallies() throws -> CatalogTallies
    /// Whether there are more than so many, which is quicker than to count them.
    func hasMore(than count: Int) throws -> Bool
    /// The rows in order, archived ones too, at most `limit` of them, or all. Names and URLs that
    /// differ in letters other than those of ASCII may stand in another order than in a
    /// ``BookmarkList``.
    func rows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    /// The same of those that are not archived.
    func listedRows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    /// Calls `body` with all bookmarks, whole, as they are at one moment and in the order of
    /// ``SortOrder/standard``, without keeping them; ends when it throws.
    func forEachBookmark(_ body: (Bookmark) throws -> Void) throws
    /// The rows that ``BookmarkList/filter(_:)`` lets through, in the order of a list, at most
    /// `limit` of them, or all. A query that is empty finds all. In the order in which they were
    /// added, a few are found without reading many.
    func rows(matching query: Query, sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    func row(id: String) throws -> BookmarkRow?
    /// The rows of these bookmarks that exist, by their ids, as they are at one moment.
    func rows(ids: [String]) throws -> [String: BookmarkRow]
    /// The rows whose id begins with `prefix`, at most `limit` of them.
    func rows(idPrefix prefix: String, limit: Int) throws -> [BookmarkRow]
    /// The rows whose address leads to one of these pages, by the page, as they are at one moment:
    /// see ``WebAddress/pageKey``. The earliest added first; pages without any are not in it.
    func rows(pageKeys: [String]) throws -> [String: [BookmarkRow]]
    /// The bookmarks that lead to the same page as another one, those of one page together.
    func duplicateGroups() throws -> [[BookmarkRow]]
    /// The deleted bookmarks that can be restored, the latest first; at most `limit`, or all.
    func deletedRows(limit: Int?) throws -> [DeletedRow]
    /// The deleted bookmarks that a query finds, the latest first: only they are asked, whether or
    /// not the query says that they are deleted.
    func deletedRows(matching query: Query) throws -> [BookmarkRow]
    /// The deleted bookmarks whose id begins with `prefix`, at most `limit` of them.
    func deletedRows(idPrefix prefix: String, limit: Int) throws -> [DeletedRow]
    /// Notes that a bookmark was opened from this device, at a time in seconds since 1970. No other
    /// device is told.
    func noteOpening(of id: String, at time: Double) throws
    /// When bookmarks were last opened from this device, by their ids: those for which that was at
    /// a time or later.
    func openings(since time: Double) throws -> [String: Double]
    /// The bookmarks with a conflict, by their ids: the ``BookmarkRow/lost`` of each.
    func conflicts() throws -> [String: String]
    /// All tags but those of archived bookmarks, in the order of their names. Nothing counts as
    /// shown.
    func tagCounts() throws -> [TagCount]
    /// The folders that have bookmarks, as they are stored, and how many are in each.
    func folders(withArchived: Bool) throws -> [String: Int]
    /// The bookmarks whose folder is stored as one of these.
    func ids(inFolders paths: [String]) throws -> [String]
    /// The known changes of a bookmark.
    func history(ofID id: String) throws -> BookmarkHistory
    /// How these bookmarks came back, the last time that they had been deleted. Bookmarks that
    /// never came back, as far as that is kept here, are left out.
    func returns(ofIDs ids: [String]) throws -> [String: BookmarkChange]
}

/// How many bookmarks there are of each kind.
public struct CatalogTallies: Sendable, Hashable {
    /// Neither archived nor deleted.
    public var listed: Int
    /// How many of the listed are unread, and how many have a conflict.
    public var unread: Int
    public var conflicts: Int
    public var archived: Int
    public var deleted: Int

    public init(
        listed: Int = 0, unread: Int = 0, conflicts: Int = 0, archived: Int = 0, deleted: Int = 0
    ) {
        self.listed = listed
        self.unread = unread
        self.conflicts = conflicts
        self.archived = archived
        self.deleted = deleted
    }
}

/// The fields that ``BookmarkRow`` leaves out because no list shows them.
public struct BookmarkDetails: Sendable, Hashable {
    public var notes: String
    public var description: String
    /// The name of the device that made the latest edit.
    public var device: String
    /// A path such as `work/swift`; empty at the top.
    public var folder: String

    public init(
        notes: String = "", description: String = "", device: String = "", folder: String = ""
    ) {
        self.notes = notes
        self.description = description
        self.device = device
        self.folder = folder
    }
}

/// The device's property list, which follows the bookmarks.
public protocol DefaultsMirror: Sendable {
    /// Says that the bookmarks changed. The file is written soon after, once for many changes.
    func setNeedsUpdate()
}
