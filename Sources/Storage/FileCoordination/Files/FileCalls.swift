import Glibc

/// The system calls that put files and folders on the disk. A test can replace them, to count them
/// and make them fail. They return -1 and set `errno` like the system's.
package struct FileCalls: Sendable {
    /// Creates a file, which must not exist yet, and opens it for writing.
    package var create: @Sendable (_ path: String, _ mode: UInt32) -> Int32
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    package var sync: @Sendable (_ descriptor: Int32) -> Int32
    package var rename: @Sendable (_ path: String, _ target: String) -> Int32
    package var remove: @Sendable (_ path: String) -> Int32
    package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) -> Int32
    package var syncFolder: @Sendable (_ path: String) -> Int32

    package init(
        create: @escaping @Sendable (_ path: String, _ mode: UInt32) -> Int32,
        write: @escaping @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int,
        sync: @escaping @Sendable (_ descriptor: Int32) -> Int32,
        rename: @escaping @Sendable (_ path: String, _ target: String) -> Int32,
        remove: @escaping @Sendable (_ path: String) -> Int32,
        makeFolder: @escaping @Sendable (_ path: String, _ mode: UInt32) -> Int32,
        syncFolder: @escaping @Sendable (_ path: String) -> Int32
    ) {
        self.create = create
        self.write = write
        self.sync = sync
        self.rename = rename
        self.remove = remove
        self.makeFolder = makeFolder
        self.syncFolder = syncFolder
    }

    package static let system = FileCalls(
        create: { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, $1) },
        write: { Glibc.write($0, $1.baseAddress, $1.count) },
        sync: { fsync($0) },
        rename: { Glibc.rename($0, $1) },
        remove: { unlink($0) },
        makeFolder: { mkdir($0, $1) },
        syncFolder: { path in
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return -1 }
            let result = fsync(folder)
            let error = errno
            close(folder)
            errno = error
            return result
        })
}
