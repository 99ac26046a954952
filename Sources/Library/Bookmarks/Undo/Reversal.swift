public import Documents

/// The result of an undo or a redo.
public struct Reversal: Sendable, Hashable {
    /// The command: `Deleted “Swift.org”`.
    public var title: String
    /// When it was made first, in seconds since 1970.
    public var made: Double
    /// The session that made it.
    public var session: EditSession
    /// Whether the session that takes it back made it.
    public var isOwn: Bool
    /// The bookmarks that it was about, also where it changed a document of theirs.
    public var ids: [String] = []
    /// How many of these are there for a document.
    public var documents = 0
    /// How many of them are different now.
    public var changed = 0
    /// Bookmarks that keep fields because they were edited since; the first few.
    public var staying: [Staying] = []
    /// How many bookmarks stay in whole or in part.
    public var stayingCount = 0

    /// A bookmark that was not taken back as a whole.
    public struct Staying: Sendable, Hashable {
        /// The id of the bookmark, also where it is about a document of it.
        public var id: String
        /// Empty for a document that was forgotten for good.
        public var name: String
        /// The fields that were edited since; none if it is the bookmark as a whole.
        public var fields: [String]
        /// Whether it was forgotten for good, so that nothing brings it back.
        public var isForgotten: Bool
        /// The kind of a document, whose name ``name`` is then; `nil` for a bookmark.
        public var kind: Document.Kind?
        /// The id of the document.
        public var document: String?
        /// Whether a person can settle edits made in the document at the same time.
        public var isUnsettled = false
    }

    /// How many of ``staying`` are said one by one.
    static let limit = 20

    /// Whether all that it was about was forgotten for good, so that nothing is known of it.
    public var isForgotten: Bool { ids.isEmpty }
    /// Whether all of it was taken back.
    public var isWhole: Bool { stayingCount == 0 }
    /// Whether anything was: all of it may have been edited elsewhere since.
    public var isAnything: Bool { changed > 0 }
}
