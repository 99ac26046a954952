package import FileCoordination
import Glibc
package import ScratchFolder
import Synchronization

/// A real folder whose operations are numbered like those of a ``FaultyDisk``.
///
/// Only files directly in it count. Operations that fail do not reach the folder.
package final class RecordedFolder: Sendable {
    package let folder = ScratchFolder()
    private let contents: Mutex<FaultyDisk.Contents>
    /// The numbers of open files.
    private let open = Mutex<[Int32: Int]>([:])

    /// A folder with these files, all of them synced.
    package init(_ image: DiskImage = [:]) {
        contents = Mutex(
            FaultyDisk.Contents(state: DiskState(image), nextNumber: image.count))
        for (name, bytes) in image { folder.write(name, bytes) }
    }

    package var count: Int { contents.withLock { $0.count } }
    package var log: [DiskOperation] { contents.withLock { $0.log } }
    package var hasFailed: Bool { contents.withLock { $0.hasFailed } }
    package var state: DiskState { contents.withLock { $0.state } }

    /// Arms a fault that counts operations from now on, or repairs the disk.
    package func arm(_ fault: Fault?) { contents.withLock { $0.arm(fault) } }

    /// File calls that are numbered, and fail as the fault says.
    package var calls: FileCalls {
        let system = FileCalls.system
        return FileCalls(
            create: { path, mode in
                let number = self.contents.withLock { $0.makeNumber() }
                guard self.perform(.create(name: self.name(path), file: number)) else { return -1 }
                let descriptor = system.create(path, mode)
                self.open.withLock { $0[descriptor] = number }
                return descriptor
            },
            write: { descriptor, bytes in
                let offset = Int(lseek(descriptor, 0, SEEK_CUR))
                let operation = DiskOperation.write(
                    file: self.number(descriptor), offset: offset, bytes: Array(bytes))
                return self.perform(operation) ? system.write(descriptor, bytes) : -1
            },
            sync: { self.perform(.sync(file: self.number($0))) ? 0 : -1 },
            rename: { path, target in
                let operation = DiskOperation.rename(
                    from: self.name(path), to: self.name(target))
                return self.perform(operation) ? system.rename(path, target) : -1
            },
            remove: { path in
                self.perform(.remove(name: self.name(path))) ? system.remove(path) : -1
            },
            makeFolder: { system.makeFolder($0, $1) },
            syncFolder: { _ in self.perform(.syncFolder) ? 0 : -1 })
    }

    private func number(_ descriptor: Int32) -> Int { open.withLock { $0[descriptor] ?? 0 } }

    private func name(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// Records the operation; returns `false`, with `errno` set, if it fails.
    private func perform(_ operation: DiskOperation) -> Bool {
        let error: Int32 = contents.withLock { contents in
            do {
                try contents.perform(operation)
                return 0
            } catch DiskFailure.full {
                return ENOSPC
            } catch {
                return EIO
            }
        }
        if error != 0 { errno = error }
        return error == 0
    }
}
