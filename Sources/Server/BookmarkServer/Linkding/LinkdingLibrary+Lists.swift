import BookmarkDatabase
import BookmarkLibrary
import Bookmarks

/// The request of a client for a list of bookmarks.
struct LinkdingListRequest: Sendable {
    var filter = Query.LinkdingFilter()
    var sort = Sort.addedDescending
    var addedSince: Double?
    var modifiedSince: Double?
    var page = LinkdingPage()

    enum Sort: String {
        case addedDescending = "added_desc"
        case addedAscending = "added_asc"
        case modifiedDescending = "modified_desc"
        case modifiedAscending = "modified_asc"
        case titleAscending = "title_asc"
        case titleDescending = "title_desc"
    }
}

extension LinkdingLibrary {
    /// Returns a page of bookmarks, and the number of all matches.
    func list(_ request: LinkdingListRequest) throws -> (results: [JSONValue], count: Int) {
        let (shown, count) = try rows(request)
        let details = try home.catalog.details(ofIDs: shown.map(\.id))
        let numbers = try numbers(of: shown)
        let results = zip(shown, numbers).map { row, number in
            Self.json(
                Bookmark(row, details[row.id] ?? BookmarkDetails()), number: number)
        }
        return (results, count)
    }

    /// Returns the rows of a page, and the number of all matches.
    private func rows(
        _ request: LinkdingListRequest
    ) throws -> (shown: [BookmarkRow], count: Int) {
        guard let query = Query(linkding: request.filter) else { return ([], 0) }
        try controller.filter(query)
        let list = controller.list
        if let order = request.sort.order {
            let rows = list.rows(sortedBy: order)
            return try shown(order.field == .name ? Self.byTitle(rows, order) : rows, request)
        }
        guard request.addedSince != nil || request.modifiedSince != nil else {
            let part = request.page.slice(of: 0..<list.count)
            return (part.map { list[$0] }, list.count)
        }
        return try shown((0..<list.count).map { list[$0] }, request)
    }

    /// Returns the requested part of some rows, and the number of all that match.
    private func shown(
        _ rows: [BookmarkRow], _ request: LinkdingListRequest
    ) throws -> (shown: [BookmarkRow], count: Int) {
        var rows = rows
        if let since = request.addedSince { rows.removeAll { $0.added <= since } }
        if let since = request.modifiedSince {
            let arrived = try InterfaceNumbers.arrivals(after: since, in: replica)
            rows.removeAll { $0.modified <= since && !arrived.contains($0.id) }
        }
        return (Array(request.page.slice(of: rows)), rows.count)
    }

    /// Returns rows in the order of their names. Like linkding, sorts rows without a name by their
    /// URLs among the others.
    private static func byTitle(_ rows: [BookmarkRow], _ order: SortOrder) -> [BookmarkRow] {
        let isDescending = order.isDescending
        // An empty name is first in the order.
        guard let edge = isDescending ? rows.last : rows.first, edge.name.isEmpty else {
            return rows
        }
        var rest = rows.filter { !$0.name.isEmpty }[...]
        let nameless = rows.filter(\.name.isEmpty)
            .map { (row: $0, key: SearchText.folded($0.url)) }
            .sorted { one, other in
                if one.key == other.key { return one.row.id < other.row.id }
                return one.key.lexicographicallyPrecedes(other.key) != isDescending
            }
        var result: [BookmarkRow] = []
        for (row, key) in nameless {
            let place = Self.place(of: key, among: rest, isDescending)
            result += rest[..<place]
            result.append(row)
            rest = rest[place...]
        }
        return result + rest
    }

    /// Returns the number of rows with names that come before a key.
    private static func place(
        of key: [UInt8], among rows: ArraySlice<BookmarkRow>, _ isDescending: Bool
    ) -> Int {
        var (low, high) = (rows.startIndex, rows.endIndex)
        while low < high {
            let middle = (low + high) / 2
            let other = SearchText.folded(rows[middle].name)
            let isBefore =
                isDescending
                ? key.lexicographicallyPrecedes(other) : other.lexicographicallyPrecedes(key)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension LinkdingListRequest.Sort {
    /// The same order for a list; `nil` for the order that lists have by default.
    fileprivate var order: SortOrder? {
        switch self {
        case .addedDescending: nil
        case .addedAscending: SortOrder(.added)
        case .modifiedDescending: SortOrder(.modified, descending: true)
        case .modifiedAscending: SortOrder(.modified)
        case .titleAscending: SortOrder(.name)
        case .titleDescending: SortOrder(.name, descending: true)
        }
    }
}

/// The part of a list that a client requests.
struct LinkdingPage: Sendable {
    var limit = 100
    var offset = 0

    /// Returns that part of a list.
    func slice<Elements: Collection>(of all: Elements) -> Elements.SubSequence {
        all.dropFirst(offset).prefix(limit)
    }
}
