import Glibc

/// Creates a folder and its missing parent folders, each for its owner alone (0700).
///
/// A new folder is durable when this returns: otherwise a power failure could lose it, with files
/// already synced in it. Existing folders keep their permissions. Succeeds if another process
/// creates them at the same time.
public func createPrivateFolder(_ path: String) throws(FileCoordinationError) {
    try createPrivateFolder(path, calls: .system)
}

package func createPrivateFolder(
    _ path: String, calls: FileCalls
) throws(FileCoordinationError) {
    if isFolder(path) { return }
    let parent = parentFolder(of: path)
    if calls.makeFolder(path, 0o700) != 0 {
        var error = errno
        if error == ENOENT, let parent, parent != path {
            try createPrivateFolder(parent, calls: calls)
            error = calls.makeFolder(path, 0o700) == 0 ? 0 : errno
        }
        if error != 0, !isFolder(path) {
            throw FileCoordinationError("Cannot create the folder", path, errno: error)
        }
    }
    // A parent folder that may not be read cannot be synced; it existed before.
    if let parent { _ = calls.syncFolder(parent) }
}

/// Returns the path without its last component; "." for a relative path with only one, `nil` for
/// the root.
public func parentFolder(of path: String) -> String? {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if bytes.elementsEqual("/".utf8) || bytes.isEmpty { return nil }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == bytes.startIndex ? "/" : String(bytes[..<slash])
}

private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
