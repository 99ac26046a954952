import Glibc
import RemoteClouds
import Replication
import TestSupport
import Testing

/// A server that receives calls, and closes the connection without an answer.
@Suite(.timeLimit(.minutes(10))) struct LostAnswerTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))

    /// A call that leaves a mark may have done so. A replica that assumed otherwise would later
    /// take itself for a copy.
    @Test func markedCallWithoutAnAnswerHasAnUnknownOutcome() async throws {
        let server = try ClosingServer()
        let cloud = try HTTPCloud(url: "http://127.0.0.1:\(server.port)", token: "any")
        let acknowledging = await #expect(throws: CloudError.self) {
            try await cloud.acknowledge(1, from: sender)
        }
        #expect(acknowledging?.code == .unknownOutcome)
        let sending = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([], from: sender)
        }
        #expect(sending?.code == .unknownOutcome)
        let asking = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(asking?.code == .unreachable)
    }
}

/// Listens on loopback, and closes each connection after it has received something.
private final class ClosingServer: Sendable {
    let port: Int
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && getsockname(listener, pointer, &length) == 0
            }
        }
        try #require(isListening && listen(listener, 8) == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
        startThread { [listener] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                var buffer = [UInt8](repeating: 0, count: 65_536)
                _ = read(connection, &buffer, buffer.count)
                close(connection)
            }
            // Closing earlier would free the descriptor's number for another listener.
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
