import Interchange

/// The files of a program's archive, in a folder or in a zip file. No path leads out of it.
protocol ArchiveFiles: Sendable {
    /// How many bytes a file has; `nil` where there is none.
    func size(of path: String) -> Int?

    /// The names in a folder, in order; none for a folder that is missing.
    func names(in folder: String) -> [String]

    /// The content of a file; throws if it is missing or has more bytes than `most`.
    func content(_ path: String, most: Int) throws(ImportError) -> [UInt8]

    /// A copy of a database that can be opened.
    func copy(ofDatabase path: String) throws(ImportError) -> DatabaseCopy
}

extension ArchiveFiles {
    func has(_ path: String) -> Bool { size(of: path) != nil }
}

/// Paths within an archive.
enum ArchivePath {
    /// The names on a way that stays in its folder; `nil` for any other path.
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
