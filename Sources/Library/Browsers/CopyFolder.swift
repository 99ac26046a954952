import FileCoordination
import Glibc
import Interchange

/// A folder for a copy, which only its owner can read, and which is removed with this value.
///
/// The folder is locked while it is used. The system releases the lock of a killed program, so the
/// next one recognizes leftovers.
final class CopyFolder {
    let path: String
    private let lock: Int32

    /// The name of the copy in the folder.
    static let name = "copy.sqlite"
    private static let prefix = "cloudy-import-"
    private static let suffixes = ["", "-wal", "-journal", "-shm"]

    static var usualPlace: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Makes a folder in `base`, and removes leftovers there.
    init(in base: String) throws(ImportError) {
        Self.removeLeftovers(in: base)
        while true {
            var template = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw DatabaseCopy.problem("cannot make a folder for a copy in \(base)")
            }
            let path = String(
                decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // Until the folder is locked, another process may consider it abandoned and remove it.
            if lock >= 0, flock(lock, LOCK_EX) == 0, Self.isFolder(lock, at: path) {
                (self.path, self.lock) = (path, lock)
                return
            }
            let error = errno
            if lock >= 0 { close(lock) }
            guard lock >= 0 || error == ENOENT else {
                errno = error
                throw DatabaseCopy.problem("cannot open the folder for a copy")
            }
        }
    }

    deinit {
        remove()
        close(lock)
    }

    func remove() { Self.remove(path, lock) }

    private static func remove(_ path: String, _ folder: Int32) {
        for suffix in suffixes { unlinkat(folder, name + suffix, 0) }
        if isFolder(folder, at: path) { rmdir(path) }
    }

    /// Whether a path leads to an open folder.
    private static func isFolder(_ folder: Int32, at path: String) -> Bool {
        var (mine, there) = (stat(), stat())
        return fstat(folder, &mine) == 0 && lstat(path, &there) == 0
            && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
    }

    private static func removeLeftovers(in base: String) {
        for name in FolderEntries.names(in: base) where name.hasPrefix(prefix) {
            let path = "\(base)/\(name)"
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            var status = stat()
            let isOwn = fstat(folder, &status) == 0 && status.st_uid == geteuid()
            if isOwn, flock(folder, LOCK_EX | LOCK_NB) == 0 { remove(path, folder) }
            close(folder)
        }
    }
}
