import CSQLite

/// The functions with which SQLite calls an ``OpenFile``.
enum FileMethods {
    static var address: UnsafePointer<sqlite3_io_methods>? { UnsafePointer(bitPattern: table) }

    /// Made once, and kept as long as the process lives.
    private static let table: UInt = {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods)
        return UInt(bitPattern: table)
    }()

    private static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile {
        guard let file else { preconditionFailure("SQLite calls methods of a file.") }
        return UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self).pointee
    }

    private static var methods: sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 2
        methods.xClose = {
            FileMethods.file($0).close()
            return SQLITE_OK
        }
        methods.xRead = { file, buffer, count, offset in
            FileMethods.file(file).read(
                into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)),
                at: Int(offset))
        }
        methods.xWrite = { file, bytes, count, offset in
            FileMethods.file(file).write(
                UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset))
        }
        methods.xTruncate = { FileMethods.file($0).truncate(to: Int($1)) }
        methods.xSync = { file, _ in FileMethods.file(file).sync() }
        methods.xFileSize = { file, size in
            size?.pointee = Int64(FileMethods.file(file).size())
            return SQLITE_OK
        }
        methods.xLock = { FileMethods.file($0).lock($1) }
        methods.xUnlock = {
            FileMethods.file($0).unlock($1)
            return SQLITE_OK
        }
        methods.xCheckReservedLock = { file, result in
            result?.pointee = FileMethods.file(file).isReserved() ? 1 : 0
            return SQLITE_OK
        }
        methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        methods.xSectorSize = { _ in 4096 }
        // SQLite assumes this of disks on Linux.
        methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
        addMemory(to: &methods)
        return methods
    }

    private static func addMemory(to methods: inout sqlite3_io_methods) {
        methods.xShmMap = { file, index, size, isExtending, result in
            let region = FileMethods.file(file).region(
                Int(index), size: Int(size), isExtending: isExtending != 0)
            result?.pointee = region.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
            return SQLITE_OK
        }
        methods.xShmLock = { file, first, count, flags in
            FileMethods.file(file).lockMemory(Int(first)..<Int(first + count), flags: flags)
        }
        // Taking the lock of the disk is a full memory barrier.
        methods.xShmBarrier = { file in _ = FileMethods.file(file).size() }
        methods.xShmUnmap = { file, _ in
            FileMethods.file(file).leaveMemory()
            return SQLITE_OK
        }
    }
}
