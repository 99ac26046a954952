/// Answers questions about all bookmarks without decoding them. The database conforms to it, so
/// that neither the list nor an edit depends on SQLite.
public protocol BookmarkCatalog: BookmarkFacts {
    /// Returns the number of bookmarks.
    func count() throws -> Int
    /// Returns the number of bookmarks that are not archived.
    func listedCount() throws -> Int
    /// Returns the numbers of bookmarks of each kind.
    func tallies() throws -> CatalogTallies
    /// Whether there are more than `count` bookmarks. Quicker than counting them.
    func hasMore(than count: Int) throws -> Bool
    /// Returns the rows in order, archived ones included; all of them if `limit` is `nil`. Names
    /// and URLs that differ in non-ASCII letters may be ordered differently than in a
    /// ``BookmarkList``.
    func rows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    /// Returns the rows of bookmarks that are not archived, as ``rows(sortedBy:limit:)`` does.
    func listedRows(sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    /// Calls `body` with every whole bookmark of one snapshot, in the order of
    /// ``SortOrder/standard``, without keeping them in memory. Stops when `body` throws.
    func forEachBookmark(_ body: (Bookmark) throws -> Void) throws
    /// Returns the rows that ``BookmarkList/filter(_:)`` lets through, in list order; all of them
    /// if `limit` is `nil`. An empty query finds every row. If the order is by date added, a small
    /// limit reads only few rows.
    func rows(matching query: Query, sortedBy order: SortOrder, limit: Int?) throws -> [BookmarkRow]
    func row(id: String) throws -> BookmarkRow?
    /// Returns the rows of one snapshot by id. Bookmarks that do not exist are left out.
    func rows(ids: [String]) throws -> [String: BookmarkRow]
    /// Returns up to `limit` rows whose id begins with `prefix`.
    func rows(idPrefix prefix: String, limit: Int) throws -> [BookmarkRow]
    /// Returns the rows of one snapshot whose address leads to these pages, by page key: see
    /// ``WebAddress/pageKey``. The earliest added comes first; pages without a row are left out.
    func rows(pageKeys: [String]) throws -> [String: [BookmarkRow]]
    /// Returns the bookmarks that share their page with another bookmark, grouped by page.
    func duplicateGroups() throws -> [[BookmarkRow]]
    /// Returns the deleted bookmarks that can be restored, the latest deleted first; all of them if
    /// `limit` is `nil`.
    func deletedRows(limit: Int?) throws -> [DeletedRow]
    /// Returns the deleted bookmarks that a query finds, the latest deleted first, whether or not
    /// the query asks for deleted ones.
    func deletedRows(matching query: Query) throws -> [BookmarkRow]
    /// Returns up to `limit` deleted bookmarks whose id begins with `prefix`.
    func deletedRows(idPrefix prefix: String, limit: Int) throws -> [DeletedRow]
    /// Records that this device opened a bookmark, at a time in seconds since 1970. Other devices
    /// do not learn of it.
    func noteOpening(of id: String, at time: Double) throws
    /// Returns when this device last opened bookmarks, by id, if that was at `time` or later.
    func openings(since time: Double) throws -> [String: Double]
    /// Returns the ``BookmarkRow/lost`` of each bookmark with a conflict, by id.
    func conflicts() throws -> [String: String]
    /// Returns all tags except those of archived bookmarks only, in the order of their names.
    func tagCounts() throws -> [TagCount]
    /// Returns the stored paths of all folders with bookmarks, and the number of bookmarks in each.
    func folders(withArchived: Bool) throws -> [String: Int]
    /// Returns the bookmarks whose stored folder is one of these paths.
    func ids(inFolders paths: [String]) throws -> [String]
    /// Returns the known changes of a bookmark.
    func history(ofID id: String) throws -> BookmarkHistory
    /// Returns the change that last brought back each of these bookmarks after a deletion.
    /// Bookmarks without such a change in the history of this device are left out.
    func returns(ofIDs ids: [String]) throws -> [String: BookmarkChange]
    /// Returns the latest change of each of these bookmarks. Bookmarks without a change since their
    /// addition, or since this device keeps the history, are left out.
    func latestChanges(ofIDs ids: [String]) throws -> [String: BookmarkChange]
}

/// The numbers of bookmarks of each kind.
public struct CatalogTallies: Sendable, Hashable {
    /// The number of bookmarks that are neither archived nor deleted.
    public var listed: Int
    /// The numbers of listed bookmarks that are unread, and that have a conflict.
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
    /// The path of the folder, such as `work/swift`; empty at the top.
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
    /// Schedules a write of the file, because the bookmarks changed. Several changes share one
    /// write.
    func setNeedsUpdate()
}
