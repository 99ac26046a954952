import Glibc
import Synchronization
import TestSupport

/// The network between a device and a server. While it is cut, connections stay open, and no data
/// passes.
final class Cable: Sendable {
    private final class State: Sendable { let isCut = Atomic(false) }

    private let state = State()
    private let task: Task<Void, Never>
    let port: Int

    init(to server: Int) throws {
        let listener = try Self.newSocket()
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw RawConnection.Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        task = Task { [state] in
            var wires: [Wire] = []
            while (try? await Task.sleep(for: .milliseconds(2))) != nil {
                if state.isCut.load(ordering: .acquiring) { continue }
                if let wire = Self.accept(listener, server) { wires.append(wire) }
                for index in wires.indices { wires[index].passOn() }
                wires.removeAll(where: \.hasEnded)
            }
            for wire in wires { wire.close() }
            close(listener)
        }
    }

    deinit { task.cancel() }

    func cut() { state.isCut.store(true, ordering: .releasing) }

    func mend() { state.isCut.store(false, ordering: .releasing) }

    private static func newSocket() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw RawConnection.Failure() }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func accept(_ listener: Int32, _ server: Int) -> Wire? {
        let device = Glibc.accept(listener, nil, nil)
        guard device >= 0, let other = try? newSocket() else { return nil }
        _ = fcntl(device, F_SETFD, FD_CLOEXEC)
        // On loopback, a connection is established as soon as the system queues it.
        let address = loopback(server)
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return Wire(ends: [device, other])
    }
}

/// Both ends of a connection, and the bytes that wait to be passed on in each direction.
private struct Wire {
    let ends: [Int32]
    private var waiting: [[UInt8]] = [[], []]
    private(set) var hasEnded = false

    init(ends: [Int32]) { self.ends = ends }

    mutating func passOn() {
        for (from, to) in [(0, 1), (1, 0)] where !hasEnded {
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = recv(ends[from], &piece, piece.count, Int32(MSG_DONTWAIT))
            if count > 0 { waiting[from] += piece[..<count] }
            if count == 0 || (count < 0 && errno != EAGAIN && errno != ENOTCONN) { hasEnded = true }
            let sent = waiting[from].withUnsafeBytes {
                send(ends[to], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if sent > 0 { waiting[from].removeFirst(sent) }
        }
        if hasEnded { close() }
    }

    func close() { for end in ends { Glibc.close(end) } }
}
