import Bookmarks

/// Where targets are looked for.
protocol Shelf {
    /// The one whose id begins so.
    func id(matching prefix: String) throws -> String
    /// The one that leads to the page of an address.
    func id(ofPage url: String) throws -> String
    /// All, in the order in which they are printed.
    func idsInOrder() throws -> [String]
    func rows(matching query: Query) throws -> [BookmarkRow]
}

/// The bookmarks of the list.
struct LiveShelf: Shelf {
    let catalog: any BookmarkCatalog

    func id(matching prefix: String) throws -> String { try catalog.id(matching: prefix) }

    func id(ofPage url: String) throws -> String {
        let rows = try catalog.rows(pageKey: WebAddress(typed: url).pageKey)
        return try only(of: rows.map { ($0.id, $0.url) }, url)
    }

    func idsInOrder() throws -> [String] {
        try catalog.rows(sortedBy: .standard, limit: nil).map(\.id)
    }

    func rows(matching query: Query) throws -> [BookmarkRow] {
        try catalog.rows(matching: query, sortedBy: .standard)
    }
}

/// The bookmarks that were deleted and can be restored.
struct DeletedShelf: Shelf {
    let catalog: any BookmarkCatalog

    func id(matching prefix: String) throws -> String { try catalog.deletedID(matching: prefix) }

    func id(ofPage url: String) throws -> String {
        let key = try WebAddress(typed: url).pageKey
        let rows = try catalog.deletedRows(limit: nil)
            .filter { WebAddress(stored: $0.row.url).pageKey == key }
        return try only(of: rows.map { ($0.id, $0.row.url) }, url)
    }

    func idsInOrder() throws -> [String] { try catalog.deletedRows(limit: nil).map(\.id) }

    func rows(matching query: Query) throws -> [BookmarkRow] {
        try catalog.deletedRows(matching: query)
    }
}

extension Shelf {
    /// The one of several bookmarks of a page that is meant: the only one, or the only one with
    /// just this address.
    fileprivate func only(of rows: [(id: String, url: String)], _ url: String) throws -> String {
        let exact = rows.filter { $0.url == url }
        let candidates = exact.isEmpty ? rows : exact
        if candidates.count > 1 {
            throw BookmarkError.ambiguousPage(url: url, ids: candidates.map(\.id))
        }
        guard let found = candidates.first else { throw BookmarkError.unknownPage(url: url) }
        return found.id
    }
}
