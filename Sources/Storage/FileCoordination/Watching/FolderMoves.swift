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
        try? removeTree("\(parent)/\(name)")
    }
}

/// Removes a file, or a folder with its contents. Does not follow symbolic links. A file that
/// another process removes at the same time counts as removed.
///
/// Throws the first failure, after removing as much as possible.
public func removeTree(_ path: String) throws(FileCoordinationError) {
    let error = removeAll(path)
    if error != 0 { throw FileCoordinationError("Cannot remove", path, errno: error) }
}

/// Returns the error number of the first failure; 0 if there was none.
private func removeAll(_ path: String) -> Int32 {
    if unlink(path) == 0 || errno == ENOENT { return 0 }
    let refusal = errno
    // A link that cannot be removed must not lead to the contents of its target.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
        if errno == ENOENT { return 0 }
        return [ENOTDIR, ELOOP].contains(errno) ? refusal : errno
    }
    guard let stream = fdopendir(folder) else {
        let error = errno
        close(folder)
        return error
    }
    let names = FolderEntries.names(in: stream)
    closedir(stream)
    var failure: Int32 = 0
    for name in names {
        let error = removeAll("\(path)/\(name)")
        if failure == 0 { failure = error }
    }
    if rmdir(path) == 0 || errno == ENOENT { return 0 }
    return failure == 0 ? errno : failure
}

/// The prefix of folders that are being removed.
private let removed = ".removed-"
