public import Replication

/// The content of a property list after people and other programs had a chance to edit it.
public struct FoundDefaults: Sendable, Hashable {
    /// In the order of the file. Their places in it are their ``Entry/index``.
    public var bookmarks: [Entry]
    /// Entries of the array of bookmarks that can't be read as bookmarks.
    public var malformed: [MalformedEntry]
    /// The readable deleted bookmarks. Editing them by hand has no effect.
    public var recentlyDeleted: [Entry]
    public var settings: [String: PropertyListValue]
    /// Whether the file says of each bookmark how its page describes itself, and whether it is
    /// unread or archived. Earlier versions wrote files without a word of that.
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

    /// A bookmark as it stands in the file. Its URL isn't checked.
    public struct Entry: Sendable, Hashable {
        /// Its place in the array, from 0.
        public var index: Int
        /// Missing if a person added an entry by hand.
        public var id: String?
        public var draft: BookmarkDraft
        /// Seconds since 1970.
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
        /// Its place in the array, from 0.
        public var index: Int
        /// The id of its bookmark, if at least that can be read.
        public var id: String?
        /// A sentence for people.
        public var reason: String

        public init(index: Int, id: String? = nil, reason: String) {
            self.index = index
            self.id = id
            self.reason = reason
        }
    }
}
