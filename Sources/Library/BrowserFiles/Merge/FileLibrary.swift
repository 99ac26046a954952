public import Bookmarks

/// The library's bookmarks that belong to a file.
public struct FileLibrary: Sendable {
    /// A bookmark with the facts that a file needs.
    struct Item: Sendable {
        var bookmark: Bookmark
        /// The bookmark's folder, relative to the file's folder.
        var path: String
        /// The bookmark's place in manual order.
        var place: String
    }

    /// The folder whose bookmarks the file shows; empty for all.
    public let folder: String
    /// The bookmarks that are not deleted, by id. Archived ones are not served.
    private(set) var items: [String: Item] = [:]
    /// The bookmarks outside the file's folder.
    private var outside: [String: Bookmark] = [:]
    /// The deleted bookmarks that can be restored.
    private(set) var deleted: [String: Bookmark] = [:]

    public init(folder: String = "") { self.folder = FolderPath.normalized(folder) }

    /// Adds a bookmark of the library.
    public mutating func add(_ bookmark: Bookmark) {
        guard let path = path(of: bookmark.folder) else {
            outside[bookmark.id] = bookmark
            return
        }
        items[bookmark.id] = Item(
            bookmark: bookmark, path: path, place: ManualPlace.place(of: bookmark))
    }

    /// Adds a bookmark that was deleted and can be restored.
    public mutating func addDeleted(_ bookmark: Bookmark) { deleted[bookmark.id] = bookmark }

    /// Returns the current bookmark, or its last state if it is deleted.
    func latest(_ id: String) -> Bookmark? {
        items[id]?.bookmark ?? outside[id] ?? deleted[id]
    }

    /// Returns a path relative to the file's folder; `nil` if it is outside.
    func path(of stored: String) -> String? {
        let path = FolderPath.normalized(stored)
        if folder.isEmpty { return path }
        guard FolderPath.isWithin(path, folder) else { return nil }
        let depth = folder.split(separator: "/").count
        return path.split(separator: "/").dropFirst(depth).joined(separator: "/")
    }

    /// Returns the stored path of a relative one.
    func stored(_ path: String) -> String { FolderPath.joined(folder, path) }

    /// The prefix of the names of browser profiles, which are not files: see ``ProfileLook``. A
    /// profile has all bookmarks.
    public static let profilePrefix = "profile:"

    /// Returns the folder that a file shows: `bookmarks.xbel` shows all bookmarks, any other file
    /// the folder of its name.
    public static func folder(ofFile name: String) -> String {
        if name.hasPrefix(profilePrefix) { return "" }
        let base = name.lowercased().hasSuffix(".xbel") ? String(name.dropLast(5)) : name
        return base == "bookmarks" ? "" : FolderPath.path([base])
    }
}

extension Bookmark {
    /// A number that changes with all fields that a person can edit, except the place.
    var version: UInt64 {
        let parts = [
            name, url, tags.joined(separator: " "), notes, description, folder,
            isUnread ? "u" : "", isArchived ? "a" : "",
        ]
        return ContentHash.of(parts.joined(separator: "\u{1F}"))
    }
}
