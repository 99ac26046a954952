/// A person's edit of one bookmark: only the fields that differ are set.
public struct BookmarkEdit: Sendable, Hashable {
    public var id: String
    /// The state when the person began.
    public var original: BookmarkDraft
    public var edited: BookmarkDraft

    public init(id: String, original: BookmarkDraft, edited: BookmarkDraft) {
        self.id = id
        self.original = original
        self.edited = edited
    }
}
