import Glibc

/// The process at the other end of a socket. The system recorded it when that process connected or
/// began to listen, so the process cannot pretend to be another one.
struct SocketPeer: Hashable {
    /// 0 if the process has no id here, because it runs in another namespace.
    var process: Int32
    var user: uid_t

    init(process: Int32, user: uid_t) {
        self.process = process
        self.user = user
    }

    /// Asks the system about the other end of a connected socket.
    init(of descriptor: Int32) throws(SocketError) {
        // `ucred`, which the headers have only with _GNU_SOURCE.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else {
            throw SocketError("The user of the other program is not known.", errno: errno)
        }
        self.init(process: peer.process, user: peer.user)
    }

    /// Throws if the process belongs to a user other than `own`.
    func requireUser(_ own: uid_t) throws(SocketError) {
        if user == own { return }
        throw SocketError(
            "A program of user \(user) is refused.",
            why: "Only your own programs may talk to the agent of your device.")
    }
}
