import BookmarkDatabase
import BookmarkLibrary
import Bookmarks

/// What a client asks of a list of bookmarks.
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
    /// A page of bookmarks, and how many there are in all.
    func list(_ request: LinkdingListRequest) throws -> (results: [JSONValue], count: Int) {
        let rows = try rows(request)
        let shown = request.page.slice(of: rows)
        let details = try home.catalog.details(ofIDs: shown.map(\.id))
        let numbers = try numbers(of: shown)
        let results = zip(shown, numbers).map { row, number in
            Self.json(
                Bookmark(row, details[row.id] ?? BookmarkDetails()), number: number)
        }
        return (results, rows.count)
    }

    private func rows(_ request: LinkdingListRequest) throws -> [BookmarkRow] {
        guard let query = Query(linkding: request.filter) else { return [] }
        // The list keeps what it looked up for the words, as long as it is asked for words.
        try controller.filter(query)
        let list = controller.list
        var rows = (0..<list.count).map { list[$0] }
        if let since = request.addedSince { rows.removeAll { $0.added <= since } }
        if let since = request.modifiedSince {
            let arrived = try InterfaceNumbers.arrivals(after: since, in: replica)
            rows.removeAll { $0.modified <= since && !arrived.contains($0.id) }
        }
        return Self.sorted(rows, request.sort)
    }

    /// The list is in the order of the first already.
    private static func sorted(
        _ rows: [BookmarkRow], _ order: LinkdingListRequest.Sort
    ) -> [BookmarkRow] {
        switch order {
        case .addedDescending: rows
        case .addedAscending: rows.reversed()
        case .modifiedDescending:
            rows.sorted { ($0.modified, $0.id) > ($1.modified, $1.id) }
        case .modifiedAscending:
            rows.sorted { ($0.modified, $0.id) < ($1.modified, $1.id) }
        case .titleAscending: byTitle(rows)
        case .titleDescending: byTitle(rows).reversed()
        }
    }

    private static func byTitle(_ rows: [BookmarkRow]) -> [BookmarkRow] {
        let keyed = rows.map { (key: $0.title.lowercased(), row: $0) }
        return keyed.sorted { ($0.key, $0.row.id) < ($1.key, $1.row.id) }.map(\.row)
    }
}

/// Which part of a list a client wants.
struct LinkdingPage: Sendable {
    var limit = 100
    var offset = 0

    /// That part.
    func slice<Element>(of all: [Element]) -> ArraySlice<Element> {
        all.dropFirst(offset).prefix(limit)
    }
}
