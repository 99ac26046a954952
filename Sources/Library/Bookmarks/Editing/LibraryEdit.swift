/// An edit of many bookmarks that another program computed from a copy of them.
///
/// Each part has the state that the program saw, so that later changes made elsewhere stay.
public struct LibraryEdit: Sendable, Hashable {
    /// A new bookmark.
    public struct Addition: Sendable, Hashable {
        public var id: String
        public var draft: BookmarkDraft
        /// The bookmark's place in manual order; empty for none.
        public var place: String

        public init(id: String, draft: BookmarkDraft, place: String = "") {
            self.id = id
            self.draft = draft
            self.place = place
        }
    }

    /// An edit of a bookmark.
    public struct Change: Sendable, Hashable {
        public var id: String
        /// The fields that the program saw, and the fields after its edit. Only fields that differ
        /// are set.
        public var original: BookmarkDraft
        public var edited: BookmarkDraft
        /// The new place in manual order; `nil` to keep the current one.
        public var place: String?
        /// Whether the bookmark is restored if it was deleted.
        public var revives: Bool

        public init(
            id: String, original: BookmarkDraft, edited: BookmarkDraft, place: String? = nil,
            revives: Bool = true
        ) {
            self.id = id
            self.original = original
            self.edited = edited
            self.place = place
            self.revives = revives
        }
    }

    public var additions: [Addition] = []
    public var changes: [Change] = []
    /// The bookmarks to delete. A bookmark that was edited since the program saw it stays.
    public var deletions: [BookmarkDeletion] = []

    public init() {}

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { additions.isEmpty && changes.isEmpty && deletions.isEmpty }
}
