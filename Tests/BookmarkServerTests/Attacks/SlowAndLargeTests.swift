import BookmarkLibrary
import Bookmarks
import Glibc
import HTTPService
import TestSupport
import Testing

@testable import BookmarkServer

/// Clients that are slow, many, or send too much.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SlowAndLargeTests {
    private static let upload = "/linkding/api/bookmarks/singlefile/"

    private func head(_ path: String, _ desk: ServedDesk, _ more: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(desk.port)\r\n"
            + "Authorization: Token \(desk.token)\r\nCookie: cloudy_token=\(desk.token)\r\n"
            + "\(more)\r\n\r\n"
    }

    /// A client that sends a byte now and then is never idle.
    @Test(arguments: ["/add", "/login", "/linkding/api/bookmarks/", upload])
    func requestThatNeverEndsIsCutOff(_ path: String) async throws {
        var limits = BookmarkServiceLimits()
        limits.connections.requestSeconds = 1
        let desk = try await ServedDesk(limits: limits)
        let connection = try RawConnection(port: desk.port)
        try connection.send(
            head(
                path, desk,
                "Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: 60000"))
        await #expect(throws: RawConnection.Failure.self) {
            while true {
                try connection.send("-")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(
            try await desk.send("GET", "/health").status == 200,
            "other clients must still get answers")
    }

    /// The client gets the refusal before it sends any of the body.
    @Test(arguments: ["/add", "/edit/x", "/undo", "/login", "/linkding/api/bookmarks/", upload])
    func gigabyteBodyIsRefusedBeforeItIsSent(_ path: String) async throws {
        let desk = try await ServedDesk()
        let connection = try RawConnection(port: desk.port)
        try connection.send(
            head(
                path, desk,
                "Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: 1073741824"))
        let answer = try await connection.receive { $0.contains("\r\n\r\n") }
        #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"), "\(answer)")
    }

    /// The server keeps no more of a body without a length than the limit allows.
    @Test(arguments: ["/add", upload])
    func largeBodyWithoutALengthIsCutOff(_ path: String) async throws {
        let desk = try await ServedDesk()
        let connection = try RawConnection(port: desk.port)
        try connection.send(
            head(
                path, desk,
                "Content-Type: multipart/form-data; boundary=XX\r\nTransfer-Encoding: chunked"))
        let chunk = "10000\r\n" + String(repeating: "-", count: 0x10000) + "\r\n"
        let sender = Task { for _ in 0..<16_384 { try await connection.deliver(chunk) } }
        let before = residentBytes()
        let answer = try await connection.receive { $0.contains("\r\n\r\n") }
        sender.cancel()
        #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"), "\(answer)")
        #expect(residentBytes() - before < 400 << 20)
    }

    /// A client without permission cannot send a large body either.
    @Test(arguments: [
        ("Authorization: Token wrong", "127.0.0.1", "401"), ("X: y", "127.0.0.1", "401"),
        ("Origin: https://evil.example", "127.0.0.1", "403"), ("X: y", "evil.example", "421"),
    ])
    func largeBodyWithoutPermissionIsNotRead(
        _ field: String, _ host: String, _ status: String
    ) async throws {
        let desk = try await ServedDesk()
        let connection = try RawConnection(port: desk.port)
        try connection.send(
            "POST \(Self.upload) HTTP/1.1\r\nHost: \(host)\r\n\(field)\r\n"
                + "Content-Length: 1073741824\r\n\r\n")
        let answer = try await connection.receive { $0.contains("\r\n\r\n") }
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"), "\(answer)")
    }

    /// A thousand clients open a connection, and half of them begin a request that they never end.
    @Test func thousandOpenConnectionsDoNotBlockOthers() async throws {
        raiseFileLimit()
        var limits = BookmarkServiceLimits()
        limits.connections.idleSeconds = 5
        let desk = try await ServedDesk(limits: limits)
        var connections: [RawConnection] = []
        for number in 1...1_000 {
            let connection = try RawConnection(port: desk.port)
            if number % 2 == 0 { try connection.send("GET / HTTP/1.1\r\nHost: 127") }
            connections.append(connection)
            if number % 100 > 0 { continue }
            // The system queues 256 connections that are not accepted yet. It drops more, and a
            // client that sends nothing never learns of that.
            let late = try RawConnection(port: desk.port)
            try late.send("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(try await late.receive(until: "healthy"))
        }
        for connection in connections { #expect(try await connection.receiveEnd()) }
    }

    /// Both ends of each connection are in this process.
    private func raiseFileLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(max(limit.rlim_cur, 8_192), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, 200, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
    }

    // MARK: Guessing

    @Test func tokenGuessesAtTheLoginAreSlowedDown() async throws {
        var limits = BookmarkServiceLimits()
        (limits.failuresAtOnce, limits.failuresPerSecond) = (3, 0.001)
        let desk = try await ServedDesk(limits: limits)
        func logIn(_ token: String) async throws -> UInt {
            let page = try await desk.send("GET", "/login", token: "").text
            let start = try #require(page.firstRange(of: "name=\"ticket\" value=\"")?.upperBound)
            let ticket = page[start...].prefix { $0 != "\"" }
            return try await desk.send(
                "POST", "/login", body: Array("ticket=\(ticket)&token=\(token)".utf8), token: ""
            ).status
        }
        for _ in 0..<3 { #expect(try await logIn("guess") == 403) }
        #expect(try await logIn("guess") == 429)
        #expect(
            try await desk.send(
                "GET", "/", headers: [("Cookie", "cloudy_token=guess")], token: ""
            ).status == 429, "a wrong cookie must count as a guess")
        #expect(try await logIn(desk.token) == 303, "the right token must still log in")
    }

    /// A page of another site can load the page to log in as often as it likes.
    @Test func loginPageLoadsDoNotInvalidateAnOpenForm() async throws {
        let tickets = FormTickets()
        let open = tickets.ticket(for: 1)
        for _ in 0..<50_000 { _ = tickets.ticket(for: 0) }
        #expect(tickets.take(open, for: 1))
        #expect(!tickets.take(open, for: 1))
    }
}
