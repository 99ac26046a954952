extension BookmarkCatalog {
    /// Returns all rows that ``BookmarkList/filter(_:)`` lets through, in list order.
    public func rows(matching query: Query, sortedBy order: SortOrder) throws -> [BookmarkRow] {
        try rows(matching: query, sortedBy: order, limit: nil)
    }

    /// Returns the rows whose address leads to a page, the earliest added first: see
    /// ``WebAddress/pageKey``.
    public func rows(pageKey: String) throws -> [BookmarkRow] {
        try rows(pageKeys: [pageKey])[pageKey] ?? []
    }

    /// Returns the number of these bookmarks that share their page with another bookmark.
    public func duplicateCount(among ids: [String]) throws -> Int {
        let keys = try rows(ids: ids).values.map { WebAddress(stored: $0.url).pageKey }
        let rows = try rows(pageKeys: Array(Set(keys)))
        return keys.count { rows[$0, default: []].count > 1 }
    }

    /// Returns the id of the only bookmark whose id has this prefix; throws if there is none, or
    /// several.
    public func id(matching prefix: String) throws -> String {
        let wanted = BookmarkID.canonical(prefix)
        let rows = wanted.isEmpty ? [] : try rows(idPrefix: wanted, limit: 6)
        let found = try Self.only(of: rows, wanted, typed: prefix)
        guard let found else {
            // A shorter prefix matches the id of some deleted bookmark by chance.
            if wanted.utf8.count > 3, let deleted = try? deletedID(matching: prefix) {
                throw BookmarkError.isDeleted(id: deleted)
            }
            throw BookmarkError.notFound(id: prefix)
        }
        return found
    }

    /// Returns the id of the only deleted bookmark whose id has this prefix; throws if there is
    /// none, or several.
    public func deletedID(matching prefix: String) throws -> String {
        let wanted = BookmarkID.canonical(prefix)
        let rows = wanted.isEmpty ? [] : try deletedRows(idPrefix: wanted, limit: 6)
        let found = try Self.only(of: rows.map(\.row), wanted, typed: prefix)
        guard let found else { throw BookmarkError.notDeleted(id: prefix) }
        return found
    }

    private static func only(
        of rows: [BookmarkRow], _ wanted: String, typed prefix: String
    ) throws(BookmarkError) -> String? {
        if rows.contains(where: { $0.id == wanted }) { return wanted }
        if rows.count > 1 { throw .ambiguous(prefix: prefix, rows: rows) }
        return rows.first?.id
    }
}
