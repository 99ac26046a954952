/// A failure of a disk, and when it happens.
public struct Fault: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// Nothing can be created or written.
        case full
        /// Writing, truncating and syncing fail.
        case broken
        /// Like ``broken``; and changes that could not be synced once count as synced ever after,
        /// although they are not. Linux behaves like this.
        case forgetful
        /// Nothing reaches the disk: the machine is off, though the program still runs.
        case off
    }

    public var kind: Kind
    /// The number of operations that succeed before the fault.
    public var after: Int
    /// The number of operations that fail.
    public var count: Int

    public init(_ kind: Kind, after: Int, count: Int = .max) {
        self.kind = kind
        self.after = after
        self.count = count
    }

    func affects(_ operation: DiskOperation) -> Bool { kind != .full || operation.needsRoom }
}

/// The reason why an operation failed.
enum DiskFailure: Error {
    case full
    case broken
}
