/// An edit of many bookmarks that another program made of a copy of them.
///
/// Each part has the state that the program saw, so that changes made elsewhere since then stay.
public struct LibraryEdit: Sendable, Hashable {
    /// A new bookmark.
    public struct Addition: Sendable, Hashable {
        public var id: String
        public var draft: BookmarkDraft
        /// Its place in manual order; empty for none.
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
        /// The fields that the program saw, and those that it made of them: of these, only the ones
        /// that differ are set.
        public var original: BookmarkDraft
        public var edited: BookmarkDraft
        /// The new place in manual order; `nil` to leave it where it is.
        public var place: String?
        /// Whether the bookmark comes back if it was deleted.
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
    /// A bookmark that was edited since it was seen so stays.
    public var deletions: [BookmarkDeletion] = []

    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool { additions.isEmpty && changes.isEmpty && deletions.isEmpty }
}
