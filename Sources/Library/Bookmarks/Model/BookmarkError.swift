/// Why the bookmarks were not changed.
public enum BookmarkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The same page is there already, under this row; the bookmark with the id `edited` was to
    /// lead there too, or a new one.
    case duplicate(BookmarkRow, edited: String? = nil)
    /// No bookmark has this id, or an id that begins so.
    case notFound(id: String)
    /// The bookmark with this id was deleted.
    case isDeleted(id: String)
    /// No bookmark that has this id was deleted, or it was purged.
    case notDeleted(id: String)
    /// The bookmark with this id is in the list, and was to be one that was deleted.
    case isThere(id: String)
    /// Several bookmarks have ids that begin so.
    case ambiguous(prefix: String, ids: [String])
    /// No bookmark leads to the page of this address.
    case unknownPage(url: String)
    /// Several bookmarks lead to the page of this address.
    case ambiguousPage(url: String, ids: [String])
    /// No change with this number is known of the bookmark.
    case noSuchChange(number: Int64)

    public var description: String {
        switch self {
        case .duplicate(let row, let edited):
            "Already here as “\(row.title)” (\(row.id)). "
                + (edited.map {
                    "Nothing was changed; with --even-if-there \($0) leads there, too."
                } ?? "Nothing was added; --even-if-there adds it again.")
        case .notFound(let id) where id.isEmpty:
            "An empty id names no bookmark. `cloudy list` shows the ids."
        case .notFound(let id):
            "No bookmark has the id \(id). `cloudy list` shows the ids."
        case .isDeleted(let id):
            "The bookmark \(id) was deleted. To bring it back: cloudy restore \(id)"
        case .notDeleted(let id):
            "No deleted bookmark has the id \(id), or it was purged. `cloudy trash` shows them."
        case .isThere(let id):
            "The bookmark \(id) is not deleted: it is in the list, as cloudy show \(id) says. "
                + "Nothing was changed."
        case .ambiguous(let prefix, let ids):
            "\(prefix) begins the ids of several bookmarks: \(ids.joined(separator: ", ")). "
                + "Type more of the one you mean."
        case .unknownPage(let url):
            "No bookmark here leads to \(url)."
        case .ambiguousPage(let url, let ids):
            "Several bookmarks lead to \(url): \(ids.joined(separator: ", ")). Name one of these."
        case .noSuchChange(let number):
            "No change \(number) of this bookmark is known, or not any more. "
                + "`cloudy history ID` shows them."
        }
    }

    /// The same for somebody who is looking at the list, where no command can be typed.
    public var messageInList: String {
        switch self {
        case .duplicate(let row, let edited):
            "Already here as “\(row.title)”. Nothing was \(edited == nil ? "added" : "changed")"
        case .notDeleted, .isThere:
            "The bookmark was restored or purged meanwhile, in another terminal or on another "
                + "device. Nothing was changed"
        case .noSuchChange: "This change is not kept any more. Nothing was changed"
        case .notFound, .isDeleted, .ambiguous, .unknownPage, .ambiguousPage:
            "The bookmark was deleted meanwhile, in another terminal or on another device. "
                + "Nothing was changed"
        }
    }
}
