import Glibc

// A file written beside another, to be renamed over it, is left there when its process dies or the
// power fails. Its writer holds a lock on it, which ends with the process: so the next writer can
// distinguish abandoned files from files that are being written.

/// Marks a new file as being written.
///
/// - Returns: whether the file still exists. Just before, another process may have removed it as an
///   abandoned one.
func claim(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
}

/// Returns the name of a new file that is to replace another one.
func newName(of name: String) -> String {
    "\(name).new-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
}

/// Returns whether a name was made by ``newName(of:)``, not chosen by a person.
func isNewName(_ new: String, of name: String) -> Bool {
    guard new.hasPrefix(name + ".new-") else { return false }
    let numbers = new.dropFirst(name.count + ".new-".count)
        .split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt64($0) != nil && $0.first != "+" }
}

/// Removes the abandoned new files for a name in a folder.
func removeLeftovers(of written: String, in folder: String, calls: FileCalls) {
    for name in FolderEntries.names(in: folder) where isNewName(name, of: written) {
        let path = "\(folder)/\(name)"
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { continue }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = calls.remove(path) }
        close(file)
    }
}
