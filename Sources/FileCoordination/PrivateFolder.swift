import Glibc

/// Creates a folder and the folders above it that are missing, each for its owner alone (0700).
///
/// Folders that exist keep their permissions. Succeeds when another process creates them at the
/// same time.
public func createPrivateFolder(_ path: String) throws(FileCoordinationError) {
    if mkdir(path, 0o700) == 0 || isFolder(path) { return }
    var error = errno
    if error == ENOENT, let parent = parentFolder(of: path), parent != path {
        try createPrivateFolder(parent)
        if mkdir(path, 0o700) == 0 || isFolder(path) { return }
        error = errno
    }
    throw FileCoordinationError("Cannot create the folder", path, errno: error)
}

/// The path without its last component; "." for a relative one that has only one, nil for the root.
func parentFolder(of path: String) -> String? {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if bytes.elementsEqual("/".utf8) || bytes.isEmpty { return nil }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == bytes.startIndex ? "/" : String(bytes[..<slash])
}

private func isFolder(_ path: String) -> Bool {
    let error = errno
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
    // The caller reports why mkdir failed and not why this did.
    errno = error
    return false
}
