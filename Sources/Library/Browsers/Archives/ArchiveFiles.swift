import Interchange

/// The files of a program's archive, in a folder or a zip file. Paths cannot lead out of it.
protocol ArchiveFiles: Sendable {
    /// Returns the size of a file in bytes; `nil` if there is no such file.
    func size(of path: String) -> Int?

    /// Returns the names in a folder, sorted; none for a missing folder.
    func names(in folder: String) -> [String]

    /// Returns the content of a file; throws if it is missing or has more than `most` bytes.
    func content(_ path: String, most: Int) throws(ImportError) -> [UInt8]

    /// Returns a copy of a database that can be opened.
    func copy(ofDatabase path: String) throws(ImportError) -> DatabaseCopy
}

extension ArchiveFiles {
    func has(_ path: String) -> Bool { size(of: path) != nil }
}

/// Paths within an archive.
enum ArchivePath {
    /// Returns the names along a path that stays in its folder; `nil` for any other path.
    static func steps(_ path: String) -> [String]? {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isWithin = steps.allSatisfy {
            !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0)
        }
        return isWithin ? steps : nil
    }

    static let outside = ImportError("its path leads out of the archive")
    static let missing = ImportError("the file is missing")
}
