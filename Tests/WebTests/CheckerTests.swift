import Bookmarks
import Synchronization
import TestSupport
import Testing
import WebPages

/// Many links, checked with the real curl and a server on this machine.
@Suite(.ownThread, .brokenPipes)
struct CheckerTests {
    private static let rules = {
        var rules = LinkSchedule.Rules()
        rules.hostPause = 0.01
        rules.firstWait = 0.05
        return rules
    }()

    private func check(
        _ urls: [String], fetcher: WebFetcher = WebFetcher()
    ) async throws -> ([String: LinkState.Finding], LinkChecker.End) {
        let links = urls.enumerated().map { LinkChecker.Link(id: "\($0)", url: $1) }
        let found = Mutex<[String: LinkState.Finding]>([:])
        let checker = LinkChecker(links, rules: Self.rules, fetcher: fetcher) { 1000 }
        let end = try await checker.run { results in
            found.withLock { found in
                for result in results { found[result.link.id] = result.state.finding }
            }
        }
        return (found.withLock { $0 }, end)
    }

    @Test func eachLinkGetsItsFinding() async throws {
        let server = try WebServer { request, connection in
            switch request.path {
            case "/gone": connection.answer(410)
            case "/missing": connection.answer(404)
            case "/moved": connection.answer(301, ["Location": "/there"])
            case "/private": connection.answer(401)
            case "/busy" where request.count == 1: connection.answer(429, ["Retry-After": "1"])
            case "/flaky" where request.count == 1: connection.answer(500)
            case "/failing": connection.answer(500)
            default: connection.answer(200, [:], "here")
            }
        }
        let paths = [
            "/", "/gone", "/missing", "/moved#part", "/private", "/busy", "/flaky", "/failing",
            "/#b",
        ]
        let (found, end) = try await check(
            paths.map { server.url($0) }
                + ["mailto:ada@a.example", "http://a b/", server.url("/x/../%67one")])
        #expect(end == .finished)
        #expect(found["0"] == .works && found["8"] == .works)
        #expect(found["1"] == .broken("the server answered 410 Gone"))
        #expect(found["2"]?.isBroken == true)
        #expect(found["3"] == .moved(to: server.url("/there#part")))
        #expect(found["4"]?.word == "unsure")
        #expect(found["5"] == .works && found["6"] == .works)
        #expect(found["7"]?.word == "unsure")
        #expect(found["9"] == nil && found["10"]?.word == "unsure")
        #expect(server.requests.count { $0 == "/" } == 1, "a page must be requested only once")
        #expect(server.requests.count { $0 == "/failing" } == 3)
        // Another spelling of the same page needs only one request.
        #expect(found["11"] == found["1"])
        #expect(server.requests.count { $0.hasSuffix("one") } == 1)
    }

    @Test func checkWithoutANetworkGivesNoFindings() async throws {
        let fetcher = WebFetcher { _ in .unknown }
        let (found, end) = try await check(
            (0..<20).map { "http://host\($0).invalid/" }, fetcher: fetcher)
        #expect(end == .offline && found.isEmpty)
    }

    @Test func checkWithoutCurlFails() async throws {
        let fetcher = WebFetcher(program: "no-such-curl")
        await #expect(throws: WebFailure.self) {
            try await check(["http://127.0.0.1:1/"], fetcher: fetcher)
        }
    }

    @Test func cancelledCheckKeepsItsFindings() async throws {
        let (asked, tell) = AsyncStream.makeStream(of: Void.self)
        let server = try WebServer { request, connection in
            if request.path == "/slow" {
                tell.yield()
                connection.waitUntilTheClientLeaves(seconds: 30)
            } else {
                connection.answer(200)
            }
        }
        let links = ["/", "/slow", "/never"].map { LinkChecker.Link(id: $0, url: server.url($0)) }
        let found = Mutex<[String]>([])
        let task = Task {
            try await LinkChecker(links, rules: Self.rules) { 0 }.run { results in
                found.withLock { $0 += results.map(\.link.id) }
            }
        }
        for await _ in asked { break }
        task.cancel()
        #expect(try await task.value == .cancelled)
        #expect(found.withLock { $0 } == ["/"] && !server.requests.contains("/never"))
    }
}
