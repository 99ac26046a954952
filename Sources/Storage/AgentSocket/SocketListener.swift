import Dispatch
import Glibc
import Synchronization

/// Accepts connections from programs of the same user at a path. The caller holds a lock for that
/// path, so an existing socket is left over from a program that has ended.
public final class SocketListener: Sendable {
    public let path: String
    private let descriptor: Int32
    private let number: ino_t
    private let isClosed = Atomic(false)

    /// The most connections at a time; others wait.
    private static let mostConnections = 200

    /// Listens at a path. Only the owner can ever use the socket.
    public init(at path: String) throws(SocketError) {
        self.path = path
        guard let descriptor = SocketAddress.makeSocket() else {
            throw SocketError("Cannot make a socket.", errno: errno)
        }
        self.descriptor = descriptor
        // The socket gets its name when it already listens, so that no program finds it earlier.
        let new = path + ".\(getpid())"
        unlink(new)
        let isBound = SocketAddress.with(new) { bind(descriptor, $0, $1) } == 0
        var status = stat()
        guard isBound, chmod(new, 0o600) == 0, listen(descriptor, 64) == 0,
            lstat(new, &status) == 0, rename(new, path) == 0
        else {
            let reason = errno
            unlink(new)
            close(descriptor)
            throw SocketError(
                "Cannot listen at \(path).", errno: reason,
                next: "Set XDG_RUNTIME_DIR to a folder of your own with mode 700.")
        }
        number = status.st_ino
    }

    deinit { close(descriptor) }

    /// Whether others can still find the socket: its folder is removed when its user logs out.
    public var isThere: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_ino == number
    }

    /// Passes each connection to `body`, on a thread of its own, until ``end()``.
    public func run(_ body: @escaping @Sendable (SocketConnection) -> Void) {
        let room = DispatchSemaphore(value: Self.mostConnections)
        DispatchQueue(label: "cloudy-agent.listener").async { [self] in
            while !isClosed.load(ordering: .relaxed) {
                room.wait()
                let accepted = accept(descriptor, nil, nil)
                guard accepted >= 0 else {
                    room.signal()
                    // If too many files are open, the connection can be accepted in a moment.
                    if errno != EINTR, !isClosed.load(ordering: .relaxed) { usleep(50_000) }
                    continue
                }
                _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                guard let connection = try? SocketConnection(accepted) else {
                    room.signal()
                    continue
                }
                DispatchQueue(label: "cloudy-agent.connection").async {
                    body(connection)
                    room.signal()
                }
            }
        }
    }

    /// Accepts no more connections; the open ones continue.
    public func end() {
        if isThere { unlink(path) }
        isClosed.store(true, ordering: .relaxed)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
