import Bookmarks
import Synchronization

/// The bookmarks of a library in memory, found by plain loops.
final class MemoryCatalog: BookmarkCatalog {
    let bookmarks: [Bookmark]
    let deleted: [DeletedRow]
    /// Which bookmarks are in conflict: see ``conflicts()``.
    let lost: [String: String]
    private let opened = Mutex<[String: Double]>([:])

    init(_ bookmarks: [Bookmark], deleted: [DeletedRow] = [], lost: [String: String] = [:]) {
        self.bookmarks = bookmarks
        self.deleted = deleted
        self.lost = lost
    }

    var rows: [BookmarkRow] {
        bookmarks.map { bookmark in
            BookmarkRow(
                id: bookmark.id, name: bookmark.name, url: bookmark.url,
                tags: bookmark.tags.joined(separator: " "), added: bookmark.added,
                modified: bookmark.modified, lost: lost[bookmark.id] ?? "",
                position: bookmark.position, isUnread: bookmark.isUnread,
                isArchived: bookmark.isArchived)
        }
    }

    private var listed: [BookmarkRow] { rows.filter { !$0.isArchived } }

    private func page(of row: BookmarkRow) -> String { WebAddress(stored: row.url).pageKey }

    func count() -> Int { bookmarks.count }
    func listedCount() -> Int { listed.count }
    func hasMore(than count: Int) -> Bool { bookmarks.count > count }
    func tallies() -> CatalogTallies {
        CatalogTallies(
            listed: listed.count, unread: listed.count(where: \.isUnread),
            conflicts: listed.count { !$0.lost.isEmpty }, archived: rows.count(where: \.isArchived),
            deleted: deleted.count)
    }

    func rows(sortedBy order: SortOrder, limit: Int?) -> [BookmarkRow] {
        var list = BookmarkList(rows: rows, sortedBy: order)
        list.filter((try? Query("is:archived or -is:archived")) ?? Query())
        return shown(list, limit)
    }

    func listedRows(sortedBy order: SortOrder, limit: Int?) -> [BookmarkRow] {
        shown(BookmarkList(rows: listed, sortedBy: order), limit)
    }

    func rows(matching query: Query, sortedBy order: SortOrder, limit: Int?) -> [BookmarkRow] {
        var list = BookmarkList(rows: rows, sortedBy: order)
        list.filter(query)
        return shown(list, limit)
    }

    private func shown(_ list: BookmarkList, _ limit: Int?) -> [BookmarkRow] {
        (0..<min(list.count, limit ?? .max)).map { list[$0] }
    }

    func forEachBookmark(_ body: (Bookmark) throws -> Void) rethrows { try bookmarks.forEach(body) }
    func row(id: String) -> BookmarkRow? { rows.first { $0.id == id } }
    func rows(ids: [String]) -> [String: BookmarkRow] {
        Dictionary(uniqueKeysWithValues: rows.filter { ids.contains($0.id) }.map { ($0.id, $0) })
    }

    func rows(idPrefix prefix: String, limit: Int) -> [BookmarkRow] {
        Array(rows.filter { $0.id.hasPrefix(prefix) }.prefix(limit))
    }

    func rows(pageKeys: [String]) -> [String: [BookmarkRow]] {
        Dictionary(grouping: rows.sorted { $0.added < $1.added }, by: page(of:))
            .filter { pageKeys.contains($0.key) }
    }

    func duplicateGroups() -> [[BookmarkRow]] {
        Dictionary(grouping: rows, by: page(of:)).values.filter { $0.count > 1 }
            .sorted { $0[0].id < $1[0].id }
    }

    func deletedRows(limit: Int?) -> [DeletedRow] { Array(deleted.prefix(limit ?? .max)) }
    func deletedRows(matching query: Query) -> [BookmarkRow] { deleted.map(\.row) }
    func deletedRows(idPrefix prefix: String, limit: Int) -> [DeletedRow] {
        Array(deleted.filter { $0.id.hasPrefix(prefix) }.prefix(limit))
    }

    func noteOpening(of id: String, at time: Double) { opened.withLock { $0[id] = time } }
    func openings(since time: Double) -> [String: Double] {
        opened.withLock { $0.filter { $0.value >= time } }
    }

    func conflicts() -> [String: String] { lost }
    func tagCounts() -> [TagCount] {
        var tally = TagTally()
        for row in listed { tally.add(row.tags) }
        return tally.counts
    }

    func folders(withArchived: Bool) -> [String: Int] {
        let counted = bookmarks.filter { !$0.folder.isEmpty && (withArchived || !$0.isArchived) }
        return Dictionary(grouping: counted, by: \.folder).mapValues(\.count)
    }

    func ids(inFolders paths: [String]) -> [String] {
        bookmarks.filter { paths.contains($0.folder) }.map(\.id)
    }

    func history(ofID id: String) -> BookmarkHistory { BookmarkHistory(changes: [], keptSince: 0) }
    func returns(ofIDs ids: [String]) -> [String: BookmarkChange] { [:] }
    func latestChanges(ofIDs ids: [String]) -> [String: BookmarkChange] { [:] }
}

extension MemoryCatalog {
    func details(ofIDs ids: [String]) -> [String: BookmarkDetails] {
        let found = bookmarks.filter { ids.contains($0.id) }
        return Dictionary(
            uniqueKeysWithValues: found.map { bookmark in
                let details = BookmarkDetails(
                    notes: bookmark.notes, description: bookmark.description,
                    device: bookmark.device, folder: bookmark.folder)
                return (bookmark.id, details)
            })
    }

    func noted() -> [String: BookmarkDetails] { details(ofIDs: bookmarks.map(\.id)) }
    func duplicates() -> Set<String> { Set(duplicateGroups().joined().map(\.id)) }
    func brokenLinks() -> Set<String> { [] }
    func bookmarks(having term: DocumentTerm) -> Set<String> { [] }
}
