import Glibc

/// Renames an unusable file, so that it can be examined, durably. Never overwrites an earlier file
/// that was set aside: if the name is taken, adds a number to it.
///
/// - Returns: the new path.
public func moveAside(_ path: String, to name: String) throws(FileCoordinationError) -> String {
    var error = EEXIST
    for attempt in 1...1000 where error == EEXIST {
        let target = attempt == 1 ? name : "\(name)-\(attempt)"
        // Reserve the name first: rename(2) alone would replace an existing file.
        let reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if reserved < 0 {
            error = errno
            continue
        }
        close(reserved)
        if rename(path, target) == 0 {
            if let folder = parentFolder(of: target) { try syncFolder(folder) }
            return target
        }
        error = errno
        unlink(target)
        break
    }
    throw FileCoordinationError("Cannot set aside", path, errno: error)
}
