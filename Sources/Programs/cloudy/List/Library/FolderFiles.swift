import FileCoordination
import Glibc
import Interchange

/// Reads the files in a folder and its subfolders as one import.
enum FolderFiles {
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the bookmarks in all files of a folder that have any. A file with a single link
    /// names the link, and its folder becomes the link's folder.
    static func read(
        _ folder: String, as format: ImportFormat?, mapping: RecordMapping?, charset: String?
    ) throws(ImportError) -> ParsedImport {
        var paths: [String] = []
        try collect(folder, "", depth: 0, &paths)
        guard !paths.isEmpty else { throw ImportError("the folder has no files") }
        let isNamed = format != nil || mapping != nil
        return try FileSet.read(paths, isFolder: !isNamed) { index throws(ImportError) in
            if Task.isCancelled { throw ImportError("it was not read completely") }
            return try ImportSource.readFile(
                "\(folder)/\(paths[index])", as: format, mapping: mapping, charset: charset,
                isOneOfMany: true)
        }
    }

    private static let mostFiles = 100_000
    private static let deepest = 50

    /// Collects files. Links to folders are not followed, since they may form a cycle. Entries
    /// other than regular files, such as pipes, are left out.
    private static func collect(
        _ folder: String, _ prefix: String, depth: Int, _ paths: inout [String]
    ) throws(ImportError) {
        let names: [String]
        do {
            names = try FolderEntries.read(folder)
        } catch {
            throw ImportError("\(folder) cannot be read: \(error.reason)")
        }
        for name in names where !name.hasPrefix(".") {
            var status = stat()
            let path = "\(folder)/\(name)"
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                guard depth < deepest else {
                    throw ImportError(
                        "\(path) is in more than \(deepest) folders. Import it by itself.")
                }
                try collect(path, prefix + name + "/", depth: depth + 1, &paths)
            } else if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                guard paths.count < mostFiles else {
                    throw ImportError("the folder has more than \(mostFiles) files")
                }
                paths.append(prefix + name)
            }
        }
    }
}
