import Glibc

/// The metadata of a file or a folder, read without opening it. Follows links.
///
/// For modules among whose libraries one has all of Foundation: there the members of `stat` are not
/// those of Glibc to the compiler, though only in some builds.
public struct FileStatus: Sendable, Hashable {
    /// In bytes.
    public let size: Int64
    /// When it was written last, in seconds since 1970.
    public let modified: Double
    /// The same in nanoseconds.
    public let modifiedNanoseconds: Int64
    /// Whether it is a pipe, which can be read only once.
    public let isPipe: Bool
    /// The number of the user to whom it belongs.
    public let user: UInt32
    /// The number of its group.
    public let group: UInt32

    /// `nil` if there is none, or if access is denied; `errno` says which.
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
