/// An operation of a disk, after which a crash can come.
public enum DiskOperation: Sendable, Hashable {
    /// Creates an empty file, in place of any file with that name.
    case create(name: String, file: Int)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    /// Makes the bytes of the file durable, but perhaps not its name.
    case sync(file: Int)
    case rename(from: String, to: String)
    case remove(name: String)
    /// Makes the names in the folder durable.
    case syncFolder

    /// Whether the operation fails on a full disk.
    var needsRoom: Bool {
        switch self {
        case .create, .write: true
        default: false
        }
    }
}
