import Glibc
import Interchange

/// A copy of a database with its logs, in a folder that is removed with it.
///
/// Other users can't read it. The next copy removes files of a program that was killed while
/// copying.
final class DatabaseCopy {
    private let folder: CopyFolder
    var path: String { folder.path + "/" + CopyFolder.name }

    /// The suffixes of the database and of SQLite's companion files.
    private static let suffixes = ["", "-wal", "-journal"]
    private static let maximumBytes = 4_294_967_296
    private static let attempts = 10

    /// - Parameter base: the folder to make the copy's folder in; the usual place if missing.
    init(of path: String, in base: String? = nil) throws(ImportError) {
        // Next to a symbolic link, there is no log: it is next to the file itself.
        guard let resolved = realpath(path, nil) else { throw Self.problem("cannot be read") }
        let original = String(cString: resolved)
        free(resolved)
        folder = try CopyFolder(in: base ?? CopyFolder.usualPlace)
        // The owner may write between two copies; the copies then do not fit together.
        for _ in 0..<Self.attempts {
            let before = Self.fingerprints(original)
            for suffix in Self.suffixes { try copy(original, suffix) }
            if Self.fingerprints(original) == before { return }
        }
        throw ImportError("it keeps changing. Close the browser and try again.")
    }

    /// Copies a database that comes in pieces.
    init(
        in base: String? = nil,
        _ writePieces: (_ take: DatabaseImport.Piece) throws(ImportError) -> Void
    ) throws(ImportError) {
        folder = try CopyFolder(in: base ?? CopyFolder.usualPlace)
        let target = try open("")
        defer { close(target) }
        var total = 0
        try writePieces { piece throws(ImportError) in
            total += piece.count
            try Self.write(piece, to: target, total)
        }
    }

    /// Removes the files' names, so that nothing remains however the program ends. Open files stay
    /// readable.
    func remove() { folder.remove() }

    /// Returns size, time and inode of each file.
    static func fingerprints(_ original: String) -> [[Int]] {
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
        let source = Glibc.open(original + suffix, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if source < 0 && errno == ENOENT && !suffix.isEmpty { return }
        guard source >= 0 else { throw Self.problem("cannot be read") }
        defer { close(source) }
        let target = try open(suffix)
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Self.problem("cannot be read") }
            if count == 0 { return }
            if Task.isCancelled { throw ImportError("it was not read completely") }
            total += count
            try Self.write(buffer[..<count], to: target, total)
        }
    }

    /// Creates one of the files, readable only by the owner.
    private func open(_ suffix: String) throws(ImportError) -> Int32 {
        let file = Glibc.open(path + suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.problem("cannot write its copy") }
        return file
    }

    /// Writes the next bytes of a file.
    ///
    /// - Parameter total: the number of bytes so far, including these.
    private static func write(
        _ bytes: ArraySlice<UInt8>, to file: Int32, _ total: Int
    ) throws(ImportError) {
        guard total <= maximumBytes else {
            throw ImportError("it is larger than \(maximumBytes) bytes")
        }
        var rest = bytes
        while !rest.isEmpty {
            let step = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw problem("cannot write its copy") }
            rest = rest.dropFirst(step)
        }
    }

    static func problem(_ what: String) -> ImportError {
        ImportError("\(what): \(String(cString: strerror(errno)))")
    }
}
