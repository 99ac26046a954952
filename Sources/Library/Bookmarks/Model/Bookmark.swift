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
    /// A path such as `work/swift`; empty at the top.
    public var folder: String
    /// Where a person put it by hand: see ``HandPlace``. Empty when it was never moved.
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
    /// `name`, `url`, `notes` or `folder`.
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
    public var folder: String

    public init(
        name: String = "", url: String = "", tags: [String] = [], notes: String = "",
        folder: String = ""
    ) {
        self.name = name
        self.url = url
        self.tags = tags
        self.notes = notes
        self.folder = folder
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
    }
}
