public import Documents

/// The result of an undo or a redo.
public struct Reversal: Sendable, Hashable {
    /// The title of the step: `Deleted “Swift.org”`.
    public var title: String
    /// The time when the step was made, in seconds since 1970.
    public var made: Double
    /// The session that made the step.
    public var session: EditSession
    /// Whether the session that undoes or redoes the step made it.
    public var isOwn: Bool
    /// The bookmarks of the step, including those of changed documents.
    public var ids: [String] = []
    /// The number of these that are listed because of a document.
    public var documents = 0
    /// The number of these that changed.
    public var changed = 0
    /// The first bookmarks that keep fields because they were edited since.
    public var staying: [Staying] = []
    /// The number of bookmarks that stay as a whole or in part.
    public var stayingCount = 0
    /// The number of bookmarks and documents of the step that were deleted forever since; they are
    /// in no other count.
    public var forgottenCount = 0

    /// A bookmark that was not undone completely.
    public struct Staying: Sendable, Hashable {
        /// The id of the bookmark, even if a document of it stays.
        public var id: String
        /// The name; empty for a document that was deleted forever.
        public var name: String
        /// The fields that were edited since; empty if it is the bookmark as a whole.
        public var fields: [String]
        /// Whether the item was deleted forever and cannot be restored.
        public var isForgotten: Bool
        /// The kind of the document that ``name`` names; `nil` for a bookmark.
        public var kind: Document.Kind?
        /// The id of the document.
        public var document: String?
        /// Whether the document has a conflict that a person can settle.
        public var isUnsettled = false
    }

    /// The maximum number of ``staying``.
    static let limit = 20

    /// Whether everything in the step was deleted forever, so that nothing is known of it.
    public var isForgotten: Bool { ids.isEmpty }
    /// Whether the whole step was undone.
    public var isWhole: Bool { stayingCount == 0 }
    /// Whether anything changed: all of it may have been edited elsewhere since.
    public var isAnything: Bool { changed > 0 }
}
