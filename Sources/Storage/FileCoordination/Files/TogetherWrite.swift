import Glibc

/// Writes many files so that each one is there whole or not at all, and all are durable when this
/// returns. One disk write can serve many files, so this is several times faster than writing them
/// one after the other.
///
/// Replaces existing files. On an error, some files may be written. The folders must exist.
public func writeTogether(
    _ files: [(path: String, bytes: [UInt8])]
) throws(FileCoordinationError) {
    try writeTogether(files, calls: .system)
}

package func writeTogether(
    _ files: [(path: String, bytes: [UInt8])], calls: FileCalls
) throws(FileCoordinationError) {
    // In parts, as each file is open meanwhile.
    for start in stride(from: 0, to: files.count, by: 64) {
        var unfinished: [UnfinishedFile] = []
        defer { for file in unfinished { file.giveUp(calls) } }
        for (path, bytes) in files[start..<min(start + 64, files.count)] {
            let file = try UnfinishedFile(path, calls)
            unfinished.append(file)
            try file.write(bytes, calls)
        }
        for file in unfinished { try file.sync(calls) }
        while let file = unfinished.popLast() { try file.finish(calls) }
    }
    for folder in Set(files.compactMap { parentFolder(of: $0.path) }) {
        try syncFolder(folder, calls: calls)
    }
}

/// A file under a temporary name, until it is written.
private struct UnfinishedFile {
    let path: String
    let temporary: String
    let descriptor: Int32

    init(_ path: String, _ calls: FileCalls) throws(FileCoordinationError) {
        self.path = path
        (temporary, descriptor) = createBeside(
            path, in: parentFolder(of: path) ?? "/", 0o600, calls)
        if descriptor < 0 { throw FileCoordinationError("Cannot write", path, errno: errno) }
    }

    func write(_ bytes: [UInt8], _ calls: FileCalls) throws(FileCoordinationError) {
        let error = writeAll(bytes[...], to: descriptor, calls)
        if error != 0 { throw FileCoordinationError("Cannot write", path, errno: error) }
    }

    func sync(_ calls: FileCalls) throws(FileCoordinationError) {
        if calls.sync(descriptor) != 0 {
            throw FileCoordinationError("Cannot write", path, errno: errno)
        }
    }

    func finish(_ calls: FileCalls) throws(FileCoordinationError) {
        let error = calls.rename(temporary, path) == 0 ? 0 : errno
        if error != 0 { _ = calls.remove(temporary) }
        unlockAndClose(descriptor)
        if error != 0 { throw FileCoordinationError("Cannot write", path, errno: error) }
    }

    func giveUp(_ calls: FileCalls) {
        _ = calls.remove(temporary)
        unlockAndClose(descriptor)
    }
}
