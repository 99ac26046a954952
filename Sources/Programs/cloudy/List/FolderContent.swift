import FileCoordination

/// The contents of folders, to complete a typed path.
enum FolderContent {
    /// More than anybody goes through.
    private static let most = 10_000

    /// The names in a folder, those that are hidden last, and folders with a slash behind. None
    /// where there is no such folder.
    static func names(in typed: String) -> [String] {
        let folder = typed.isEmpty ? "." : expanded(typed)
        let names = FolderEntries.names(in: folder, atMost: most).map { name in
            FolderFiles.isFolder("\(folder)/\(name)") ? name + "/" : name
        }
        return names.sorted { ($0.hasPrefix(".") ? 1 : 0, $0) < ($1.hasPrefix(".") ? 1 : 0, $1) }
    }

    /// A path with the home folder in the place of its tilde.
    static func expanded(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? personFolder() + path.dropFirst() : path
    }
}
