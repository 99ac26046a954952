/// One bookmark, whole.
public struct Bookmark: Sendable, Hashable, Identifiable {
    /// Thirteen characters of Crockford's base 32, made at random when the bookmark is added, and
    /// never changed.
    public var id: String
    public var name: String
    /// As it was typed.
    public var url: String
    /// In the order they were given, without the `#`, none of them twice.
    public var tags: [String]
    public var notes: String
    /// The page's own words about itself, as against ``notes``, which are the person's.
    public var description = ""
    /// A path such as `work/swift`; empty at the top.
    public var folder: String
    /// Whether a person wants to read it yet.
    public var isUnread = false
    /// Whether it is kept out of the list, and of searches that do not ask for it.
    public var isArchived = false
    /// Its place in manual order: see ``ManualPlace``. Empty if it was never moved.
    public var position = ""
    /// Seconds since 1970.
    public var added: Double
    /// Seconds since 1970: the stamp of the latest edit, kept by the store and not by the bookmark.
    public var modified: Double
    /// The name of the device that made the latest edit.
    public var device: String
    /// Values of fields that lost a conflict, newest first: another device changed the same field
    /// at the same time.
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
    /// `name`, `url`, `notes`, `description` or `folder`.
    public var field: String
    /// Empty when the field was emptied.
    public var text: String
    /// The device on which it was typed.
    public var device: String
    /// When it was typed, in seconds since 1970.
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

    /// Reads bookmarks of this version, and of earlier ones, which had fewer fields.
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
    /// A bookmark as the catalog knows it.
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
