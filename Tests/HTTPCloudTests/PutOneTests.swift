import CloudConformance
import Replication
import Testing

private let sender = #""sender":{"actor":"00000000000000a1"}"#
private let hello = "{\(sender),\"record\":\"aGVsbG8=\"}"

/// Replacing one record with the conditional requests of HTTP.
@Suite(.timeLimit(.minutes(10))) struct PutOneTests {
    private static let none = "If-None-Match: *\r\n"

    private func put(
        _ path: String, _ headers: String, _ body: String = hello, at exchange: HTTPExchange
    ) async throws -> HTTPAnswer {
        try #require(
            try await exchange.answer(
                "PUT", path, body: Array(body.utf8), headers: headers))
    }

    /// A slash and a combining character after it are one Character.
    @Test(arguments: ["%CC%81abc", "%E2%80%8Dx", "a%CC%81"])
    func keyMayBeginWithACombiningCharacter(_ key: String) async throws {
        let fixture = try await HTTPFixture()
        defer { withExtendedLifetime(fixture) {} }
        let exchange = try HTTPExchange(port: fixture.port)
        #expect(try await put("/v1/records/\(key)", Self.none, at: exchange).status == 200)
        let plain = try await put("/v1/records/abc", Self.none, at: exchange)
        #expect(plain.status == 200, "another key must not be there")
        #expect(try await put("/v1/records/\(key)", Self.none, at: exchange).status == 412)
    }

    @Test(arguments: ["/v1/records/", "/v1/stores/other/records/"])
    func conditionalPutReplacesOnlyTheNamedRevision(_ records: String) async throws {
        let fixture = try await HTTPFixture()
        defer { withExtendedLifetime(fixture) {} }
        let exchange = try HTTPExchange(port: fixture.port)
        let first = try await put(records + "a", Self.none, at: exchange)
        #expect(first.status == 200 && first.body.contains("\"committed\":1"))
        #expect(first.head.contains("ETag: \"1\""))
        let again = try await put(records + "a", Self.none, at: exchange)
        #expect(again.status == 412 && again.head.contains("ETag: \"1\""))
        #expect(again.body.contains(#""conflict":{"key":"a","record":"aGVsbG8=","revision":1}"#))
        let deletion = "{\(sender),\"record\":\"\",\"tombstone\":true}"
        let second = try await put(records + "a", "If-Match: \"1\"\r\n", deletion, at: exchange)
        #expect(second.status == 200 && second.body.contains("\"committed\":2"))
        let late = try await put(records + "a", "If-Match: \"1\"\r\n", at: exchange)
        #expect(late.status == 412 && late.body.contains("\"tombstone\":true"))
        let gone = try await put(records + "b", "If-Match: \"1\"\r\n", at: exchange)
        #expect(gone.status == 412 && gone.body.contains("\"gone\":true"))
        #expect(!gone.head.contains("ETag"))
    }

    @Test(arguments: [("a%2Fb", "a/b"), ("%E2%98%81", "☁"), ("a%25", "a%"), ("a+b", "a+b")])
    func percentEncodedKeyIsDecoded(_ path: String, _ key: String) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        #expect(try await put("/v1/records/" + path, Self.none, at: exchange).status == 200)
        let entries = try await fixture.connect().list(.start, limit: 9).value.entries
        #expect(entries.map(\.key) == [key])
    }

    @Test(arguments: [
        ("", 428, "preconditionRequired"), ("If-Match: *\r\n", 400, "malformed"),
        ("If-Match: 1\r\n", 400, "malformed"), ("If-Match: W/\"1\"\r\n", 400, "malformed"),
        ("If-Match: \"0\"\r\n", 400, "malformed"), ("If-Match: \"-1\"\r\n", 400, "malformed"),
        ("If-Match: \"1\", \"2\"\r\n", 400, "malformed"), ("If-Match: \"\r\n", 400, "malformed"),
        ("If-Match: \"9223372036854775808\"\r\n", 400, "malformed"),
        ("If-None-Match: \"1\"\r\n", 400, "malformed"),
        ("If-None-Match: *\r\nIf-Match: \"1\"\r\n", 400, "malformed"),
    ])
    func putWithoutAValidRevisionIsRefused(_ headers: String, status: Int, code: String)
        async throws
    {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let answer = try await put("/v1/records/a", headers, at: exchange)
        #expect(answer.status == status && answer.body.contains("\"\(code)\""))
        #expect(try await fixture.connect().quota().head == 0)
    }

    @Test(arguments: [
        ("a%FF", hello, 400, "malformed"), ("a", "{}", 400, "malformed"),
        ("a", "{\"sender\":{\"actor\":\"1\"},\"record\":\"\"}", 400, "malformed"),
        (String(repeating: "c", count: 385), hello, 413, "tooLarge"),
    ])
    func putWithAnInvalidKeyOrBodyIsRefused(
        _ key: String, body: String, status: Int, code: String
    ) async throws {
        let fixture = try await HTTPFixture()
        let exchange = try HTTPExchange(port: fixture.port)
        let answer = try await put("/v1/records/" + key, Self.none, body, at: exchange)
        #expect(answer.status == status && answer.body.contains("\"\(code)\""))
        #expect(try await fixture.connect().quota().head == 0)
    }

    @Test func fullAccountAndUnknownSenderAreErrors() async throws {
        let fixture = try await HTTPFixture(CloudFixtureOptions(quota: Quota(maximumBytes: 3)))
        defer { withExtendedLifetime(fixture) {} }
        let exchange = try HTTPExchange(port: fixture.port)
        let full = try await put("/v1/records/a", Self.none, at: exchange)
        #expect(full.status == 507 && full.body.contains("\"quota\""))
        let marked = "\"sender\":{\"actor\":\"00000000000000a1\",\"next\":\"1.2\"}"
        let small = try await put(
            "/v1/records/b", Self.none, "{\(marked),\"record\":\"YQ==\"}", at: exchange)
        #expect(small.status == 200)
        let copy = try await put(
            "/v1/records/c", Self.none, "{\(sender),\"record\":\"\"}", at: exchange)
        #expect(copy.status == 403 && copy.body.contains("\"unknownSender\""))
    }
}
