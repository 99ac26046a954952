import CloudServer
import HTTPService
import Replication
import TestSupport
import Testing

/// Clients that are slow, or numerous.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct SlowClientTests {
    private let authorization = "Host: x\r\nAuthorization: Bearer \(HTTPFixture.token)\r\n"

    @Test func connectionWithAnIncompleteHeadIsClosed() async throws {
        var limits = ServiceLimits()
        limits.connections.idleSeconds = 1
        let fixture = try await HTTPFixture(limits: limits)
        let connection = try RawConnection(port: fixture.port)
        try connection.send("GET /v1/quota HTTP/1.1\r\nHost: ")
        #expect(try await connection.receiveEnd())
    }

    /// A client that sends a byte now and then is never idle.
    @Test func requestThatNeverEndsIsCutOff() async throws {
        var limits = ServiceLimits()
        limits.connections.requestSeconds = 1
        let fixture = try await HTTPFixture(limits: limits)
        let connection = try RawConnection(port: fixture.port)
        try connection.send(
            "POST /v1/records HTTP/1.1\r\n\(authorization)Content-Length: 100000\r\n\r\n{")
        await #expect(throws: RawConnection.Failure.self) {
            while true {
                try connection.send(" ")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(
            try await fixture.connect().quota().head == 0, "other clients must still get answers")
    }

    @Test func clientThatReadsNoAnswersIsCutOff() async throws {
        var limits = ServiceLimits()
        limits.connections.answerSeconds = 1
        let fixture = try await HTTPFixture(limits: limits)
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let changes = (0..<32).map {
            ProposedChange(
                key: "\($0)", expectedRevision: 0, record: Array(repeating: 1, count: 100_000),
                isTombstone: false)
        }
        _ = try await fixture.connect().compareAndSet(changes, from: sender)
        let connection = try RawConnection(port: fixture.port, receiveBuffer: 4096)
        // These are more answers than the system buffers for a client that reads nothing.
        let call = "GET /v1/records HTTP/1.1\r\n\(authorization)\r\n"
        try connection.send(String(repeating: call, count: 8))
        await #expect(throws: RawConnection.Failure.self) {
            while true {
                try connection.send(" ")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    @Test func clientBeyondTheConnectionLimitIsAnsweredLater() async throws {
        var limits = ServiceLimits()
        limits.maximumConnections = 3
        let fixture = try await HTTPFixture(limits: limits)
        var held = try (0..<3).map { _ in try RawConnection(port: fixture.port) }
        for connection in held {
            try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.receive(until: "ok\n"))
        }
        let late = try RawConnection(port: fixture.port)
        try late.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        held.removeAll()
        #expect(try await late.receive(until: "ok\n"))
    }
}
