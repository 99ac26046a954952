import Glibc

/// Paths that a person gave: usually files, but also pipes and devices, where opening may wait
/// forever for a program at the other end.
public enum GivenPath {
    /// The time to wait for a program at the other end of a pipe, which may just be starting.
    public static let patience = Duration.seconds(5)

    /// Opens a path for writing.
    ///
    /// - Parameters:
    ///   - flags: such as `O_CREAT`, in addition to those that every file is opened with.
    ///   - waits: whether writing waits for a slow reader. Otherwise writing fails with `EAGAIN` if
    ///     the pipe is full.
    ///   - patience: the time to wait for a reader of a pipe.
    public static func openForWriting(
        _ path: String, flags: Int32 = 0, waits: Bool = true, patience: Duration = patience
    ) throws(FileCoordinationError) -> Int32 {
        let flags = flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let end = ContinuousClock.now + patience
        while true {
            let descriptor = open(path, flags, 0o600)
            if descriptor >= 0 {
                let flags = fcntl(descriptor, F_GETFL)
                if waits { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
                return descriptor
            }
            let reason = errno
            // No event announces a reader, so try again.
            guard reason == ENXIO, isPipe(path), ContinuousClock.now < end else {
                throw FileCoordinationError("Cannot write", path, errno: reason)
            }
            usleep(20_000)
        }
    }

    /// Returns the first bytes at a path. Reads a pipe until its last writer is gone.
    ///
    /// - Parameter patience: the time to wait for a writer of a pipe, and for each of its writes.
    public static func read(
        _ path: String, atMost limit: Int, patience: Duration = patience
    ) throws(FileCoordinationError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard file >= 0 else { throw FileCoordinationError("Cannot read", path, errno: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            // Before its first writer opens it, a pipe seems to have ended.
            guard waits(for: file, patience) else {
                throw FileCoordinationError("Cannot read", path, errno: EAGAIN)
            }
            let count = Glibc.read(file, &piece, min(piece.count, limit - bytes.count))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw FileCoordinationError("Cannot read", path, errno: errno) }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Returns whether a path is a pipe.
    public static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Waits until there is something to read, or the end. Returns false if it takes too long.
    private static func waits(for file: Int32, _ patience: Duration) -> Bool {
        let end = ContinuousClock.now + patience
        while true {
            let left = end - ContinuousClock.now
            let milliseconds = max(
                0,
                left.components.seconds * 1000
                    + left.components.attoseconds / 1_000_000_000_000_000)
            var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let count = poll(&polled, 1, Int32(clamping: milliseconds))
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { return true }
        }
    }
}
