import Glibc
import Screen

/// Sentences as a line. On a terminal its lines end at blanks; for another program it is one line.
package func prose(_ text: String, for descriptor: Int32) -> String {
    let lines = TerminalSize.of(descriptor).map { Prose.lines(text, columns: $0.columns) } ?? [text]
    return lines.map { $0 + "\n" }.joined()
}

/// Writes all of the bytes to a descriptor, waiting while it is full, and returns the number of the
/// error, or 0.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var bytes = bytes[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            bytes = bytes.dropFirst(count)
        } else if errno == EAGAIN {
            _ = wait(for: POLLOUT, of: descriptor)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// Waits until a descriptor can be used, or a while. Returns whether it can.
package func wait(for event: Int32, of descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
}
