import Glibc

/// Reading the bytes of files. No call here waits for the other end of a named pipe that is in
/// the place of a file.
public enum FileReading {
    /// Returns the first bytes of a file, at most `limit`.
    public static func beginning(
        of path: String, atMost limit: Int
    ) throws(FileCoordinationError) -> [UInt8] {
        try withFile(path) { file throws(FileCoordinationError) in
            try bytes(file, path, limit)
        }
    }

    /// Returns all bytes of a file. Throws with `EFBIG` if it has more than `limit`.
    public static func read(
        _ path: String, atMost limit: Int
    ) throws(FileCoordinationError) -> [UInt8] {
        try withFile(path) { file throws(FileCoordinationError) in
            try read(file, path, atMost: limit)
        }
    }

    /// Returns all remaining bytes of an open file. Throws with `EFBIG` if there are more than
    /// `limit`.
    public static func read(
        _ file: Int32, _ path: String, atMost limit: Int
    ) throws(FileCoordinationError) -> [UInt8] {
        let bytes = try bytes(file, path, limit == .max ? limit : limit + 1)
        if bytes.count > limit { throw failure(path, EFBIG) }
        return bytes
    }

    private static func withFile<Value>(
        _ path: String, _ body: (Int32) throws(FileCoordinationError) -> Value
    ) throws(FileCoordinationError) -> Value {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failure(path, errno) }
        defer { close(file) }
        return try body(file)
    }

    private static func bytes(
        _ file: Int32, _ path: String, _ limit: Int
    ) throws(FileCoordinationError) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(file, &status) == 0 { bytes.reserveCapacity(min(limit, Int(status.st_size))) }
        var piece = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = Glibc.read(file, &piece, min(piece.count, limit - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, errno) }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private static func failure(_ path: String, _ number: Int32) -> FileCoordinationError {
        FileCoordinationError(FileCoordinationError.reading, path, errno: number)
    }
}
