import FoundationEssentials
import Glibc
import Synchronization

/// One end of a connection between two programs of one user. Messages are JSON in frames.
///
/// One thread at a time may receive; any may send. ``shutDown()`` ends both.
public final class SocketConnection: Sendable {
    private let descriptor: Int32
    private let sending = Mutex(())
    /// The program at the other end, or the one that listens there; 0 for one that has no number
    /// here, since it runs in another namespace.
    public let process: Int32

    /// Takes over a descriptor, and refuses another user's program at its other end.
    init(_ descriptor: Int32) throws(SocketError) {
        // `ucred`, which the headers have only with _GNU_SOURCE.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0
        guard isKnown else {
            let reason = errno
            close(descriptor)
            throw SocketError("The user of the other program is not known.", errno: reason)
        }
        guard peer.user == geteuid() else {
            close(descriptor)
            throw SocketError(
                "A program of user \(peer.user) is refused.",
                why: "Only your own programs may talk to the agent of your device.")
        }
        self.descriptor = descriptor
        process = peer.process
        // A program that reads nothing holds this one up for a moment only.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static let longestSending = Duration.seconds(30)
    private static let noSignal = Int32(MSG_NOSIGNAL)

    /// Connects to the program that listens at a path; `nil` when none does.
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

    /// Ends the connection for both ends; a thread that receives here is told so.
    public func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a message. Throws when the other end is gone, or takes nothing.
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
            // One that takes a byte now and then would hold this program up for ever.
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

    /// Receives a message; `nil` when the other end has ended.
    ///
    /// - Parameters:
    ///   - largest: the most bytes that it may have.
    ///   - milliseconds: for how long to wait for it to begin, and for each of its pieces; `nil`
    ///     for ever.
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

    /// A message that was begun is finished soon.
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
    /// The other end says nothing.
    public static let silence = SocketError(
        "The other program does not answer.", why: "It is stopped, or the machine is very busy.")
}
