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
    do {
        try writeAtomically(to: path, mode: mode) { file in try file.write(bytes) }
    } catch {
        throw error as? FileCoordinationError
            ?? FileCoordinationError("Cannot write", path, errno: EIO)
    }
}

/// As the other `writeAtomically`, for bytes that are made piece by piece and never held all at
/// once.
///
/// The old file stays when `body` throws, and the error is passed on. When `body` returns, nothing
/// has been replaced yet: it can still look at the old file and change its mind.
///
/// - Returns: what `body` returns.
@discardableResult
public func writeAtomically<Result>(
    to path: String, mode: UInt32 = 0o600, _ body: (NewFile) throws -> Result
) throws -> Result {
    let target = resolvingLinks(path)
    guard let folder = parentFolder(of: target) else {
        throw FileCoordinationError("Cannot write", path, errno: EISDIR)
    }
    let temporary = "\(target).new-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileCoordinationError("Cannot write", path, errno: errno) }
    let result: Result
    do {
        result = try body(NewFile(path: path, descriptor: descriptor))
    } catch {
        close(descriptor)
        unlink(temporary)
        throw error
    }
    var error: Int32 = 0
    if fsync(descriptor) != 0 { error = errno }
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0, rename(temporary, target) != 0 { error = errno }
    guard error == 0 else {
        unlink(temporary)
        throw FileCoordinationError("Cannot write", path, errno: error)
    }
    try syncFolder(folder)
    return result
}

/// A file that is being written and isn't yet in its place. It is lent to the body of
/// `writeAtomically` and closed after it.
public struct NewFile {
    /// The path the file will have.
    public let path: String
    public let descriptor: Int32

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(FileCoordinationError) {
        let error = writeAll(bytes, to: descriptor)
        if error != 0 { throw FileCoordinationError("Cannot write", path, errno: error) }
    }
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
