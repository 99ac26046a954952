import FoundationEssentials
import Glibc
import Synchronization

/// One end of a connection between two programs of one user. Messages are JSON in frames.
///
/// Only one thread at a time may receive; any thread may send. ``shutDown()`` ends both.
public final class SocketConnection: Sendable {
    private let descriptor: Int32
    private let sending = Mutex(())
    /// The id of the process at the other end, or of the one that listens there; 0 if the process
    /// has no id here, because it runs in another namespace.
    public let process: Int32

    /// Takes over a descriptor. Throws if the program at its other end belongs to another user.
    init(_ descriptor: Int32) throws(SocketError) {
        let peer: SocketPeer
        do throws(SocketError) {
            peer = try SocketPeer(of: descriptor)
            try peer.requireUser(geteuid())
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        process = peer.process
        // A program that does not read blocks this one only for a moment.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static let longestSending = Duration.seconds(30)
    private static let noSignal = Int32(MSG_NOSIGNAL)

    /// Connects to the program that listens at a path; returns `nil` if none does.
    public static func connect(to path: String) throws(SocketError) -> SocketConnection? {
        guard let descriptor = SocketAddress.makeSocket() else {
            throw SocketError("Cannot make a socket.", errno: errno)
        }
        let outcome = SocketAddress.with(path) { Glibc.connect(descriptor, $0, $1) }
        if outcome == 0 { return try SocketConnection(descriptor) }
        let number = errno
        close(descriptor)
        if [ENOENT, ECONNREFUSED, ENOTDIR].contains(number) { return nil }
        if number == EAGAIN { throw .silence }
        throw SocketError("Cannot connect to \(path).", errno: number)
    }

    /// Ends the connection at both ends. A thread that receives here returns.
    public func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a message. Throws if the other end is gone, or does not read.
    public func send(_ message: some Encodable) throws(SocketError) {
        let body: Data
        do { body = try JSONEncoder().encode(message) } catch {
            throw SocketError("Cannot encode a message.", why: "\(error)")
        }
        let length = UInt32(body.count)
        var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        bytes += body
        try sending.withLock { _ throws(SocketError) in try write(bytes) }
    }

    private func write(_ bytes: [UInt8]) throws(SocketError) {
        var sent = 0
        let end = ContinuousClock.now + Self.longestSending
        while sent < bytes.count {
            // A program that reads a byte from time to time would block this one forever.
            if ContinuousClock.now > end {
                throw SocketError(
                    "The other program takes no message.", why: "It reads very slowly.")
            }
            let count = bytes.withUnsafeBytes {
                let rest = UnsafeRawBufferPointer(rebasing: $0[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Self.noSignal)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                throw SocketError("The other program accepts no message.", errno: errno)
            }
        }
    }

    /// Receives a message; returns `nil` if the other end has closed the connection.
    ///
    /// - Parameters:
    ///   - largest: the largest message, in bytes.
    ///   - milliseconds: the time to wait for the message, and for each of its pieces; `nil` waits
    ///     forever.
    public func receive<Message: Decodable>(
        _ type: Message.Type, largest: Int, within milliseconds: Int32? = nil
    ) throws(SocketError) -> Message? {
        guard let head = try read(4, milliseconds) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= largest else {
            throw SocketError(
                "A message is refused.", why: "It has \(length) bytes; the limit is \(largest).")
        }
        guard let body = try read(length, milliseconds ?? Self.pieceMilliseconds) else {
            return nil
        }
        do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
            throw SocketError("A message is refused.", why: "It is not readable.")
        }
    }

    /// The time to wait for the next piece of a message that has begun.
    private static let pieceMilliseconds: Int32 = 10_000

    private func read(_ count: Int, _ milliseconds: Int32?) throws(SocketError) -> [UInt8]? {
        var (bytes, have) = ([UInt8](repeating: 0, count: count), 0)
        while have < count {
            var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&file, 1, milliseconds ?? -1)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw SocketError.silence }
            let got = bytes.withUnsafeMutableBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: $0[have...])
                return Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if got > 0 {
                have += got
            } else if got == 0 || errno == ECONNRESET {
                return nil
            } else if errno != EINTR {
                throw SocketError("Cannot receive from the other program.", errno: errno)
            }
        }
        return bytes
    }
}

extension SocketError {
    /// The error if the other end does not send anything in time.
    public static let silence = SocketError(
        "The other program does not answer.", why: "It is stopped, or the machine is very busy.")
}
