import Glibc

/// The size, time and inode of a file, which tell whether it changed without reading it.
///
/// An editor that replaces a file changes the inode; one that writes into it changes the time, to
/// the nanosecond.
public struct Fingerprint: Sendable, Hashable, LosslessStringConvertible {
    /// The size in bytes.
    public var size: Int64
    /// The time when the file was last written, in nanoseconds since 1970.
    public var modified: Int64
    public var inode: UInt64

    public init(size: Int64, modified: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.inode = inode
    }

    /// Reads a fingerprint from its ``description``.
    public init?(_ description: String) {
        let numbers = description.split(separator: " ", omittingEmptySubsequences: false)
        guard numbers.count == 3, let size = Int64(numbers[0]), let modified = Int64(numbers[1]),
            let inode = UInt64(numbers[2])
        else { return nil }
        self.init(size: size, modified: modified, inode: inode)
    }

    /// The three numbers, separated by spaces.
    public var description: String { "\(size) \(modified) \(inode)" }

    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size),
            // On some file systems, distant times overflow; the value is only compared.
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000
                &+ Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }

    /// Makes the fingerprint of an open file.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }
}
