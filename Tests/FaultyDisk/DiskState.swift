/// The files of one folder, as programs see them, and their durable state.
public struct DiskState: Sendable {
    /// A file's bytes.
    struct File: Sendable {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []
        /// The changes since the last sync, in order.
        var unsynced: [Change] = []
        /// Whether some of the bytes are only in memory, and no sync will write them.
        var isForgotten = false
    }

    enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    enum NameChange: Sendable {
        case set(String, file: Int)
        case rename(from: String, to: String)
        case remove(String)
    }

    var files: [Int: File] = [:]
    var names: [String: Int] = [:]
    var syncedNames: [String: Int] = [:]
    var unsyncedNames: [NameChange] = []

    public init() {}

    /// A disk with these files, all of them synced.
    public init(_ image: DiskImage) {
        for (number, (name, bytes)) in image.sorted(by: { $0.key < $1.key }).enumerated() {
            files[number] = File(bytes: bytes, synced: bytes)
            names[name] = number
        }
        syncedNames = names
    }

    public mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .create(let name, let file):
            files[file] = File()
            change(.set(name, file: file))
        case .write(let file, let offset, let bytes):
            change(file, .write(offset: offset, bytes: bytes))
        case .truncate(let file, let size): change(file, .truncate(size: size))
        case .sync(let file):
            files[file]?.sync()
        case .rename(let from, let to): change(.rename(from: from, to: to))
        case .remove(let name): change(.remove(name))
        case .syncFolder:
            syncedNames = names
            unsyncedNames = []
        }
    }

    /// A sync of the file fails. The system then treats the unwritten changes as written: programs
    /// still see them, and later syncs skip them.
    mutating func failToSync(_ file: Int) {
        files[file]?.unsynced = []
        files[file]?.isForgotten = true
    }

    private mutating func change(_ change: NameChange) {
        change.apply(to: &names)
        unsyncedNames.append(change)
    }

    private mutating func change(_ file: Int, _ change: Change) {
        guard files[file] != nil else { return }
        change.apply(to: &files[file, default: File()].bytes)
        files[file]?.unsynced.append(change)
    }
}

extension DiskState.File {
    fileprivate mutating func sync() {
        if isForgotten {
            for change in unsynced { change.apply(to: &synced) }
        } else {
            synced = bytes
        }
        unsynced = []
    }
}

extension DiskState.Change {
    /// Writing past the end fills the gap with zeros, as in a file with a hole.
    func apply(to file: inout [UInt8]) {
        switch self {
        case .truncate(let size):
            if size < file.count { file.removeLast(file.count - size) } else { file.grow(to: size) }
        case .write(let offset, let bytes):
            file.grow(to: offset)
            let inside = min(bytes.count, file.count - offset)
            if inside > 0 {
                file.withUnsafeMutableBytes { file in
                    bytes.withUnsafeBytes { bytes in
                        UnsafeMutableRawBufferPointer(rebasing: file[offset..<offset + inside])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<inside]))
                    }
                }
            }
            file.append(contentsOf: bytes[inside...])
        }
    }
}

extension [UInt8] {
    private static let zeros = [UInt8](repeating: 0, count: 65536)

    fileprivate mutating func grow(to size: Int) {
        // Appending a slice of an existing array is fast, even without optimization.
        while count < size { append(contentsOf: Self.zeros.prefix(size - count)) }
    }
}

extension DiskState.NameChange {
    func apply(to names: inout [String: Int]) {
        switch self {
        case .set(let name, let file): names[name] = file
        case .remove(let name): names[name] = nil
        case .rename(let from, let to):
            if let file = names.removeValue(forKey: from) { names[to] = file }
        }
    }
}
