import Glibc

/// Shows, without opening a file, that it was written: all zero if there is none.
public struct FileRevision: Sendable, Equatable {
    private var inode: UInt = 0
    private var size: Int = 0
    private var modified: Int64 = 0
    private var changed: Int64 = 0
    /// Whether it was looked at so soon after it was written that not all of it may be seen yet.
    public private(set) var isFresh = false

    /// File systems count in steps of some milliseconds: a second writing within one of them may
    /// have the same time.
    public static let step: Int64 = 50_000_000

    /// Looks at a file.
    ///
    /// - Parameter settling: for how long after it was written it is fresh, in nanoseconds.
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

    /// Whether the file is the same as far as can be told; see ``isFresh``.
    public static func == (one: Self, other: Self) -> Bool {
        (one.inode, one.size, one.modified, one.changed)
            == (other.inode, other.size, other.modified, other.changed)
    }
}
