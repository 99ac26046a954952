import Glibc

/// The contents of folders, to complete a typed path.
enum FolderContent {
    /// More than anybody goes through.
    private static let most = 10_000

    /// The names in a folder, those that are hidden last, and folders with a slash behind. None
    /// where there is no such folder.
    static func names(in typed: String) -> [String] {
        let folder = typed.isEmpty ? "." : expanded(typed)
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < most, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            var status = stat()
            let isFolder =
                stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            names.append(isFolder ? name + "/" : name)
        }
        return names.sorted { ($0.hasPrefix(".") ? 1 : 0, $0) < ($1.hasPrefix(".") ? 1 : 0, $1) }
    }

    /// A path with the home folder in the place of its tilde.
    static func expanded(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? personFolder() + path.dropFirst() : path
    }
}
