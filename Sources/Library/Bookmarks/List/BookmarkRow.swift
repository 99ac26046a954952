/// The part of a bookmark that the list knows: everything that it shows or searches.
///
/// Rows are read from a table derived from the records, so that a long list opens without decoding
/// a single record.
public struct BookmarkRow: Sendable, Hashable, Identifiable {
    public var id: String
    public var name: String
    public var url: String
    /// The tags, separated by single spaces.
    public var tags: String
    /// Seconds since 1970.
    public var added: Double
    /// Seconds since 1970.
    public var modified: Double
    /// The losing values of unsettled conflicts: for each its field and when it was typed, as
    /// `name@1700000003.6`, separated by single spaces. Empty in nearly all rows.
    public var lost: String
    /// Its place in manual order, as in ``ManualPlace``; empty if it was never moved.
    public var position: String
    /// When it was opened from this device last, in seconds since 1970; 0 when it never was.
    public var opened: Double
    /// How many times it was opened from this device.
    public var opens: Int
    /// Whether a person wants to read it yet.
    public var isUnread: Bool
    /// Whether the list shows it only for a query that asks for such.
    public var isArchived: Bool
    /// Whether it was deleted: a list has such rows only for a query that asks for them.
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

    /// The name, or the URL where there is none.
    public var title: String { name.isEmpty ? url : name }

    /// Whether a list shows it without being asked for such.
    public var isListed: Bool { !isDeleted && !isArchived }

    /// The tags one by one.
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
