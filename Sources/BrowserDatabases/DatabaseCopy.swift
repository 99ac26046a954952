import Glibc
import Interchange

/// A copy of a database with its logs, in a folder of its own that goes when the copy does.
///
/// Nobody else can read it. What a program left that was killed while it copied, the next copy
/// removes.
final class DatabaseCopy {
    private let folder: CopyFolder
    var path: String { folder.path + "/" + CopyFolder.name }

    /// The database and what SQLite puts beside it.
    private static let suffixes = ["", "-wal", "-journal"]
    private static let maximumBytes = 4_294_967_296
    private static let attempts = 10

    /// - Parameter base: where to make the folder; the usual place without it.
    init(of path: String, in base: String? = nil) throws(ImportError) {
        // Beside a link there is no log: it is beside the file itself.
        guard let resolved = realpath(path, nil) else { throw Self.problem("it cannot be read") }
        let original = String(cString: resolved)
        free(resolved)
        folder = try CopyFolder(in: base ?? CopyFolder.usualPlace)
        // The owner may write between two copies; then they do not fit each other.
        for _ in 0..<Self.attempts {
            let before = Self.fingerprints(original)
            for suffix in Self.suffixes { try copy(original, suffix) }
            if Self.fingerprints(original) == before { return }
        }
        throw ImportError("it changes all the time. Close the browser and try again.")
    }

    /// Takes its names away, so that nothing stays of it however the program ends. Who has all of
    /// it open can go on reading.
    func remove() { folder.remove() }

    /// Size, time and inode of each file.
    private static func fingerprints(_ original: String) -> [[Int]] {
        suffixes.map { suffix in
            var status = stat()
            guard stat(original + suffix, &status) == 0 else { return [] }
            return [
                Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                Int(truncatingIfNeeded: status.st_ino),
            ]
        }
    }

    private func copy(_ original: String, _ suffix: String) throws(ImportError) {
        unlink(path + suffix)
        let source = open(original + suffix, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if source < 0 && errno == ENOENT && !suffix.isEmpty { return }
        guard source >= 0 else { throw Self.problem("it cannot be read") }
        defer { close(source) }
        let target = open(path + suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Self.problem("its copy cannot be written") }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Self.problem("it cannot be read") }
            if count == 0 { return }
            if Task.isCancelled { throw ImportError("it was not read to its end") }
            total += count
            guard total <= Self.maximumBytes else {
                throw ImportError("it has more than \(Self.maximumBytes) bytes")
            }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes {
                    write(target, $0.baseAddress.map { $0 + written }, count - written)
                }
                if step < 0 && errno == EINTR { continue }
                guard step > 0 else { throw Self.problem("its copy cannot be written") }
                written += step
            }
        }
    }

    static func problem(_ what: String) -> ImportError {
        ImportError("\(what): \(String(cString: strerror(errno)))")
    }
}
