import Bookmarks
import Screen

/// Where the parts of a bookmark stand when it is on one line, and how wide the date at the end is.
struct ListColumns {
    let isWide: Bool
    let name: Range<Int>
    let url: Range<Int>
    let tags: Range<Int>
    /// How many columns there are for the date or the number that the list is sorted by; 0 for
    /// none.
    let dateWidth: Int

    init(_ layout: Layout, _ order: SortOrder) {
        let columns = layout.size.columns
        isWide = layout.isWide
        let hasDates = order.field.isShown
        // Without headings the dates would have no meaning.
        let hasRoom = columns >= 32 && layout.heading != nil
        dateWidth = hasDates && hasRoom ? (columns >= 100 ? 10 : 7) : 0
        let end = max(3, columns - 1)
        guard isWide else {
            name = 3..<end
            url = end..<end
            tags = end..<end
            return
        }
        let dates = dateWidth > 0 ? dateWidth + 2 : 0
        let room = end - 3 - dates
        let nameWidth = min(max(16, room * 38 / 100), 60)
        let tagsWidth = columns >= 76 ? min(room * 24 / 100, 40) : 0
        name = 3..<3 + nameWidth
        url = name.upperBound + 2..<end - dates - tagsWidth
        tags = min(end - dates, url.upperBound + 2)..<end - dates
    }
}

extension BookmarkList {
    /// The visible order: without a query all rows are equally relevant, so the date counts.
    var shownOrder: SortOrder {
        guard order.field == .relevance, query.isEmpty else { return order }
        return SortOrder(.added, descending: order.isDescending)
    }
}

extension SortOrder.Field {
    /// Whether what this order compares has a column of its own.
    var isShown: Bool {
        switch self {
        case .added, .modified, .opened, .frequency: true
        case .name, .url, .relevance, .manual: false
        }
    }

    /// The heading of that column, or what else says how the list is sorted.
    var heading: String? {
        switch self {
        case .added: "Added"
        case .modified: "Modified"
        case .opened: "Opened"
        case .frequency: "Frequency"
        case .relevance: "Relevance"
        case .manual: "Manual"
        case .name, .url: nil
        }
    }

    /// The time that this order compares, in seconds since 1970; `nil` when it compares something
    /// else, or there is none.
    func time(of bookmark: BookmarkRow) -> Double? {
        switch self {
        case .added: bookmark.added
        case .modified: bookmark.modified
        case .opened: bookmark.opens > 0 ? bookmark.opened : nil
        case .name, .url, .relevance, .frequency, .manual: nil
        }
    }
}

extension BookmarkRow {
    /// The tags, each with its sign.
    var hashedTags: String {
        tags.split(separator: " ").map { "#" + $0 }.joined(separator: " ")
    }
}
