import CloudMessages
import Hummingbird
import Logging
import NIOCore
import RemoteClouds
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

@testable import CloudServer
@testable import HTTPService

/// Heads that a server and a proxy in front of it could read differently, and requests for another
/// host.
@Suite(.timeLimit(.minutes(10))) struct RequestFaultTests {
    private static let sender = #""sender":{"actor":"00000000000000a1"}"#
    private static let body = "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"\"}]}"
    private static let chunked =
        "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
    private static let token = "Authorization: Bearer \(HTTPFixture.token)\r\n"
    /// A second request, which must be treated as a request of its own, or must not be.
    private static let next =
        "PUT /v1/records/smuggled HTTP/1.1\r\nHost: x\r\n\(token)If-None-Match: *\r\n"
        + "Content-Length: 58\r\n\r\n{\(sender),\"record\":\"\"}  "

    private func all(_ text: String, _ fixture: HTTPFixture) async throws -> String {
        let connection = try RawConnection(port: fixture.port)
        try connection.send(text)
        connection.finish()
        return try await connection.receive { _ in false }
    }

    @Test(arguments: [
        ("Host: x\r\nTransfer-Encoding: gzip, chunked\r\n", 501),
        ("Host: x\r\nTransfer-Encoding: chunked, chunked\r\n", 400),
        ("Host: x\r\nTransfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", 501),
        ("Host: x\r\nTransfer-Encoding: xchunked\r\n", 501),
        ("Host: x\r\nTransfer-Encoding: \"chunked\"\r\n", 501),
        ("Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400),
        ("Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n", 400),
        ("Host: x\r\nContent-Length: 5, 5\r\n", 400),
        ("Host: x\r\nContent-Length: +5\r\n", 400),
        ("Host: x\r\nContent-Length: -5\r\n", 400),
        ("Host: x\r\nContent-Length: 0x5\r\n", 400),
        ("Host: x\r\nTransfer-Encoding : chunked\r\n", 400),
        ("Host: x\r\nTransfer-Encoding:\r\n chunked\r\n", 400),
    ]) func ambiguousRequestLengthIsRefusedAndTheNextRequestIsDropped(
        _ head: (fields: String, status: Int)
    ) async throws {
        let fixture = try await HTTPFixture()
        let text = try await all(
            "POST /v1/records HTTP/1.1\r\n\(Self.token)\(head.fields)\r\n\(Self.chunked)"
                + Self.next, fixture)
        #expect(text.hasPrefix("HTTP/1.1 \(head.status) "), "\(text)")
        #expect(text.split(separator: "HTTP/1.1 ").count == 1, "\(text)")
        #expect(try await fixture.connect().quota().head == 0)
    }

    @Test(arguments: [
        ("", 400), ("Host:\r\n", 400), ("Host: x\r\nHost: x\r\n", 400),
        ("Host: x\r\nHost: y\r\n", 400), ("Host: x\r\nhost: y\r\n", 400),
        ("Host: x y\r\n", 400), ("Host: x,y\r\n", 400), ("Host: x:80:81\r\n", 400),
        ("Host: http://x\r\n", 400), ("Host: [::1\r\n", 400), ("Host: x@y\r\n", 400),
        ("Host: x\r\n", 200), ("Host: x.example.org:8765\r\n", 200), ("Host: [::1]:1\r\n", 200),
        ("Host: x\r\nTransfer-Encoding: chunked\r\n", 200),
        ("Host: x\r\nTransfer-Encoding: Chunked\r\n", 200),
    ]) func requestMustNameExactlyOneHost(_ head: (fields: String, status: Int)) async throws {
        let fixture = try await HTTPFixture()
        let isChunked = head.fields.lowercased().contains("chunked")
        let text = try await all(
            "POST /v1/records HTTP/1.1\r\nConnection: close\r\n\(Self.token)\(head.fields)"
                + (isChunked
                    ? "\r\n" + Self.chunked
                    : "Content-Length: \(Self.body.utf8.count)\r\n\r\n" + Self.body),
            fixture)
        let answer = try #require(HTTPAnswer(text))
        #expect(answer.status == head.status, "\(text)")
        if head.status != 200 {
            #expect(answer.body.contains("{\"error\":{\"code\":\"malformed\""))
        }
        #expect(try await fixture.connect().quota().head == (head.status == 200 ? 1 : 0))
    }

    @Test func answeredHostsContainOnlyTheirOwnNames() throws {
        let own = AnsweredHosts.loopback
        for host in [
            "localhost", "LOCALHOST:8765", "localhost.", "127.0.0.1", "127.9.9.9:1", "[::1]",
            "[::1]:8765", "[0:0:0:0:0:0:0:1]",
        ] { #expect(own.contain(host), "\(host)") }
        for host in [
            "evil.example.org", "127.0.0.1.evil.org", "localhost.evil.org", "10.0.0.1", "[::2]",
            "2130706433", "127.1", "0", "", "localhost:x",
        ] { #expect(!own.contain(host), "\(host)") }
        let named = try #require(
            AnsweredHosts(names: ["Books.Example.org", "10.0.0.2", "fe80::1"], isLoopback: false))
        for host in ["books.example.org:443", "BOOKS.example.org.", "10.0.0.2", "[fe80::1]:443"] {
            #expect(named.contain(host), "\(host)")
        }
        for host in ["localhost", "example.org", "a.books.example.org", "10.0.0.3"] {
            #expect(!named.contain(host), "\(host)")
        }
        for name in ["https://example.org", "a b", "", "[x]"] {
            #expect(AnsweredHosts(names: [name], isLoopback: true) == nil, "\(name)")
        }
    }

    @Test func requestForAForeignHostNameIsRefused() async throws {
        let server = try await RunningServer(NoAccounts(), hosts: .loopback)
        for (target, host, status) in [
            ("/v1/quota", "evil.example.org", 421), ("/v1/quota", "127.0.0.1:\(server.port)", 401),
            ("/health", "10.0.0.7", 200),
        ] {
            let connection = try RawConnection(port: server.port)
            try connection.send(
                "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            let answer = HTTPAnswer(try await connection.receive { _ in false })
            #expect(answer?.status == status, "\(answer?.body ?? "")")
            if status == 421 { #expect(answer?.body.contains("--host-name") == true) }
        }
    }

    @Test func metricsRefuseAForeignHostName() async throws {
        let served = try await ServedApplication { onRunning in
            MetricsEndpoint.application(port: 0, text: { "measured" }, onRunning: onRunning)
        }
        defer { withExtendedLifetime(served) {} }
        let port = served.port
        for (hosts, status) in [
            ("Host: evil.example.org", 421), ("Host: localhost:\(port)", 200), ("X: y", 400),
            ("Host: localhost\r\nHost: localhost", 400),
        ] {
            let connection = try RawConnection(port: port)
            try connection.send(
                "GET /metrics HTTP/1.1\r\n\(hosts)\r\nConnection: close\r\n\r\n")
            let answer = HTTPAnswer(try await connection.receive { _ in false })
            #expect(answer?.status == status, "\(hosts)")
            #expect(answer?.body.contains("measured") == (status == 200))
        }
    }

    @Test func clientThatExpects100ContinueReceivesIt() async throws {
        let fixture = try await HTTPFixture()
        let connection = try RawConnection(port: fixture.port)
        let head =
            "POST /v1/records HTTP/1.1\r\nHost: x\r\n\(Self.token)Expect: 100-continue\r\n"
            + "Content-Length: \(Self.body.utf8.count)\r\n\r\n"
        for _ in 1...2 {
            try connection.send(head)
            #expect(try await connection.receive(until: "HTTP/1.1 100 Continue\r\n\r\n"))
            try connection.send(Self.body)
            #expect(try await connection.receive(until: "\"outcomes\""))
        }
        #expect(try await fixture.connect().quota().head == 1)
    }

    /// A refused client sends no body, and the connection ends, since the server can't know whether
    /// the body follows.
    @Test(arguments: [
        ("Authorization: Bearer another\r\nContent-Length: 9\r\n", 401, "unauthorized"),
        (
            "Authorization: Bearer \(HTTPFixture.token)-read\r\nContent-Length: 9\r\n", 403,
            "readOnly"
        ),
        ("\(token)Content-Length: 99999999999\r\n", 413, "tooLarge"),
        ("\(token)Expect: the-unexpected\r\nContent-Length: 9\r\n", 417, "malformed"),
    ]) func refusedRequestGetsNo100Continue(
        _ call: (fields: String, status: Int, code: String)
    ) async throws {
        let fixture = try await HTTPFixture()
        let connection = try RawConnection(port: fixture.port)
        let expect = call.fields.contains("Expect") ? "" : "Expect: 100-continue\r\n"
        try connection.send("POST /v1/records HTTP/1.1\r\nHost: x\r\n\(expect)\(call.fields)\r\n")
        if call.status == 417 { try connection.send("123456789") }
        let text = try await connection.receive { $0.contains("}}\n") }
        let answer = try #require(HTTPAnswer(text))
        #expect(answer.status == call.status && answer.body.contains("\"\(call.code)\""), "\(text)")
        if call.status != 417 {
            #expect(answer.head.lowercased().contains("connection: close"))
            #expect(try await connection.receiveEnd())
        }
    }
}
