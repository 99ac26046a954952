public import Bookmarks
import DeviceStore
import Replication

extension Home {
    /// The bookmarks that the mass-change brake keeps from being deleted, the newest first;
    /// ``HeldDeletions/maximumKeys`` of them at most.
    public func heldRows() throws -> [BookmarkRow] {
        let keys = try device.heldDeletions()?.keys ?? []
        let prefix = BookmarksController.keyPrefix
        return try keys.filter { $0.hasPrefix(prefix) }
            .compactMap { try catalog.row(id: String($0.dropFirst(prefix.count))) }
            .sorted { $0.added > $1.added }
    }
}
