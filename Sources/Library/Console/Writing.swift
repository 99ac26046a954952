import Glibc
import Screen

/// Returns sentences as a line of output. On a terminal, lines wrap at blanks; another program gets
/// a single line.
package func prose(_ text: String, for descriptor: Int32) -> String {
    let lines = TerminalSize.of(descriptor).map { Prose.lines(text, columns: $0.columns) } ?? [text]
    return lines.map { $0 + "\n" }.joined()
}

/// Writes all bytes to a descriptor and waits while it is full. Returns an `errno`, or 0.
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

/// Waits until a descriptor is ready, or for a limited time. Returns whether it is ready.
package func wait(for event: Int32, of descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
}
