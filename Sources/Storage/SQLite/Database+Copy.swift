import Glibc

extension Database {
    /// Copies the database, as it is at one moment, to a new file that only its owner may read,
    /// durably. Other connections may write at the same time.
    ///
    /// The copy has no write-ahead log. Throws if the file exists and is not empty.
    public func copy(to path: String) throws {
        _ = mknod(path, S_IFREG | 0o600, 0)
        try run("VACUUM INTO ?", .text(path))
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, fsync(file) == 0 else {
            throw SQLiteError(
                code: .ioError, extendedCode: 10,
                message: "The copy did not reach the disk: \(String(cString: strerror(errno)))",
                path: path)
        }
    }
}
