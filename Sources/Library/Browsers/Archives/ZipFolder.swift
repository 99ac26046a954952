import Interchange

/// An archive in a zip file, possibly in a folder of it.
final class ZipFolder: ArchiveFiles {
    private let file: ZipFile
    /// The path of that folder with a slash, or empty.
    private let prefix: String
    /// The names in each folder.
    private let folders: [String: Set<String>]

    /// The maximum size of a database; a larger one should be unpacked by the person.
    private static let longestDatabase = Importer.maximumBytes

    init(_ file: ZipFile) {
        self.file = file
        let paths = file.paths.compactMap { path in ArchivePath.steps(path) }
        let tops = Set(paths.map { $0.count > 1 ? $0[0] + "/" : "" })
        prefix = tops.count == 1 ? tops.first ?? "" : ""
        var folders: [String: Set<String>] = [:]
        for steps in paths {
            let within = prefix.isEmpty ? steps[...] : steps.dropFirst()
            var folder = ""
            for step in within {
                folders[folder, default: []].insert(step)
                folder += (folder.isEmpty ? "" : "/") + step
            }
        }
        self.folders = folders
    }

    func size(of path: String) -> Int? {
        ArchivePath.steps(path) == nil ? nil : file.size(of: prefix + path)
    }

    func names(in folder: String) -> [String] { (folders[folder] ?? []).sorted() }

    func content(_ path: String, most: Int) throws(ImportError) -> [UInt8] {
        guard ArchivePath.steps(path) != nil else { throw ArchivePath.outside }
        return try file.content(prefix + path, most: most)
    }

    func copy(ofDatabase path: String) throws(ImportError) -> DatabaseCopy {
        guard ArchivePath.steps(path) != nil else { throw ArchivePath.outside }
        do throws(ImportError) {
            return try DatabaseCopy { take throws(ImportError) in
                try file.read(prefix + path, most: Self.longestDatabase, take)
            }
        } catch  where error == .tooLongDocument(most: Self.longestDatabase) {
            throw ImportError(
                "its database is larger than \(Self.longestDatabase >> 20) MiB. Unpack the archive "
                    + "and import its folder.")
        }
    }
}
