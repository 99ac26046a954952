import RemoteClouds
import Replication
import Testing

/// Messages about answers that do not come from a cloudyd.
@Suite(.timeLimit(.minutes(10))) struct StrangeAnswerTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
    private let changes = ["a", "b"].map {
        ProposedChange(key: $0, expectedRevision: 0, record: [7], isTombstone: false)
    }

    private static let state = #""epoch":"e","head":2,"time":1795362000000"#
    private static func entry(_ key: String, _ record: String = "BwcH") -> String {
        #"{"key":"\#(key)","revision":1,"record":"\#(record)"}"#
    }
    private static func listing(_ entries: String...) -> String {
        let list = entries.joined(separator: ",")
        return #"{\#(state),"complete":true,"floor":0,"more":false,"next":2,"entries":[\#(list)]}"#
    }

    private func error(_ answer: Gateway.Answer, isWrite: Bool) async throws -> CloudError? {
        let fixture = try await HTTPFixture()
        let gateway = try await Gateway(to: fixture.port, answer)
        let cloud = try HTTPCloud(
            url: "http://127.0.0.1:\(gateway.port)", token: HTTPFixture.token,
            patience: .ofTests)
        return await #expect(throws: CloudError.self) {
            if isWrite {
                _ = try await cloud.compareAndSet(changes, from: sender)
            } else {
                _ = try await cloud.list(.start, limit: 10)
            }
        }
    }

    static let answers: [(Gateway.Answer, reason: String, advice: String)] = [
        (.page(200), "a web page", "in a browser"),
        (.text("  \n<?xml version='1.0'?><html/>"), "a web page", "in a browser"),
        (.text(""), "answers with nothing", "will try again"),
        (.text("  \r\n"), "answers with nothing", "will try again"),
        (.half, "half an answer", "will try again"),
        (.text("It works!"), "not JSON", "cloudy cloud use URL"),
        (.text("\u{1F}\u{8B}\u{8}"), "not JSON", "cloudy cloud use URL"),
        (.otherJSON(200), "JSON of another program", "cloudy cloud use URL"),
        (.text("[1,2]"), "JSON of another program", "cloudy cloud use URL"),
        (.text("{\(state)}"), "newer", "Update cloudy and cloudyd"),
        (.page(302), "another address", "in a browser"),
        (.page(404), "another web server", "cloudy cloud use URL"),
        (.page(401), "its own login", "must let requests below /v1/ pass"),
        (.page(403), "its own login", "must let requests below /v1/ pass"),
        (.page(502), "a proxy", "will try again"),
    ]

    @Test(arguments: answers, [false, true])
    func strangeAnswerIsExplainedWithAdvice(
        _ answer: (Gateway.Answer, reason: String, advice: String), _ isWrite: Bool
    ) async throws {
        let error = try await error(answer.0, isWrite: isWrite)
        let message = error?.message ?? ""
        #expect(message.contains(answer.reason) && message.contains(answer.advice), "\(message)")
        #expect(message.hasPrefix("http://127.0.0.1:"), "\(message)")
        #expect(error?.code != .unknownOutcome || isWrite)
    }

    /// Another program uses the port.
    @Test(arguments: [
        Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), [0, 0xFF, 0xFE, 0x80, 0x0A],
        Array("220 mail.example ESMTP\r\n".utf8), Array("HTTP/9 what\r\n\r\n".utf8),
    ])
    func serverOfAnotherProtocolIsExplained(_ bytes: [UInt8]) async throws {
        let server = try JunkServer(saying: bytes)
        let cloud = try HTTPCloud(
            url: "http://127.0.0.1:\(server.port)", token: HTTPFixture.token, patience: .ofTests)
        let error = await #expect(throws: CloudError.self) {
            _ = try await cloud.list(.start, limit: 10)
        }
        let message = error?.message ?? ""
        #expect(message.contains("not answer like a web server"), "\(message)")
        #expect(message.contains("cloudy cloud use URL"), "\(message)")
    }

    /// Faults in a listing, and in the results of changes.
    @Test func invalidEntriesAreExplained() async throws {
        let twice = try await error(
            .text(Self.listing(Self.entry("a"), Self.entry("b"), Self.entry("a"))), isWrite: false)
        #expect(twice?.message.contains("the key “a” twice in one list") == true)
        #expect(twice?.message.contains("cloudyd restore FOLDER --replace") == true)
        let length = try await error(.text(Self.listing(Self.entry("a", "BwcHB"))), isWrite: false)
        #expect(
            length?.message.contains("cannot read") == true,
            "base64 of an impossible length must be reported")
        let few = try await error(
            .text(#"{\#(Self.state),"outcomes":[{"committed":1}]}"#), isWrite: true)
        #expect(few?.code == .unknownOutcome)
        #expect(few?.message.contains("1 results for 2 changes") == true)
        let unknown = try await error(
            .text(#"{\#(Self.state),"outcomes":[{"committed":1},{"paused":true}]}"#),
            isWrite: true)
        #expect(unknown?.message.contains("Update cloudy and cloudyd") == true)
    }

    /// Two keys that are equal texts to Swift: é, and e with an accent.
    @Test func keysAreComparedByTheirBytes() async throws {
        let fixture = try await HTTPFixture()
        let body = Self.listing(Self.entry("\u{E9}"), Self.entry("e\u{301}"))
        let gateway = try await Gateway(to: fixture.port, .text(body))
        let cloud = try HTTPCloud(
            url: "http://127.0.0.1:\(gateway.port)", token: HTTPFixture.token,
            patience: .ofTests)
        #expect(try await cloud.list(.start, limit: 10).value.entries.count == 2)
    }
}
