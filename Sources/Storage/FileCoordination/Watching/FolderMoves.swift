import Glibc

/// Gives a folder another name, durably. Files open in it stay open: they are the same.
///
/// Throws when there is something of the new name already.
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

/// Removes a folder and its contents. It is gone as a whole at once. Files that could not be
/// removed then, or that a killed process left, are removed by the next call beside it.
public func removeFolder(_ path: String) throws(FileCoordinationError) {
    guard let parent = parentFolder(of: path) else { return }
    try moveFolder(path, to: "\(parent)/\(removed)\(UInt64.random(in: .min ... .max))")
    for name in FolderEntries.names(in: parent) where name.hasPrefix(removed) {
        removeAll("\(parent)/\(name)")
    }
}

private func removeAll(_ path: String) {
    // A link is removed, and not its target.
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in FolderEntries.names(in: path) { removeAll("\(path)/\(name)") }
    rmdir(path)
}

/// The prefix of folders that are being removed.
private let removed = ".removed-"
