import Glibc

/// Replaces a file so that a reader, and the disk after a power cut, has either the old bytes or
/// the new ones.
///
/// The bytes go into a new file in the same folder, which is synced, renamed over `path` and made
/// durable by syncing the folder. If `path` is a symbolic link, its target is replaced. On an
/// error, the old file is untouched and the new one is removed; only if syncing the folder fails
/// are the new bytes there, but perhaps not durable. If a writer is killed, the next one removes
/// its new file.
///
/// - Parameter mode: the permissions of the new file, less the umask.
public func writeAtomically(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600
) throws(FileCoordinationError) {
    do {
        try writeAtomically(to: path, mode: mode) { file in try file.write(bytes) }
    } catch {
        throw error as? FileCoordinationError
            ?? FileCoordinationError("Cannot write", path, errno: EIO)
    }
}

/// Replaces a file like the other `writeAtomically`, for bytes that are produced in pieces and
/// never held all at once.
///
/// If `body` throws, the old file stays, and the error is passed on. During `body`, nothing has
/// been replaced yet: it can still read the old file and throw.
///
/// - Returns: the result of `body`.
@discardableResult
public func writeAtomically<Result>(
    to path: String, mode: UInt32 = 0o600, _ body: (NewFile) throws -> Result
) throws -> Result {
    try writeAtomically(to: path, mode: mode, calls: .system, body)
}

@discardableResult
package func writeAtomically<Result>(
    to path: String, mode: UInt32 = 0o600, calls: FileCalls,
    _ body: (NewFile) throws -> Result
) throws -> Result {
    let target = resolvingLinks(path)
    guard let folder = parentFolder(of: target) else {
        throw FileCoordinationError("Cannot write", path, errno: EISDIR)
    }
    let (temporary, descriptor) = createBeside(target, in: folder, mode, calls)
    guard descriptor >= 0 else { throw FileCoordinationError("Cannot write", path, errno: errno) }
    let result: Result
    do {
        result = try body(NewFile(path: path, descriptor: descriptor, calls: calls))
    } catch {
        unlockAndClose(descriptor)
        _ = calls.remove(temporary)
        throw error
    }
    var error: Int32 = 0
    if calls.sync(descriptor) != 0 { error = errno }
    if error == 0, calls.rename(temporary, target) != 0 { error = errno }
    // Unlock only after the file has its name: others remove files without a lock.
    unlockAndClose(descriptor)
    guard error == 0 else {
        _ = calls.remove(temporary)
        throw FileCoordinationError("Cannot write", path, errno: error)
    }
    try syncFolder(folder, calls: calls)
    return result
}

/// Writes a file that a person named: replaces it whole or not at all. If the path is a pipe or a
/// device, writes into it: replacing a device with a file would take it from every program. The new
/// file keeps the permissions of an existing one.
public func writeWhole(_ bytes: [UInt8], to path: String) throws(FileCoordinationError) {
    do { try writeWhole(to: path) { file in try file.write(bytes) } } catch {
        throw error as? FileCoordinationError
            ?? FileCoordinationError("Cannot write", path, errno: EIO)
    }
}

/// Writes like the other `writeWhole`, for bytes that are produced in pieces and never held all at
/// once.
public func writeWhole(to path: String, _ body: (NewFile) throws -> Void) throws {
    if isReplaceable(path) {
        return try writeAtomically(to: path) { file in
            file.copyPermissions(of: path)
            try body(file)
        }
    }
    let descriptor = try GivenPath.openForWriting(path)
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    try body(NewFile(path: path, descriptor: descriptor, calls: .system))
    var error: Int32 = 0
    // A file that cannot be synced gives EINVAL, EROFS or ENOTSUP.
    if fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) { error = errno }
    isOpen = false
    if close(descriptor) != 0 && error == 0 && errno != EINTR { error = errno }
    if error != 0 { throw FileCoordinationError("Cannot write", path, errno: error) }
}

/// Returns whether writing replaces the path: it is a file or a folder, or does not exist. A pipe
/// or a device is written to instead.
public func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Creates the file that will replace `target`. The descriptor is negative if that fails.
func createBeside(
    _ target: String, in folder: String, _ mode: UInt32, _ calls: FileCalls
) -> (path: String, descriptor: Int32) {
    let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { target[target.utf8.index(after: $0)...] } ?? target[...]
    removeLeftovers(of: String(name), in: folder, calls: calls)
    while true {
        let path = newName(of: target)
        let descriptor = calls.create(path, mode)
        if descriptor < 0 || claim(descriptor) { return (path, descriptor) }
        close(descriptor)
    }
}

/// Unlocks and closes a file. Closing alone is not enough: a child that another thread starts now
/// has a copy of the descriptor for a while, and the file would seem to be in use.
func unlockAndClose(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
}

/// A file that is being written and is not in its place yet. `writeAtomically` and `writeWhole`
/// pass it to their body, and close it afterwards.
public struct NewFile {
    /// The final path of the file.
    public let path: String
    public let descriptor: Int32
    let calls: FileCalls

    /// Copies the permissions and the group of another file, if that exists and the group can be
    /// set.
    func copyPermissions(of other: String) {
        var status = stat()
        guard stat(other, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let hasGroup = fchown(descriptor, uid_t.max, status.st_gid) == 0
        fchmod(descriptor, status.st_mode & (hasGroup ? 0o777 : 0o707))
    }

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(FileCoordinationError) {
        try write(bytes[...])
    }

    /// Appends a part of some bytes.
    public func write(_ bytes: ArraySlice<UInt8>) throws(FileCoordinationError) {
        let error = writeAll(bytes, to: descriptor, calls)
        if error != 0 { throw FileCoordinationError("Cannot write", path, errno: error) }
    }
}

/// Makes the names in a folder durable: files that were created, renamed or removed in it.
public func syncFolder(_ path: String) throws(FileCoordinationError) {
    try syncFolder(path, calls: .system)
}

func syncFolder(_ path: String, calls: FileCalls) throws(FileCoordinationError) {
    // Some file systems cannot sync folders and return EINVAL; they keep names in order on their
    // own.
    if calls.syncFolder(path) != 0, errno != EINVAL {
        throw FileCoordinationError("Cannot sync", path, errno: errno)
    }
}

private func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Writes all bytes. Returns the error number, or 0.
func writeAll(
    _ bytes: ArraySlice<UInt8>, to file: Int32, _ calls: FileCalls
) -> Int32 {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = calls.write(file, UnsafeRawBufferPointer(rebasing: rest))
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return 0
    }
}
