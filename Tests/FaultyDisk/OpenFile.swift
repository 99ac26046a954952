import CSQLite
import Synchronization

/// SQLite's data for a file that it has open on a ``FaultyDisk``.
struct OpenFile {
    var base: sqlite3_file
    var disk: Unmanaged<FaultyDisk>
    /// The number of the file on its disk.
    var file: Int
    /// Identifies this opening of the file.
    var handle: Int
}

extension OpenFile {
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        disk.takeUnretainedValue().contents.withLock { contents in
            let bytes = contents.state.files[file]?.bytes ?? []
            let count = max(0, min(buffer.count, bytes.count - offset))
            bytes.withUnsafeBytes { bytes in
                if count > 0 {
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
                }
            }
            if count == buffer.count { return SQLITE_OK }
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                .initializeMemory(as: UInt8.self, repeating: 0)
            return IOFailure.shortRead
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        perform(
            .write(file: file, offset: offset, bytes: Array(bytes)),
            failingWith: IOFailure.write)
    }

    func truncate(to size: Int) -> Int32 {
        perform(.truncate(file: file, size: size), failingWith: IOFailure.truncate)
    }

    func sync() -> Int32 {
        let result = perform(.sync(file: file), failingWith: IOFailure.sync)
        guard result == SQLITE_OK else { return result }
        return disk.takeUnretainedValue().contents.withLock { contents in
            guard contents.unsyncedFolders.contains(handle) else { return SQLITE_OK }
            do {
                try contents.perform(.syncFolder)
                contents.unsyncedFolders.remove(handle)
                return SQLITE_OK
            } catch {
                return IOFailure.syncFolder
            }
        }
    }

    func size() -> Int {
        disk.takeUnretainedValue().contents.withLock { $0.state.files[file]?.bytes.count ?? 0 }
    }

    private func perform(_ operation: DiskOperation, failingWith code: Int32) -> Int32 {
        disk.takeUnretainedValue().contents.withLock { contents in
            do {
                try contents.perform(operation)
                return SQLITE_OK
            } catch DiskFailure.full {
                return SQLITE_FULL
            } catch {
                return code
            }
        }
    }

    func lock(_ level: Int32) -> Int32 {
        disk.takeUnretainedValue().contents.withLock {
            $0.locks[file, default: FileLocks()].raise(handle, to: level) ? SQLITE_OK : SQLITE_BUSY
        }
    }

    func unlock(_ level: Int32) {
        disk.takeUnretainedValue().contents.withLock { $0.locks[file]?.lower(handle, to: level) }
    }

    func isReserved() -> Bool {
        disk.takeUnretainedValue().contents.withLock { $0.locks[file]?.isReserved ?? false }
    }

    func region(_ index: Int, size: Int, isExtending: Bool) -> UInt? {
        disk.takeUnretainedValue().contents.withLock { contents in
            let memory = contents.memory[file] ?? SharedMemory()
            contents.memory[file] = memory
            return memory.region(index, size: size, isExtending: isExtending, for: handle)
        }
    }

    func lockMemory(_ range: Range<Int>, flags: Int32) -> Int32 {
        disk.takeUnretainedValue().contents.withLock { contents in
            guard let memory = contents.memory[file] else { return IOFailure.lockMemory }
            if flags & SQLITE_SHM_UNLOCK != 0 {
                memory.unlock(range, for: handle)
                return SQLITE_OK
            }
            let isExclusive = flags & SQLITE_SHM_EXCLUSIVE != 0
            return memory.lock(range, isExclusive: isExclusive, for: handle)
                ? SQLITE_OK : SQLITE_BUSY
        }
    }

    func leaveMemory() {
        disk.takeUnretainedValue().contents.withLock { contents in
            if contents.memory[file]?.leave(handle) == true { contents.memory[file] = nil }
        }
    }

    func close() {
        leaveMemory()
        unlock(SQLITE_LOCK_NONE)
        disk.release()
    }
}
