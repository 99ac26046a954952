import Glibc

/// Renames a folder, durably. Open files in it stay open.
///
/// Throws if the new name is taken.
public func moveFolder(_ path: String, to target: String) throws(FileCoordinationError) {
    var status = stat()
    if lstat(target, &status) == 0 {
        throw FileCoordinationError("Cannot make", target, errno: EEXIST)
    }
    guard rename(path, target) == 0 else {
        throw FileCoordinationError("Cannot move", path, errno: errno)
    }
    if let parent = parentFolder(of: target) { _ = FileCalls.system.syncFolder(parent) }
}

/// Removes a folder and its contents. The folder disappears at once, as a whole. Files that cannot
/// be removed now, or that a killed process left, are removed by the next call for the same parent.
public func removeFolder(_ path: String) throws(FileCoordinationError) {
    guard let parent = parentFolder(of: path) else { return }
    try moveFolder(path, to: "\(parent)/\(removed)\(UInt64.random(in: .min ... .max))")
    for name in FolderEntries.names(in: parent) where name.hasPrefix(removed) {
        removeAll("\(parent)/\(name)")
    }
}

private func removeAll(_ path: String) {
    // Remove a link itself, not its target.
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in FolderEntries.names(in: path) { removeAll("\(path)/\(name)") }
    rmdir(path)
}

/// The prefix of folders that are being removed.
private let removed = ".removed-"
