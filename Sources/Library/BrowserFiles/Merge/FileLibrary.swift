public import Bookmarks

/// The bookmarks of the library that belong to a file.
public struct FileLibrary: Sendable {
    /// A bookmark with the facts that a file needs.
    struct Item: Sendable {
        var bookmark: Bookmark
        /// Its folder within the file's.
        var path: String
        /// Its place in manual order.
        var place: String
    }

    /// The folder whose bookmarks the file shows; empty for all.
    public let folder: String
    /// The bookmarks that are not deleted, by their ids. Archived ones are not served.
    private(set) var items: [String: Item] = [:]
    /// The bookmarks that belong to no folder of the file.
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

    /// A bookmark as it is, or as it was deleted.
    func latest(_ id: String) -> Bookmark? {
        items[id]?.bookmark ?? outside[id] ?? deleted[id]
    }

    /// A folder within the file's; `nil` if it is outside.
    func path(of stored: String) -> String? {
        let path = FolderPath.normalized(stored)
        if folder.isEmpty { return path }
        guard FolderPath.isWithin(path, folder) else { return nil }
        let depth = folder.split(separator: "/").count
        return path.split(separator: "/").dropFirst(depth).joined(separator: "/")
    }

    /// The folder as it is stored in a bookmark.
    func stored(_ path: String) -> String { FolderPath.joined(folder, path) }

    /// The beginning of the names of browser profiles, which are no files: see ``ProfileLook``.
    /// A profile has all bookmarks.
    public static let profilePrefix = "profile:"

    /// The name of a file, such as `bookmarks.xbel`, and the folder that it shows: the file of that
    /// name shows all, and any other one the folder that has its name.
    public static func folder(ofFile name: String) -> String {
        if name.hasPrefix(profilePrefix) { return "" }
        let base = name.lowercased().hasSuffix(".xbel") ? String(name.dropLast(5)) : name
        return base == "bookmarks" ? "" : FolderPath.path([base])
    }
}

extension Bookmark {
    /// A number that changes with all that a person can edit, but not with its place.
    var version: UInt64 {
        let parts = [
            name, url, tags.joined(separator: " "), notes, description, folder,
            isUnread ? "u" : "", isArchived ? "a" : "",
        ]
        return ContentHash.of(parts.joined(separator: "\u{1F}"))
    }
}
