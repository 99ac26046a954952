/// What is shown of a bookmark that was deleted and can be restored.
public struct DeletedRow: Sendable, Hashable, Identifiable {
    public var id: String
    public var name: String
    public var url: String
    /// The tags, separated by single spaces.
    public var tags: String
    /// Seconds since 1970.
    public var added: Double
    /// When it was deleted, in seconds since 1970.
    public var deleted: Double
    /// The name of the device that deleted it.
    public var device: String

    public init(
        id: String, name: String, url: String, tags: String = "", added: Double, deleted: Double,
        device: String
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.tags = tags
        self.added = added
        self.deleted = deleted
        self.device = device
    }

    /// The name, or the URL where there is none.
    public var title: String { name.isEmpty ? url : name }
}
