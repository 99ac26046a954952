import Glibc

/// A connection that can send any bytes, whether they are HTTP or not.
public final class RawConnection: Sendable {
    private let descriptor: Int32

    public struct Failure: Error {
        public var number = errno

        public init() {}
    }

    /// - Parameter receiveBuffer: the number of unread bytes that the system may hold; `nil` for as
    ///   many as the system likes.
    public init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Failure() }
        if var receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
                socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    /// Sends a whole text; throws if the other side is gone.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a whole text that is larger than the system's buffers. No thread is blocked, since the
    /// server shares the same threads.
    public func deliver(_ text: String) async throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0, errno == EAGAIN {
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            guard count > 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the sending side.
    public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits until a text was received; returns `false` if the connection ended first.
    public func receive(until text: String) async throws -> Bool {
        try await receive { $0.contains(text) }.contains(text)
    }

    /// Waits for the end of the connection; returns whether it came in time.
    public func receiveEnd() async throws -> Bool {
        _ = try await receive { _ in false }
        return true
    }

    /// The text received until it was enough, or the connection ended. No thread is blocked, since
    /// the server shares the same threads.
    public func receive(_ isEnough: (String) -> Bool) async throws -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN {
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            if count == 0 || (count < 0 && errno == ECONNRESET) { break }
            guard count > 0 else { throw Failure() }
            bytes += piece[..<count]
            if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
