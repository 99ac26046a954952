import Bookmarks

// A file may have an absurdly long name around a million entries, or around a million folders. The
// entries of a folder therefore share its path, and a path that no bookmark can have is cut.

extension FolderPath {
    /// The maximum depth of folders in a file: more than twice as many as have room in a path.
    static let deepest = 5000

    /// The length in bytes beyond which no bookmark can have a path: a character has at most four.
    static let longest = 4 * BookmarkDraft.maximumFolderLength

    /// Returns the path of a folder in another one, cut like ``cut(_:)``.
    static func path(_ outer: String, _ name: String) -> String {
        outer.utf8.count > longest ? outer : cut(joined(outer, path([name])))
    }

    /// Cuts a name or a path shortly beyond ``longest``. The result is still too long for a
    /// bookmark, which ``ParsedImport/take(_:isTidy:)`` reports.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        return String(decoding: text.utf8.prefix(longest + 1), as: UTF8.self)
    }
}
