/// One thing that a program asks of a disk and that a crash can come after.
public enum DiskOperation: Sendable, Hashable {
    /// An empty file, in place of whatever had its name.
    case create(name: String, file: Int)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    /// The bytes of the file are on the disk when this returns; its name may not be.
    case sync(file: Int)
    case rename(from: String, to: String)
    case remove(name: String)
    /// The names of the folder are on the disk when this returns.
    case syncFolder

    /// Whether it needs room that a full disk has not.
    var needsRoom: Bool {
        switch self {
        case .create, .write: true
        default: false
        }
    }
}
