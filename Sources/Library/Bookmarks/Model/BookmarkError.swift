/// The reason why bookmarks were not changed.
public enum BookmarkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// This row already has the page. `edited` is the id of the bookmark that would have got the
    /// same page; `nil` for a new one.
    case duplicate(BookmarkRow, edited: String? = nil)
    /// No bookmark has this id or prefix of an id.
    case notFound(id: String)
    /// The bookmark with this id is deleted.
    case isDeleted(id: String)
    /// No deleted bookmark has this id, or it is deleted forever.
    case notDeleted(id: String)
    /// The bookmark with this id is not deleted, although a deleted one is needed.
    case isThere(id: String)
    /// Several bookmarks have ids with this prefix.
    case ambiguous(prefix: String, rows: [BookmarkRow])
    /// No bookmark leads to the page of this address.
    case unknownPage(url: String)
    /// Several bookmarks lead to the page of this address.
    case ambiguousPage(url: String, rows: [BookmarkRow])
    /// The bookmark has no known change with this number.
    case noSuchChange(number: Int64)

    public var description: String {
        switch self {
        case .duplicate(let row, let edited):
            "You already have this page: “\(row.title)” (\(row.id)). "
                + (edited.map {
                    "Nothing was changed. To change \($0) anyway: --even-if-there"
                } ?? "Nothing was added. To add it again: --even-if-there")
        case .notFound(let id) where id.isEmpty:
            "The id is empty. To see the ids: cloudy list"
        case .notFound(let id):
            "No bookmark has the id \(id). To see the ids: cloudy list"
        case .isDeleted(let id):
            "The bookmark \(id) was deleted. To restore it: cloudy restore \(id)"
        case .notDeleted(let id) where id.isEmpty:
            "The id is empty. To see the ids: cloudy trash, or cloudy docs --deleted"
        case .notDeleted(let id):
            "No deleted bookmark or document has the id \(id), or it was deleted forever. To see "
                + "the trash: cloudy trash, or cloudy docs --deleted"
        case .isThere(let id):
            "The bookmark \(id) is not deleted. Nothing was changed. To see it: cloudy show \(id)"
        case .ambiguous(let prefix, let rows):
            "Several ids begin with \(prefix): \(Self.listed(rows)). Type more of the one you mean."
        case .unknownPage(let url):
            "No bookmark here has the URL \(url)."
        case .ambiguousPage(let url, let rows):
            "Several bookmarks have the URL \(url): \(Self.listed(rows)). Name one of these."
        case .noSuchChange(let number):
            "This bookmark has no change \(number), or it is no longer kept. To see its changes: "
                + "cloudy history ID"
        }
    }

    /// Lists ids with the titles of their bookmarks, five at most.
    private static func listed(_ rows: [BookmarkRow]) -> String {
        let five = rows.prefix(5).map { "\($0.id) “\(shortened($0.title))”" }
        return five.joined(separator: ", ") + (rows.count > five.count ? ", and others" : "")
    }

    /// The message for the list, where no command can be typed.
    public var messageInList: String {
        switch self {
        case .duplicate(let row, let edited):
            "You already have this page: “\(row.title)”. Nothing was "
                + "\(edited == nil ? "added" : "changed")"
        case .notDeleted, .isThere:
            "The bookmark was restored or deleted forever meanwhile, in another terminal or on "
                + "another device. Nothing was changed"
        case .noSuchChange: "This change is no longer kept. Nothing was changed"
        case .notFound, .isDeleted, .ambiguous, .unknownPage, .ambiguousPage:
            "The bookmark was deleted meanwhile, in another terminal or on another device. "
                + "Nothing was changed"
        }
    }
}
