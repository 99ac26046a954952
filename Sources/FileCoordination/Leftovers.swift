import Glibc

// What is written beside a file, to be renamed over it, is left there when its process dies or the
// power fails. Its writer holds a lock on it, which goes with the writer: so whoever writes next
// can tell what is left from what is still being written.

/// Marks a new file as being written.
///
/// - Returns: whether it is still there. Whoever looked just before took it for left.
func claim(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
}

/// Removes the files of a folder whose names begin so and that nobody writes any more.
func removeLeftovers(in folder: String, startingWith prefix: String, calls: FileCalls) {
    for name in names(in: folder) where name.hasPrefix(prefix) {
        let path = "\(folder)/\(name)"
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { continue }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = calls.remove(path) }
        close(file)
    }
}
