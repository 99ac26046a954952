import CSQLite
import Glibc
import ScratchFolder
import Synchronization

/// The file system that SQLite uses by default once there is a ``FaultyDisk``. It keeps the files
/// of these disks' folders, and leaves all others to the system's own file system.
enum VirtualFileSystem {
    private struct Weak { weak var disk: FaultyDisk? }
    private static let disks = Mutex<[String: Weak]>([:])

    /// The address of the system's own file system, which SQLite keeps as long as the process
    /// lives.
    private static let system: UInt = UInt(bitPattern: sqlite3_vfs_find(nil))
    private static let name = strdup("faulty").map { UInt(bitPattern: $0) }

    private static let isRegistered: Bool = {
        guard let system = pointer(system), let name else { return false }
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        own.initialize(to: system.pointee)
        own.pointee.pNext = nil
        own.pointee.zName = UnsafePointer(bitPattern: name)
        own.pointee.szOsFile = max(system.pointee.szOsFile, Int32(MemoryLayout<OpenFile>.size))
        own.pointee.xOpen = { _, name, file, flags, outFlags in
            guard let file else { return SQLITE_CANTOPEN }
            if let (disk, name) = VirtualFileSystem.find(name) {
                return disk.open(name, file, flags, outFlags)
            }
            let system = VirtualFileSystem.pointer(VirtualFileSystem.system)
            return system?.pointee.xOpen(system, name, file, flags, outFlags) ?? SQLITE_CANTOPEN
        }
        own.pointee.xDelete = { _, name, syncFolder in
            if let (disk, name) = VirtualFileSystem.find(name) {
                return disk.delete(name, isDurable: syncFolder != 0)
            }
            let system = VirtualFileSystem.pointer(VirtualFileSystem.system)
            return system?.pointee.xDelete(system, name, syncFolder) ?? IOFailure.delete
        }
        own.pointee.xAccess = { _, name, flags, result in
            if let (disk, name) = VirtualFileSystem.find(name) {
                result?.pointee = disk.has(name) ? 1 : 0
                return SQLITE_OK
            }
            let system = VirtualFileSystem.pointer(VirtualFileSystem.system)
            return system?.pointee.xAccess(system, name, flags, result) ?? IOFailure.access
        }
        return sqlite3_vfs_register(own, 1) == SQLITE_OK
    }()

    static func mount(_ disk: FaultyDisk) {
        precondition(isRegistered, "SQLite takes file systems.")
        disks.withLock { $0[disk.folder.path] = Weak(disk: disk) }
    }

    static func unmount(_ folder: String) {
        disks.withLock { $0[folder] = nil }
    }

    /// The disk that has a file, and the file's name on it.
    private static func find(_ path: UnsafePointer<CChar>?) -> (FaultyDisk, String)? {
        guard let path = path.map({ String(cString: $0) }), let slash = path.lastIndex(of: "/")
        else { return nil }
        let disk = disks.withLock { $0[String(path[..<slash])]?.disk }
        return disk.map { ($0, String(path[path.index(after: slash)...])) }
    }

    private static func pointer(_ address: UInt) -> UnsafeMutablePointer<sqlite3_vfs>? {
        UnsafeMutablePointer(bitPattern: address)
    }
}

extension FaultyDisk {
    /// Opens a file for SQLite, in the memory that SQLite provides.
    fileprivate func open(
        _ name: String, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let isCreating = flags & SQLITE_OPEN_CREATE != 0
        file.pointee.pMethods = nil
        let opened = contents.withLock { contents -> (file: Int, handle: Int)? in
            if contents.state.names[name] == nil {
                // Cloudy creates an empty file in the real folder before it opens a database.
                guard isCreating || access(path(name), F_OK) == 0 else { return nil }
                let number = contents.makeNumber()
                guard (try? contents.perform(.create(name: name, file: number))) != nil
                else { return nil }
            }
            let handle = contents.makeNumber()
            let isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
            // As SQLite does on real disks: the process that may have created a journal syncs the
            // journal's name.
            if isCreating && isLog { contents.unsyncedFolders.insert(handle) }
            return contents.state.names[name].map { ($0, handle) }
        }
        guard let opened else { return SQLITE_CANTOPEN }
        outFlags?.pointee = flags
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self).initialize(
            to: OpenFile(
                base: sqlite3_file(pMethods: FileMethods.address), disk: .passRetained(self),
                file: opened.file, handle: opened.handle))
        return SQLITE_OK
    }

    fileprivate func delete(_ name: String, isDurable: Bool) -> Int32 {
        contents.withLock { contents in
            guard contents.state.names[name] != nil else { return IOFailure.deleteMissing }
            do {
                try contents.perform(.remove(name: name))
                if isDurable { try contents.perform(.syncFolder) }
                return SQLITE_OK
            } catch {
                return IOFailure.delete
            }
        }
    }

    fileprivate func has(_ name: String) -> Bool {
        contents.withLock { $0.state.names[name] != nil }
    }
}
