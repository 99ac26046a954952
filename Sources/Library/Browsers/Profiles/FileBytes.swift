import Glibc
import Interchange

/// The contents of a browser's file.
enum FileBytes {
    private static let maximumBytes = 256 << 20

    static func read(_ path: String) throws(ImportError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw DatabaseCopy.problem("cannot be read") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw DatabaseCopy.problem("cannot be read") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= maximumBytes else {
                throw ImportError("it is larger than \(maximumBytes) bytes")
            }
        }
    }
}
