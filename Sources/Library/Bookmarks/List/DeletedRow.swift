public import Documents

/// A deleted bookmark or document that can be restored.
public struct DeletedRow: Sendable, Hashable, Identifiable {
    /// The row, for lists of bookmarks. Its time of modification is the time of the deletion.
    public var row: BookmarkRow
    /// The name of the device that deleted it.
    public var device: String
    /// The deleted document as a list names it: `note of “Swift.org”`. The id is then the
    /// document's key. `nil` for a bookmark.
    public var documentOf: String?

    public init(_ row: BookmarkRow, device: String) {
        self.row = row
        self.row.isDeleted = true
        self.device = device
    }

    /// Makes a row for a deleted document.
    ///
    /// - Parameter bookmark: the title of its bookmark.
    public init(_ document: DeletedDocument, of bookmark: String) {
        let row = BookmarkRow(
            id: document.document.key, name: document.document.title, url: "",
            added: document.document.added, modified: document.deleted)
        self.init(row, device: document.device)
        documentOf = document.document.words(ofBookmark: bookmark)
    }

    public var id: String { row.id }
    /// The time when the item was deleted, in seconds since 1970.
    public var deleted: Double { row.modified }
    /// The name, or the URL if the name is empty.
    public var title: String { row.name.isEmpty ? row.url : row.name }
}

extension Document {
    /// Returns a description of the document for a list: `note of “Swift.org”`.
    public func words(ofBookmark title: String) -> String { "\(kind.rawValue) of “\(title)”" }
}
