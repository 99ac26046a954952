/// What a person made of one bookmark: only the fields that differ are set.
public struct BookmarkEdit: Sendable, Hashable {
    public var id: String
    /// What the person saw when beginning.
    public var original: BookmarkDraft
    public var edited: BookmarkDraft

    public init(id: String, original: BookmarkDraft, edited: BookmarkDraft) {
        self.id = id
        self.original = original
        self.edited = edited
    }
}
