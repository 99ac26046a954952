public import Bookmarks
import DeviceStore
public import Documents
import Replication

extension Home {
    /// Returns the bookmarks that the mass-change brake keeps from being deleted, the newest first.
    public func heldRows() throws -> [BookmarkRow] {
        try catalog.rows(ids: heldIDs()).values.sorted { ($0.added, $0.id) > ($1.added, $1.id) }
    }

    /// The ids of these bookmarks.
    public func heldIDs() throws -> [String] { try heldIDs(prefix: BookmarksController.keyPrefix) }

    /// Returns the documents that the brake keeps from being deleted, the newest first.
    public func heldDocuments() throws -> [Document] {
        try documents(ids: heldIDs(prefix: Document.keyPrefix))
            .sorted { ($0.added, $0.id) > ($1.added, $1.id) }
    }

    private func heldIDs(prefix: String) throws -> [String] {
        try device.heldKeys().filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
