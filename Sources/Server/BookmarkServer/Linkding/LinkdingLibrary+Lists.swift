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
        let (shown, count) = try rows(request)
        let details = try home.catalog.details(ofIDs: shown.map(\.id))
        let numbers = try numbers(of: shown)
        let results = zip(shown, numbers).map { row, number in
            Self.json(
                Bookmark(row, details[row.id] ?? BookmarkDetails()), number: number)
        }
        return (results, count)
    }

    /// The rows of a page, and how many there are in all.
    private func rows(
        _ request: LinkdingListRequest
    ) throws -> (shown: [BookmarkRow], count: Int) {
        guard let query = Query(linkding: request.filter) else { return ([], 0) }
        // The list keeps what it looked up for the words, as long as it is asked for words.
        try controller.filter(query)
        var list = controller.list
        if let order = request.sort.order { list.sort(order) }
        guard request.addedSince != nil || request.modifiedSince != nil else {
            let part = request.page.slice(of: 0..<list.count)
            return (part.map { list[$0] }, list.count)
        }
        var rows = (0..<list.count).map { list[$0] }
        if let since = request.addedSince { rows.removeAll { $0.added <= since } }
        if let since = request.modifiedSince {
            let arrived = try InterfaceNumbers.arrivals(after: since, in: replica)
            rows.removeAll { $0.modified <= since && !arrived.contains($0.id) }
        }
        return (Array(request.page.slice(of: rows)), rows.count)
    }
}

extension LinkdingListRequest.Sort {
    /// The same order of a list; `nil` for the one that it has.
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

/// Which part of a list a client wants.
struct LinkdingPage: Sendable {
    var limit = 100
    var offset = 0

    /// That part.
    func slice<Elements: Collection>(of all: Elements) -> Elements.SubSequence {
        all.dropFirst(offset).prefix(limit)
    }
}
