import Glibc

/// The revision of a file, found without opening it: it changes when the file is written. All zero
/// if there is no file.
public struct FileRevision: Sendable, Equatable {
    private var inode: UInt = 0
    private var size: Int = 0
    private var modified: Int64 = 0
    private var changed: Int64 = 0
    /// Whether the file was written so recently that a later write may have the same revision.
    public private(set) var isFresh = false

    /// The resolution of file times, in nanoseconds: two writes within it may have the same time.
    public static let step: Int64 = 50_000_000

    /// Reads the revision of a file.
    ///
    /// - Parameter settling: the time after a write for which the file counts as fresh, in
    ///   nanoseconds.
    public init(_ path: String, settling: Int64 = FileRevision.step) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        (inode, size) = (UInt(status.st_ino), Int(status.st_size))
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        isFresh = abs(Self.nanoseconds(time) - changed) < settling
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns whether the file seems to be unchanged; see ``isFresh``.
    public static func == (one: Self, other: Self) -> Bool {
        (one.inode, one.size, one.modified, one.changed)
            == (other.inode, other.size, other.modified, other.changed)
    }
}
