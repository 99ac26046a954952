/// A whole bookmark.
public struct Bookmark: Sendable, Hashable, Identifiable {
    /// The id: thirteen characters of Crockford's base 32, drawn at random when the bookmark is
    /// added. It never changes.
    public var id: String
    public var name: String
    /// The URL as typed.
    public var url: String
    /// The tags in the order given, without the `#` and without duplicates.
    public var tags: [String]
    public var notes: String
    /// The page's description of itself; ``notes`` are the person's own.
    public var description = ""
    /// The path of the folder, such as `work/swift`; empty at the top.
    public var folder: String
    /// Whether the person still wants to read it.
    public var isUnread = false
    /// Whether lists hide the bookmark unless a query asks for archived ones.
    public var isArchived = false
    /// The place in manual order: see ``ManualPlace``. Empty if the bookmark was never moved.
    public var position = ""
    /// The time when the bookmark was added, in seconds since 1970.
    public var added: Double
    /// The time when the bookmark was last edited, in seconds since 1970: the record's stamp, which
    /// is not stored in the bookmark.
    public var modified: Double
    /// The name of the device that made the latest edit.
    public var device: String
    /// Values that lost a conflict, because another device changed the same field at the same time;
    /// the newest first.
    public var lostValues: [LostValue] = []

    public init(
        id: String, name: String, url: String, tags: [String] = [], notes: String = "",
        folder: String = "", added: Double, modified: Double? = nil, device: String = ""
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.tags = tags
        self.notes = notes
        self.folder = folder
        self.added = added
        self.modified = modified ?? added
        self.device = device
    }
}

/// A value that lost a conflict with another device.
public struct LostValue: Sendable, Hashable {
    /// The field: `name`, `url`, `notes`, `description` or `folder`.
    public var field: String
    /// The losing text; empty if the field was emptied.
    public var text: String
    /// The device on which the text was typed.
    public var device: String
    /// The time when the text was typed, in seconds since 1970.
    public var typed: Double

    public init(field: String, text: String, device: String, typed: Double) {
        self.field = field
        self.text = text
        self.device = device
        self.typed = typed
    }
}

/// The fields of a bookmark that a person can edit in a form.
public struct BookmarkDraft: Sendable, Hashable, Codable {
    public var name: String
    public var url: String
    public var tags: [String]
    public var notes: String
    public var description: String
    public var folder: String
    public var isUnread: Bool
    public var isArchived: Bool

    public init(
        name: String = "", url: String = "", tags: [String] = [], notes: String = "",
        description: String = "", folder: String = "", isUnread: Bool = false,
        isArchived: Bool = false
    ) {
        self.description = description
        self.isUnread = isUnread
        self.isArchived = isArchived
        self.name = name
        self.url = url
        self.tags = tags
        self.notes = notes
        self.folder = folder
    }
}

extension BookmarkDraft {
    private enum CodingKeys: CodingKey {
        case name, url, tags, notes, description, folder, isUnread, isArchived
    }

    /// Decodes drafts of this version and of earlier ones, which had fewer fields.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try fields.decode(String.self, forKey: .name),
            url: try fields.decode(String.self, forKey: .url),
            tags: try fields.decode([String].self, forKey: .tags),
            notes: try fields.decode(String.self, forKey: .notes),
            description: try fields.decodeIfPresent(String.self, forKey: .description) ?? "",
            folder: try fields.decode(String.self, forKey: .folder),
            isUnread: try fields.decodeIfPresent(Bool.self, forKey: .isUnread) ?? false,
            isArchived: try fields.decodeIfPresent(Bool.self, forKey: .isArchived) ?? false)
    }
}

extension Bookmark {
    /// Makes a draft from a row and the details that it leaves out.
    public init(_ row: BookmarkRow, _ details: BookmarkDetails) {
        self.init(
            id: row.id, name: row.name, url: row.url,
            tags: row.separateTags, notes: details.notes,
            folder: details.folder, added: row.added, modified: row.modified,
            device: details.device)
        position = row.position
        description = details.description
        isUnread = row.isUnread
        isArchived = row.isArchived
    }
}
