import Glibc

/// Replaces a file so that a reader, and the disk after a power cut, has the old bytes or the new
/// ones and never anything between.
///
/// The bytes go into a new file in the same folder, which is synced, renamed over `path` and made
/// durable by syncing the folder. A symbolic link stays one: the file it points to is replaced. On
/// an error the old file is untouched and the new one removed; only when syncing the folder fails
/// are the new bytes there and perhaps not durable.
///
/// - Parameter mode: the permissions of the new file, less the umask.
public func writeAtomically(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600
) throws(FileCoordinationError) {
    let target = resolvingLinks(path)
    guard let folder = parentFolder(of: target) else {
        throw FileCoordinationError("Cannot write", path, errno: EISDIR)
    }
    let temporary = "\(target).new-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw FileCoordinationError("Cannot write", path, errno: errno) }
    var error = writeAll(bytes, to: file)
    if error == 0, fsync(file) != 0 { error = errno }
    if close(file) != 0, error == 0 { error = errno }
    if error == 0, rename(temporary, target) != 0 { error = errno }
    guard error == 0 else {
        unlink(temporary)
        throw FileCoordinationError("Cannot write", path, errno: error)
    }
    try syncFolder(folder)
}

/// Makes the names in a folder durable: files created, renamed or removed in it.
public func syncFolder(_ path: String) throws(FileCoordinationError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileCoordinationError("Cannot sync", path, errno: errno) }
    defer { close(folder) }
    // Some file systems cannot sync folders and answer EINVAL; they order names by themselves.
    if fsync(folder) != 0, errno != EINVAL {
        throw FileCoordinationError("Cannot sync", path, errno: errno)
    }
}

private func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The error number, or 0.
private func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return 0
    }
}
