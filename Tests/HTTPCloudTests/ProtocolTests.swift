import CloudServer
import Replication
import TestSupport
import Testing

private let sender = #""sender":{"actor":"00000000000000a1","next":"1.2"}"#

/// Requests and answers as in Docs/Reference/openapi.json, and the answers to all other requests.
@Suite(.ownThread, .serialized, .timeLimit(.minutes(10))) struct ProtocolTests {
    private static let chunk = String(repeating: "0123456789abcdef", count: 4)

    /// Every call of the description, in an order in which each has something to return.
    private static let calls: [(method: String, path: String, body: String?)] = [
        ("PUT", "replicas/00000000000000a1", "{\(sender),\"device\":\"desk\",\"cursor\":0}"),
        (
            "POST", "records",
            """
            {\(sender),"changes":[{"key":"a","record":"aGVsbG8="},
            {"key":"a","expected":9,"record":""},{"key":"b","expected":9,"record":""},
            {"key":"\(String(repeating: "c", count: 99))","record":""}]}
            """
        ),
        ("PUT", "records/d", "{\(sender),\"record\":\"aGVsbG8=\"}"),
        ("GET", "records", nil), ("GET", "records?after=0&limit=1", nil),
        ("PUT", "replicas/00000000000000a1/cursor", "{\(sender),\"cursor\":1}"),
        ("GET", "replicas", nil), ("GET", "quota", nil),
        ("DELETE", "replicas/00000000000000a1", nil),
        ("PUT", "chunks/\(chunk)", "a chunk"), ("GET", "chunks/\(chunk)", nil),
        ("POST", "chunks/missing", "[\"\(chunk)\"]"), ("GET", "chunks?limit=1", nil),
        ("POST", "chunks/remove", "[\"\(chunk)\"]"),
    ]

    @Test(arguments: ["/v1/", "/v1/stores/other/"])
    func everyCallMatchesTheOpenAPIDescription(_ base: String) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        var called: Set<String> = []
        for (method, path, body) in Self.calls {
            let answer = try await exchange.answer(
                method, base + path, body: body.map { Array($0.utf8) },
                headers: path.hasPrefix("records/") ? "If-None-Match: *\r\n" : "")
            let isNew = (method, path) == ("PUT", "chunks/\(Self.chunk)")
            #expect(
                answer?.status == (isNew ? 201 : 200), "\(method) \(path): \(answer?.body ?? "")")
            called.insert(try #require(exchange.description.call(method, base + path)))
        }
        let described = exchange.description.calls.filter { call in
            call.contains("/stores/") == base.contains("/stores/") && !call.hasSuffix("/health")
                && !call.hasSuffix("/events")
        }
        #expect(called == described)
        for (method, path, _) in Self.calls {
            let stranger = try await exchange.answer(method, base + path, token: "another")
            #expect(stranger?.status == 401 && stranger?.head.contains("Bearer") == true)
        }
        #expect(try await exchange.answer("GET", "/health", token: nil)?.status == 200)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "1e400", "\"text\"", "{}", "{\"changes\":[]}",
        "{\(sender)}", "{\(sender),\"changes\":{}}", "{\(sender),\"changes\":[1]}",
        "{\(sender),\"changes\":[{\"key\":1,\"record\":\"\"}]}",
        "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"?\"}]}",
        "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"\",\"expected\":1e400}]}",
        "{\(sender),\"changes\":[{\"key\":\"\",\"record\":\"\",\"expected\":9223372036854775808}]}",
        "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"\",\"tombstone\":\"yes\"}]}",
        "{\"sender\":{\"actor\":\"a1\"},\"changes\":[]}",
        "{\"sender\":{\"actor\":\"-0000000000000a1\"},\"changes\":[]}",
        "{\"sender\":{\"actor\":\"00000000000000a1\",\"next\":\"1\"},\"changes\":[]}",
        #"{"sender":{"actor":"00000000000000a1","next":"1.10000000000000000"},"changes":[]}"#,
    ])
    func malformedBodyIsRefused(_ body: String) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let answer = try await exchange.answer("POST", "/v1/records", body: Array(body.utf8))
        #expect(answer?.status == 400 && answer?.body.contains("\"malformed\"") == true)
        #expect(try await fixture.connect().quota().head == 0)
    }

    @Test func deeplyNestedBodyIsRefused() async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let list = String(repeating: "[", count: 100_000)
        let more = "{\(sender),\"changes\":[],\"more\":"
        let closed = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}"
        for body in [list, more + list, more + closed] {
            let answer = try await exchange.answer("POST", "/v1/records", body: Array(body.utf8))
            #expect(answer?.status == 400)
        }
    }

    @Test(arguments: [
        [0xFF, 0xFE], Array("{\"sender\":\"\u{0}\"}".utf8),
        Array(#"{"sender":{"actor":"\ud800"},"changes":[]}"#.utf8),
    ])
    func bodyWithInvalidTextIsRefused(_ body: [UInt8]) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let answer = try await exchange.answer("POST", "/v1/records", body: body)
        #expect(answer?.status == 400)
    }

    @Test(arguments: [
        ("GET", "/v1/records?after=x", 400), ("GET", "/v1/records?after=1&resume=1", 400),
        ("GET", "/v1/records?after=9223372036854775808", 400),
        ("GET", "/v1/records?limit=x", 400), ("GET", "/v1/records?limit=-5", 200),
        ("GET", "/v1/records?limit=9223372036854775807", 200),
        ("GET", "/v1/records?after=-9223372036854775808", 200),
        ("DELETE", "/v1/replicas/xyz", 400), ("DELETE", "/v1/replicas/+00000000000000a", 400),
        ("GET", "/v1/stores/.hidden/quota", 400), ("GET", "/v1/stores/%2e%2e/quota", 400),
        ("GET", "/v1/stores/a%2Fb/quota", 400), ("GET", "/v1/stores/a%00b/quota", 400),
        ("GET", "/v1/stores/" + String(repeating: "a", count: 129) + "/quota", 400),
        ("GET", "/v1/stores/../quota", 400), ("GET", "/v1/none", 404), ("GET", "/", 404),
        ("GET", "/v1/stores/../../../../etc/passwd", 404), ("GET", "/../../etc/passwd", 404),
    ])
    func unusualPathsAndParametersGetTheRightStatus(_ call: (String, String, Int)) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let answer = try await exchange.answer(call.0, call.1)
        #expect(answer?.status == call.2, "\(call): \(answer?.body ?? "")")
        if call.2 != 200 { #expect(answer?.body.hasPrefix("{\"error\":{\"code\":") == true) }
    }

    @Test func oversizedAndGarbledRequestsAreRefused() async throws {
        var limits = ServiceLimits()
        limits.maximumBody = 10_000
        limits.maximumBatch = 2
        let fixture = try await HTTPFixture(limits: limits)
        let exchange = try HTTPExchange(port: fixture.port)
        let large = [UInt8](repeating: UInt8(ascii: " "), count: 20_000)
        #expect(try await exchange.answer("POST", "/v1/records", body: large)?.status == 413)
        let changes = (0..<3).map { "{\"key\":\"\($0)\",\"record\":\"\"}" }
        let many = "{\(sender),\"changes\":[\(changes.joined(separator: ","))]}"
        let answer = try await exchange.answer("POST", "/v1/records", body: Array(many.utf8))
        #expect(answer?.status == 413 && answer?.body.contains("\"tooLarge\"") == true)
        // Bytes that are not a request, or have too long a head, end the connection.
        let long = "X-Long: \(String(repeating: "a", count: 40_000))\r\n"
        for text in ["GET /v1/quota HTTP/1.1\r\n\(long)\r\n", "\u{0}\u{1} no HTTP at all\r\n\r\n"] {
            let connection = try RawConnection(port: fixture.port)
            try? connection.send(text)
            let answer = HTTPAnswer(try await connection.receive { _ in false })
            #expect(answer == nil || answer?.status == 400)
        }
        #expect(try await fixture.connect().quota().head == 0, "the server must keep answering")
    }
}
