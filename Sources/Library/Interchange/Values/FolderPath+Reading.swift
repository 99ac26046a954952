import Bookmarks

// A small file may have an absurdly long name around a million entries, or around a million
// folders. The entries of a folder therefore share its path, a path that no bookmark can have is
// cut, and all paths of an import together have a limit.

extension FolderPath {
    /// The maximum depth of folders in a file: more than twice as many as fit into a path.
    static let deepest = 5000

    /// The length in bytes beyond which no bookmark can have a path: a character has at most four.
    static let longest = 4 * BookmarkDraft.maximumFolderLength

    /// The maximum length in bytes of all paths of an import. Even the largest file may spell out
    /// the path of each bookmark.
    static let mostBytes = Importer.maximumBytes

    /// Returns the path of a folder in another one, cut like ``cut(_:)``.
    static func path(_ outer: String, _ name: String) -> String {
        outer.utf8.count > longest ? outer : cut(joined(outer, path([name])))
    }

    /// Joins paths, the outermost first. The result is cut like ``cut(_:)``.
    static func joined(_ paths: some Sequence<String>) -> String {
        var result = ""
        for path in paths where !path.isEmpty && result.utf8.count <= longest {
            if !result.isEmpty { result += "/" }
            result += path
        }
        return cut(result)
    }

    /// Cuts a name or a path shortly beyond ``longest``. The result is still too long for a
    /// bookmark, which ``ParsedImport/take(_:isTidy:)`` reports.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        return String(decoding: text.utf8.prefix(longest + 1), as: UTF8.self)
    }
}
