import Glibc
import Synchronization

/// A web server on the loopback interface with a test's answers, until it is deallocated.
public final class WebServer: Sendable {
    /// A request to the server.
    public struct Request: Sendable {
        /// The path with its query, such as `/page?x=1`.
        public var path: String
        /// All lines of the request's head, including the first one.
        public var head: String
        /// The number of requests for this path so far, including this one.
        public var count: Int
    }

    private let listener: Int32
    public let port: UInt16
    private let log = Mutex<[String]>([])

    /// - Parameter answer: Called on a thread of its own for each request; the connection ends when
    ///   it returns.
    public init(_ answer: @escaping @Sendable (Request, WebConnection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard listener >= 0, bound else { throw WebServerError(code: errno) }
        self.listener = listener
        startThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                // A program that a test starts would otherwise keep the connection open.
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                guard client >= 0, let self else {
                    if client >= 0 { close(client) }
                    // Closing earlier would free the descriptor's number for another listener.
                    close(listener)
                    return
                }
                startThread { [weak self] in
                    let connection = WebConnection(client)
                    if let self, let request = read(connection) { answer(request, connection) }
                    connection.end()
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The URL of a path on this server.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// All requested paths, in order.
    public var requests: [String] { log.withLock { $0 } }

    private func read(_ connection: WebConnection) -> Request? {
        guard let head = connection.readHead() else { return nil }
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return nil }
        let path = String(words[1])
        let count = log.withLock { log in
            log.append(path)
            return log.count { $0 == path }
        }
        return Request(path: path, head: head, count: count)
    }
}

/// A server could not be started.
public struct WebServerError: Error, CustomStringConvertible {
    var code: Int32

    public var description: String { "no loopback server: \(String(cString: strerror(code)))" }
}

/// The connection on which a ``WebServer`` answers.
public struct WebConnection: Sendable {
    private let socket: Int32

    init(_ socket: Int32) {
        self.socket = socket
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Sends bytes; returns whether the client still accepts them.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a text unchanged.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a whole answer, with its length.
    public func answer(
        _ status: Int = 200, _ fields: KeyValuePairs<String, String> = [:], _ body: [UInt8]
    ) {
        var head = "HTTP/1.1 \(status) X\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        send(Array((head + "\r\n").utf8) + body)
    }

    /// Sends a whole answer, with its length.
    public func answer(
        _ status: Int = 200, _ fields: KeyValuePairs<String, String> = [:], _ body: String = ""
    ) {
        answer(status, fields, Array(body.utf8))
    }

    /// Waits until the client disconnects, for at most this many seconds; returns whether it did.
    @discardableResult
    public func waitUntilTheClientLeaves(seconds: Int) -> Bool {
        var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, Int32(seconds) * 1000) > 0
    }

    func readHead() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 1 << 16, bytes.suffix(4) != [13, 10, 13, 10] {
            guard recv(socket, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func end() {
        shutdown(socket, Int32(SHUT_WR))
        close(socket)
    }
}
