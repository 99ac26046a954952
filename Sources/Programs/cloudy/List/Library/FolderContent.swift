import FileCoordination

/// Lists folders to complete a typed path.
enum FolderContent {
    /// The maximum number of names.
    private static let most = 10_000

    /// Returns the names in a folder, hidden ones last; folders end with a slash. Empty if there is
    /// no such folder.
    static func names(in typed: String) -> [String] {
        let folder = typed.isEmpty ? "." : expanded(typed)
        let names = FolderEntries.names(in: folder, atMost: most).map { name in
            FolderFiles.isFolder("\(folder)/\(name)") ? name + "/" : name
        }
        return names.sorted { ($0.hasPrefix(".") ? 1 : 0, $0) < ($1.hasPrefix(".") ? 1 : 0, $1) }
    }

    /// Returns a path with the home folder in place of its tilde.
    static func expanded(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? personFolder() + path.dropFirst() : path
    }
}
