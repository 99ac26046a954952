import Dispatch
import Glibc
import TestSupport

/// A program that is not an HTTP server: it sends the same bytes to each client, and hangs up.
final class JunkServer: Sendable {
    let port: Int
    private let listener: Int32

    init(saying bytes: [UInt8]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw RawConnection.Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        DispatchQueue(label: "junk").async {
            while true {
                let connection = accept(listener, nil, nil)
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                if connection < 0 && errno == EINTR { continue }
                guard connection >= 0 else { break }
                // It reads the request first, so that its bytes count as an answer.
                var question = [UInt8](repeating: 0, count: 1 << 16)
                _ = read(connection, &question, question.count)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
