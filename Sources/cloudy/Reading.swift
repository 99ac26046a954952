import Glibc

/// Reads all that a descriptor has, waiting where there is nothing yet. Ends when there is enough;
/// throws when the task that reads is cancelled.
func readAll(
    _ descriptor: Int32, reserving capacity: Int = 0,
    until isEnough: ([UInt8]) -> Bool = { _ in false }
) throws(ReadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    // Nothing wakes a thread that waits for a pipe when its task is cancelled.
    let patience: Int32 = withUnsafeCurrentTask { $0 == nil } ? -1 : 50
    while !isEnough(bytes) {
        let isReady = wait(for: POLLIN, of: descriptor, milliseconds: patience)
        if Task.isCancelled { throw ReadingError(number: ECANCELED) }
        if !isReady { continue }
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 { break }
        if count > 0 {
            bytes += buffer[..<count]
        } else if errno != EINTR && errno != EAGAIN {
            throw ReadingError(number: errno)
        }
    }
    return bytes
}

/// Why something could not be read.
struct ReadingError: Error, CustomStringConvertible {
    /// As in errno.h.
    var number: Int32

    var description: String { String(cString: strerror(number)) }
}
