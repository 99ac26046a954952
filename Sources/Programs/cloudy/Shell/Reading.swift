import Console
import Glibc

/// Reads all that a descriptor has, waiting where there is nothing yet. Ends when there is enough;
/// throws when the task that reads is cancelled.
func readAll(
    _ descriptor: Int32, reserving capacity: Int = 0,
    until isEnough: ([UInt8]) -> Bool = { _ in false }
) throws(ReadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    while !isEnough(bytes) {
        let piece = try readPiece(descriptor)
        if piece.isEmpty { break }
        bytes += piece
    }
    return bytes
}

/// Reads the next bytes of a descriptor, waiting where there is nothing yet; empty at its end.
func readPiece(_ descriptor: Int32) throws(ReadingError) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    // Nothing wakes a thread that waits for a pipe when its task is cancelled.
    let patience: Int32 = withUnsafeCurrentTask { $0 == nil } ? -1 : 50
    while true {
        let isReady = wait(for: POLLIN, of: descriptor, milliseconds: patience)
        if Task.isCancelled { throw ReadingError(number: ECANCELED) }
        if !isReady { continue }
        let count = read(descriptor, &buffer, buffer.count)
        if count >= 0 { return buffer[..<count] }
        if errno != EINTR && errno != EAGAIN { throw ReadingError(number: errno) }
    }
}

/// Why something could not be read.
struct ReadingError: Error, CustomStringConvertible {
    /// As in errno.h.
    var number: Int32

    var description: String { String(cString: strerror(number)) }
}
