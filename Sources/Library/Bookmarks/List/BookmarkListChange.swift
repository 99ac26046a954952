/// One step by which a ``BookmarkList`` follows the bookmarks.
public enum BookmarkListChange: Sendable, Hashable {
    /// A bookmark is there, and this is its row now: added if the list doesn't have its id.
    case upsert(BookmarkRow)
    /// A bookmark is gone; nothing happens if the list doesn't have it.
    case remove(id: String)
}
