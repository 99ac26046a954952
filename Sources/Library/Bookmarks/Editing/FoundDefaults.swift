public import Replication

/// The content of a property list after people and other programs had a chance to edit it.
public struct FoundDefaults: Sendable, Hashable {
    /// The bookmarks in the order of the file; ``Entry/index`` is the place of each in the file.
    public var bookmarks: [Entry]
    /// Entries of the array of bookmarks that can't be read as bookmarks.
    public var malformed: [MalformedEntry]
    /// The readable deleted bookmarks. Editing them by hand has no effect.
    public var recentlyDeleted: [Entry]
    public var settings: [String: PropertyListValue]
    /// Whether the file has the fields for description, unread and archived. Earlier versions wrote
    /// files without them.
    public var hasAllFields = true

    public init(
        bookmarks: [Entry] = [], malformed: [MalformedEntry] = [],
        recentlyDeleted: [Entry] = [], settings: [String: PropertyListValue] = [:]
    ) {
        self.bookmarks = bookmarks
        self.malformed = malformed
        self.recentlyDeleted = recentlyDeleted
        self.settings = settings
    }

    /// A bookmark as the file has it. Its URL isn't checked.
    public struct Entry: Sendable, Hashable {
        /// The entry's index in the array, from 0.
        public var index: Int
        /// The bookmark's id; missing if a person added the entry by hand.
        public var id: String?
        public var draft: BookmarkDraft
        /// The time when the bookmark was added, in seconds since 1970.
        public var added: Double?

        public init(index: Int, id: String? = nil, draft: BookmarkDraft, added: Double? = nil) {
            self.index = index
            self.id = id
            self.draft = draft
            self.added = added
        }
    }

    /// An entry that isn't a bookmark, and why.
    public struct MalformedEntry: Sendable, Hashable {
        /// The entry's index in the array, from 0.
        public var index: Int
        /// The bookmark's id, if it can be read.
        public var id: String?
        /// The reason why the entry isn't a bookmark, as a sentence for people.
        public var reason: String

        public init(index: Int, id: String? = nil, reason: String) {
            self.index = index
            self.id = id
            self.reason = reason
        }
    }
}
