import Glibc

/// The metadata of a file or a folder, read without opening it. Follows links.
///
/// It is for modules that have a library with all of Foundation: in some builds, the compiler does
/// not find the members of `stat` there.
public struct FileStatus: Sendable, Hashable {
    /// The size in bytes.
    public let size: Int64
    /// The time when the file was last written, in seconds since 1970.
    public let modified: Double
    /// The time when the file was last written, in nanoseconds since 1970.
    public let modifiedNanoseconds: Int64
    /// Whether this is a pipe, which can be read only once.
    public let isPipe: Bool
    /// The id of the user who owns the file.
    public let user: UInt32
    /// The id of the file's group.
    public let group: UInt32

    /// Reads the metadata; `nil` if there is no file, or if access is denied: `errno` says which.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (size, user, group) = (Int64(status.st_size), status.st_uid, status.st_gid)
        modified = Double(status.st_mtim.tv_sec)
        modifiedNanoseconds =
            Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        isPipe = status.st_mode & S_IFMT == S_IFIFO
    }
}
