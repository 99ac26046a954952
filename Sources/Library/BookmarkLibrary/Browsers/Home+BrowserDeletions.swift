import BookmarkDatabase
public import Bookmarks
import BrowserFiles
import DeviceStore
import FileCoordination
import ReplicaFile
import SQLite

/// Deletions that a browser made in such a number that a person must decide.
public struct BrowserDeletions: Sendable, Hashable {
    /// The bookmarks, which are still here, the newest first.
    public var rows: [BookmarkRow]
    /// The files that floccus syncs, and the paths of the profiles, in which they were deleted.
    public var files: [String]
    public var profiles: [String]
}

extension Home {
    /// The deletions in browsers that wait for a person.
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

    /// How many bookmarks wait so.
    public func browserDeletionCount() throws -> Int {
        try device.replica.withReader { try BrowserFileTable.heldCount(in: $0) }
    }

    /// Ends the waiting of such deletions: the bookmarks are deleted, as one step that undo takes
    /// back, or stay. Returns which these were.
    ///
    /// - Parameters:
    ///   - wanted: decides about these alone; `nil` for all.
    ///   - controller: deletes them.
    @discardableResult
    public func answerBrowserDeletions(
        deleting: Bool, of wanted: Set<String>? = nil, with controller: BookmarksController
    ) throws -> [String] {
        // A look at a profile in the middle of it would find them deleted once more.
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
