import Glibc

/// What the file system says of a file or a folder, without opening it. Links are followed.
///
/// For modules among whose libraries one has all of Foundation: there the members of `stat` are
/// not those of Glibc to the compiler, though only in some builds.
public struct FileStatus: Sendable, Hashable {
    /// In bytes.
    public let size: Int64
    /// The number of the user to whom it belongs.
    public let user: UInt32
    /// The number of its group.
    public let group: UInt32

    /// `nil` where there is none, or nobody may look; `errno` says which.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (size, user, group) = (Int64(status.st_size), status.st_uid, status.st_gid)
    }
}
