/// A bookmark that was deleted and can be restored.
public struct DeletedRow: Sendable, Hashable, Identifiable {
    /// The bookmark's row, for lists that show such rows: its latest change is the deletion.
    public var row: BookmarkRow
    /// The name of the device that deleted it.
    public var device: String

    public init(_ row: BookmarkRow, device: String) {
        self.row = row
        self.row.isDeleted = true
        self.device = device
    }

    public var id: String { row.id }
    /// When it was deleted, in seconds since 1970.
    public var deleted: Double { row.modified }
    /// The name, or the URL where there is none.
    public var title: String { row.name.isEmpty ? row.url : row.name }
}
