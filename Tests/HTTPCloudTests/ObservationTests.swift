import CloudServer
import FoundationEssentials
import RemoteClouds
import Replication
import Synchronization
import TestSupport
import Testing

/// The metrics and logs of the calls that a server answers.
@Suite(.timeLimit(.minutes(10))) struct ObservationTests {
    private final class Audited: Sendable {
        private let entries = Mutex<[AuditEntry]>([])

        func note(_ entry: AuditEntry) { entries.withLock { $0.append(entry) } }

        var all: [AuditEntry] { entries.withLock { $0 } }
    }

    private let metrics = PrometheusText(help: ServiceInstruments.metrics)
    private let audited = Audited()
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)

    private func fixture() async throws -> HTTPFixture {
        try await HTTPFixture(
            instruments: ServiceInstruments(
                factory: metrics, audit: { [audited] in audited.note($0) }))
    }

    /// Sends a change that is accepted by an empty cloud, one that conflicts, and one that is too
    /// large.
    private func change(_ cloud: any Cloud) async throws {
        let changes = [
            ProposedChange(key: "a", expectedRevision: 0, record: [1], isTombstone: false),
            ProposedChange(key: "b", expectedRevision: 7, record: [1], isTombstone: false),
            ProposedChange(
                key: String(repeating: "c", count: 400), expectedRevision: 0, record: [1],
                isTombstone: false),
        ]
        _ = try await cloud.compareAndSet(changes, from: sender)
    }

    @Test func callsAreCountedByRouteAndStatus() async throws {
        let fixture = try await fixture()
        let cloud = try await fixture.connect()
        try await change(cloud)
        _ = try await cloud.list(.start, limit: 10)
        _ = try await cloud.list(.start, limit: 10)
        _ = try await cloud.retire(sender.actor)
        let stranger = try fixture.connect(token: "another")
        await #expect(throws: CloudError.self) { try await stranger.quota() }
        let connection = try RawConnection(port: fixture.port)
        try connection.send("GET /made/up/path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await connection.receive(until: "\"notFound\""))
        let text = metrics.text
        for line in [
            #"cloudyd_requests_total{method="GET",route="/v1/records",status="200"} 2"#,
            #"cloudyd_requests_total{method="POST",route="/v1/records",status="200"} 1"#,
            #"cloudyd_requests_total{method="GET",route="/v1/quota",status="401"} 1"#,
            #"cloudyd_requests_total{method="GET",route="?",status="404"} 1"#,
            #"cloudyd_changes_total{outcome="committed"} 1"#,
            #"cloudyd_changes_total{outcome="conflict"} 1"#,
            #"cloudyd_changes_total{outcome="refused"} 1"#,
            #"cloudyd_request_seconds_count{route="/v1/records"} 3"#,
            "# TYPE cloudyd_request_seconds histogram",
            "# HELP cloudyd_requests_total Calls that were answered.",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in \(text)")
        }
        #expect(text.contains("cloudyd_sent_bytes_total ") && !text.contains("made"))
        #expect(text.contains("cloudyd_received_bytes_total "))
    }

    /// A client that goes away in the middle of a call is not the server's fault.
    @Test(arguments: ["Content-Length: 100\r\n\r\n{\"sen", "Transfer-Encoding: chunked\r\n\r\nx"])
    func truncatedBodyIsAuditedAsMalformed(_ rest: String) async throws {
        let fixture = try await fixture()
        let connection = try RawConnection(port: fixture.port)
        try connection.send(
            "POST /v1/records HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer \(HTTPFixture.token)\r\n\(rest)")
        connection.finish()
        #expect(try await connection.receiveEnd())
        // The call may be logged after the connection has ended.
        while audited.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(audited.all.map(\.status) == [400] && audited.all.map(\.code) == ["malformed"])
    }

    @Test func openStreamsAreCounted() async throws {
        let fixture = try await fixture()
        let connection = try RawConnection(port: fixture.port)
        try connection.send(
            """
            GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(HTTPFixture.token)\r\n\r\n
            """)
        #expect(try await connection.receive(until: "event: change"))
        #expect(metrics.text.contains("\ncloudyd_open_streams 1\n"))
    }

    @Test func auditRecordsEachCallWithItsToken() async throws {
        let fixture = try await fixture()
        try await change(try await fixture.connect())
        _ = try await fixture.connect().retire(sender.actor)
        let reader = try fixture.connect(token: HTTPFixture.token + "-read")
        await #expect(throws: CloudError.self) { try await reader.retire(sender.actor) }
        let stranger = try fixture.connect(token: "a-secret")
        await #expect(throws: CloudError.self) { try await stranger.quota() }

        let entries = audited.all
        try #require(entries.count == 4)
        #expect(entries.map(\.status) == [200, 200, 403, 401])
        #expect(entries.map(\.account) == ["tests", "tests", "tests", nil])
        #expect(entries.map(\.code) == [nil, nil, "readOnly", "unauthorized"])
        #expect(entries[0].call == "POST /v1/records" && entries[0].token == 1)
        #expect(entries[0].tokenName == "of the tests" && entries[0].address == "127.0.0.1")
        #expect([entries[0].committed, entries[0].conflicts, entries[0].refused] == [1, 1, 1])
        #expect(entries[1].actor == sender.actor.description && entries[1].committed == nil)
        #expect(entries[0].time.hasPrefix("20") && entries[0].time.hasSuffix("Z"))
        for entry in entries {
            let text = String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
            #expect(!text.contains(HTTPFixture.token) && !text.contains("a-secret"))
        }
    }
}
