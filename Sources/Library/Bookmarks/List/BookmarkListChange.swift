/// One change that a ``BookmarkList`` applies.
public enum BookmarkListChange: Sendable, Hashable {
    /// The bookmark exists with this row. The list adds it if it doesn't have its id.
    case upsert(BookmarkRow)
    /// The bookmark is gone. Nothing happens if the list doesn't have it.
    case remove(id: String)
}
