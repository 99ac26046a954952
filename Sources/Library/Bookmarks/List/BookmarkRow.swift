/// The part of a bookmark that the list keeps: everything that it shows, and most of what it
/// searches.
///
/// Rows are read from a table derived from the records, so that a long list opens without decoding
/// a single record.
public struct BookmarkRow: Sendable, Hashable, Identifiable {
    public var id: String
    public var name: String
    public var url: String
    /// The tags, separated by single spaces.
    public var tags: String
    /// The time when the bookmark was added, in seconds since 1970.
    public var added: Double
    /// The time when the bookmark was last modified, in seconds since 1970.
    public var modified: Double
    /// The losing values of unsettled conflicts: the field and the time of each as
    /// `name@1700000003.6`, separated by single spaces. Empty in nearly all rows.
    public var lost: String
    /// The place in manual order, as in ``ManualPlace``; empty if the bookmark was never moved.
    public var position: String
    /// The time when this device last opened the bookmark, in seconds since 1970; 0 for never.
    public var opened: Double
    /// The number of times that this device opened the bookmark.
    public var opens: Int
    /// Whether the person still wants to read it.
    public var isUnread: Bool
    /// Whether the list hides the bookmark unless the query asks for archived ones.
    public var isArchived: Bool
    /// Whether the bookmark is deleted. A list has deleted rows only if the query asks for them.
    public var isDeleted: Bool

    public init(
        id: String, name: String, url: String, tags: String = "", added: Double, modified: Double,
        lost: String = "", position: String = "", opened: Double = 0, opens: Int = 0,
        isUnread: Bool = false, isArchived: Bool = false, isDeleted: Bool = false
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.tags = tags
        self.added = added
        self.modified = modified
        self.lost = lost
        self.position = position
        self.opened = opened
        self.opens = opens
        self.isUnread = isUnread
        self.isArchived = isArchived
        self.isDeleted = isDeleted
    }

    /// The name, or the URL if the name is empty.
    public var title: String { name.isEmpty ? url : name }

    /// Whether a list shows the bookmark without a query that asks for archived or deleted ones.
    public var isListed: Bool { !isDeleted && !isArchived }

    /// The tags as an array.
    public var separateTags: [String] {
        tags.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// Whether the bookmark has an unsettled conflict.
    public var hasConflict: Bool { !lost.isEmpty }

    /// The fields that two devices changed at the same time, each once.
    public var conflictFields: [String] {
        var seen: Set<Substring> = []
        return lost.split(separator: " ").compactMap { value in
            let field = value.prefix(upTo: value.lastIndex(of: "@") ?? value.endIndex)
            return seen.insert(field).inserted ? String(field) : nil
        }
    }
}
