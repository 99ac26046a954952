import Documents

/// A bookmark that was deleted and can be restored, or such a document among them.
public struct DeletedRow: Sendable, Hashable, Identifiable {
    /// The bookmark's row, for lists that show such rows: its latest change is the deletion.
    public var row: BookmarkRow
    /// The name of the device that deleted it.
    public var device: String
    /// The document that it stands for, as a list calls it: `note of “Swift.org”`. Then the id is
    /// the document's key. `nil` for a bookmark.
    public var documentOf: String?

    public init(_ row: BookmarkRow, device: String) {
        self.row = row
        self.row.isDeleted = true
        self.device = device
    }

    /// A document among deleted bookmarks.
    ///
    /// - Parameter bookmark: the title of its bookmark.
    public init(_ document: DeletedDocument, of bookmark: String) {
        let row = BookmarkRow(
            id: document.document.key, name: document.document.title, url: "",
            added: document.document.added, modified: document.deleted)
        self.init(row, device: document.device)
        documentOf = "\(document.document.kind.rawValue) of “\(bookmark)”"
    }

    public var id: String { row.id }
    /// When it was deleted, in seconds since 1970.
    public var deleted: Double { row.modified }
    /// The name, or the URL where there is none.
    public var title: String { row.name.isEmpty ? row.url : row.name }
}
