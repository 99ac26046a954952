public import ScratchFolder
import Synchronization

/// A disk in memory for the databases of one folder, on which a crash or a failure can come at
/// every operation.
///
/// SQLite opens the files of ``folder`` on this disk, and all others as usual. The folder itself is
/// real, for the locks and doorbells beside a database; nothing that SQLite writes is in it.
public final class FaultyDisk: Sendable {
    public let folder = ScratchFolder()
    let contents: Mutex<Contents>

    struct Contents {
        var state: DiskState
        var log: [DiskOperation] = []
        var count = 0
        var fault: Fault?
        /// Whether the fault has made an operation fail.
        var hasFailed = false
        var nextNumber: Int
        /// The names of open files whose folder is synced with their next sync.
        var unsyncedFolders: Set<Int> = []
        var locks: [Int: FileLocks] = [:]
        var memory: [Int: SharedMemory] = [:]
    }

    public init(_ image: DiskImage = [:]) {
        contents = Mutex(Contents(state: DiskState(image), nextNumber: image.count))
        VirtualFileSystem.mount(self)
    }

    deinit { VirtualFileSystem.unmount(folder.path) }

    public func path(_ name: String) -> String { folder.path(name) }

    /// The number of operations so far.
    public var count: Int { contents.withLock { $0.count } }

    /// The operations so far, in order.
    public var log: [DiskOperation] { contents.withLock { $0.log } }

    /// Whether the fault that was armed last has made an operation fail.
    public var hasFailed: Bool { contents.withLock { $0.hasFailed } }

    /// The current files, and their durable state.
    public var state: DiskState { contents.withLock { $0.state } }

    /// Arms a fault that counts operations from now on, or repairs the disk.
    public func arm(_ fault: Fault?) {
        contents.withLock { $0.arm(fault) }
    }
}

extension FaultyDisk.Contents {
    mutating func arm(_ fault: Fault?) {
        self.fault = fault
        if fault != nil { hasFailed = false }
    }

    /// Performs an operation, unless the fault makes it fail.
    mutating func perform(_ operation: DiskOperation) throws(DiskFailure) {
        if var fault, fault.affects(operation) || fault.after > 0 {
            if fault.after > 0 {
                fault.after -= 1
                self.fault = fault
            } else {
                hasFailed = true
                fault.count -= 1
                self.fault = fault.count > 0 ? fault : nil
                if fault.kind == .full { try fill(operation) }
                if fault.kind == .forgetful, case .sync(let file) = operation {
                    state.failToSync(file)
                }
                throw .broken
            }
        }
        count += 1
        log.append(operation)
        state.apply(operation)
    }

    /// A full disk has room for the first half of a write.
    private mutating func fill(_ operation: DiskOperation) throws(DiskFailure) {
        if case .write(let file, let offset, let bytes) = operation {
            let part = DiskOperation.write(
                file: file, offset: offset, bytes: Array(bytes.prefix(bytes.count / 2)))
            log.append(part)
            state.apply(part)
        }
        throw .full
    }

    mutating func makeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }
}
