import Console
import Glibc

/// Reads everything from a descriptor, and waits if nothing is there yet. Stops at the limit;
/// throws if its task is cancelled.
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

/// Reads the next bytes of a descriptor, and waits if nothing is there yet; returns no bytes at the
/// end.
func readPiece(_ descriptor: Int32) throws(ReadingError) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    // Cancelling a task does not wake a thread that waits for a pipe.
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

/// The error of a failed read.
struct ReadingError: Error, CustomStringConvertible {
    /// The number in errno.h.
    var number: Int32

    var description: String { String(cString: strerror(number)) }
}
