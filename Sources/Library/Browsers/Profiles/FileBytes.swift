import FileCoordination
import Glibc
import Interchange

/// The contents of a browser's file.
enum FileBytes {
    private static let maximumBytes = 256 << 20

    static func read(_ path: String) throws(ImportError) -> [UInt8] {
        do {
            return try FileReading.read(path, atMost: maximumBytes)
        } catch {
            throw error.errno == EFBIG
                ? ImportError("it is larger than \(maximumBytes) bytes")
                : DatabaseCopy.problem("cannot be read")
        }
    }
}
