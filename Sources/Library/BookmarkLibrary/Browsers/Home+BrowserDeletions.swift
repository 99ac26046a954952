import BookmarkDatabase
public import Bookmarks
import BrowserFiles
import DeviceStore
import FileCoordination
import ReplicaFile
import SQLite

/// Deletions in browsers that are so many that a person must decide.
public struct BrowserDeletions: Sendable, Hashable {
    /// The bookmarks to delete, which are still in the library, the newest first.
    public var rows: [BookmarkRow]
    /// The files that floccus syncs, and the paths of profiles, that lack the bookmarks.
    public var files: [String]
    public var profiles: [String]
}

extension Home {
    /// Returns the deletions in browsers that wait for a person.
    public func browserDeletions() throws -> BrowserDeletions {
        let held = try device.replica.withReader { try BrowserFileTable.held(in: $0) }
        let rows = try catalog.rows(ids: Array(Set(held.map(\.id)))).values
        let names = Set(held.map(\.file))
        let prefix = FileLibrary.profilePrefix
        return BrowserDeletions(
            rows: rows.sorted { ($0.added, $0.id) > ($1.added, $1.id) },
            files: names.filter { !$0.hasPrefix(prefix) }.sorted(),
            profiles: names.filter { $0.hasPrefix(prefix) }
                .map { String($0.dropFirst(prefix.count)) }.sorted())
    }

    /// Returns the number of these bookmarks.
    public func browserDeletionCount() throws -> Int {
        try device.replica.withReader { try BrowserFileTable.heldCount(in: $0) }
    }

    /// Decides about such deletions: deletes the bookmarks in one undo step, or keeps them. Returns
    /// the bookmarks.
    ///
    /// - Parameters:
    ///   - wanted: the bookmarks to decide about; `nil` for all.
    ///   - controller: deletes them.
    @discardableResult
    public func answerBrowserDeletions(
        deleting: Bool, of wanted: Set<String>? = nil, with controller: BookmarksController
    ) throws -> [String] {
        // A concurrent look at a profile would find the deletions again.
        try FileLock(path: location.browserLooksLock).withLock {
            let held = try device.replica.withReader { try BrowserFileTable.held(in: $0) }
                .filter { wanted?.contains($0.id) ?? true }
            let ids = Set(held.map(\.id)).sorted()
            if ids.isEmpty { return [] }
            if deleting {
                try controller.delete(ids: ids)
            } else {
                try keep(held, with: controller)
            }
            do {
                try device.replica.withDatabase { database in
                    try database.transaction { try BrowserFileTable.removeHeld(ids, in: database) }
                }
            } catch { throw HomeError(error) }
            device.ring()
            return ids
        }
    }

    private func keep(
        _ held: [(file: String, id: String)], with controller: BookmarksController
    ) throws {
        let library = HomeBrowserLibrary(self, controller)
        let prefix = FileLibrary.profilePrefix
        for (file, items) in Dictionary(grouping: held, by: \.file) where file.hasPrefix(prefix) {
            try ProfileLook.keep(
                items.map(\.id), ofProfile: String(file.dropFirst(prefix.count)),
                now: DeviceStore.milliseconds(), in: library)
        }
    }
}
