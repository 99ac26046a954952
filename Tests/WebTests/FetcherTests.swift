import Bookmarks
import Glibc
import Synchronization
import TestSupport
import Testing
import WebPages

/// The real curl, with a server on this machine.
@Suite(.ownThread, .brokenPipes)
struct FetcherTests {
    private let fetcher = WebFetcher()

    private func fetch(
        _ server: WebServer, _ path: String, _ extent: WebFetcher.Extent = .beginning(1 << 16),
        seconds: Int = 20
    ) async throws -> WebAnswer {
        try await fetcher.fetch(WebTarget(server.url(path)), extent, seconds: seconds)
    }

    private func failure(
        _ server: WebServer, _ path: String, _ extent: WebFetcher.Extent = .beginning(1 << 16),
        seconds: Int = 20
    ) async -> WebFailure.Code? {
        do {
            _ = try await fetch(server, path, extent, seconds: seconds)
            return nil
        } catch {
            return (error as? WebFailure)?.code
        }
    }

    @Test func pageIsFetchedWithItsContentType() async throws {
        let heads = Mutex<[String]>([])
        let server = try WebServer { request, connection in
            heads.withLock { $0.append(request.head.lowercased()) }
            connection.answer(200, ["Content-Type": "text/html; charset=koi8-r"], "<title>x")
        }
        let answer = try await fetch(server, "/a b?c=[1]{2}")
        #expect(answer.isSuccess && answer.contentType == "text/html; charset=koi8-r")
        #expect(String(decoding: answer.body, as: UTF8.self) == "<title>x")
        #expect(server.requests == ["/a%20b?c=[1]%7B2%7D"])
        let head = try #require(heads.withLock { $0.first })
        #expect(head.contains("user-agent: cloudy") && !head.contains("cookie"))
    }

    @Test func redirectsAreFollowedAndReported() async throws {
        let server = try WebServer { request, connection in
            switch request.path {
            case "/old":
                connection.answer(301, ["Location": "/newer", "Set-Cookie": "a=b"], "moved")
            case "/newer": connection.answer(308, ["Location": "new?x"], "moved")
            case "/loop": connection.answer(302, ["Location": "/loop"])
            case "/out": connection.answer(301, ["Location": "file:///etc/passwd"])
            default: connection.answer(200, [:], request.head.contains("Cookie") ? "spied" : "here")
            }
        }
        let answer = try await fetch(server, "/old")
        #expect(answer.movedTo == server.url("/new?x") && answer.url == answer.movedTo)
        #expect(String(decoding: answer.body, as: UTF8.self) == "here")
        #expect(await failure(server, "/loop") == .redirects)
        #expect(await failure(server, "/out") == .redirects)
    }

    /// A program with a token can have pages fetched, and must not reach this network in that way.
    @Test func fetchFromOutsideReachesNoPrivateAddress() async throws {
        let server = try WebServer { request, connection in
            let port = request.head.firstMatch(of: /Host: [^:]*:(\d+)/).map { $0.1 } ?? ""
            switch request.path {
            case "/moved": connection.answer(302, ["Location": "/page"], "moved")
            case "/number": connection.answer(302, ["Location": "http://127.0.0.1:\(port)/secret"])
            case "/mixed":
                connection.answer(302, ["Location": "http://mixed.example:\(port)/secret"])
            case "/loop": connection.answer(302, ["Location": "/again"])
            case "/again": connection.answer(302, ["Location": "/loop"])
            default: connection.answer(200, [:], "here")
            }
        }
        // Every public address leads to this test's server.
        let fetcher = WebFetcher { host in
            let own = HostLookup.Address("127.0.0.1", isPublic: true)
            return switch host {
            case "page.example": .exists([own])
            case "mixed.example": .exists([own, .init("192.168.1.1", isPublic: false)])
            default: .doesNotExist
            }
        }
        func fetch(_ host: String, _ path: String) async throws -> WebAnswer {
            let url = server.url(path).replacing("127.0.0.1", with: host)
            return try await fetcher.fetchFromOutside(WebTarget(url), .beginning(100), seconds: 20)
        }
        for path in ["/page", "/moved"] {
            let answer = try await fetch("page.example", path)
            #expect(String(decoding: answer.body, as: UTF8.self) == "here")
            #expect(answer.url.hasSuffix("/page"))
        }
        for (host, path) in [
            ("page.example", "/number"), ("page.example", "/mixed"), ("mixed.example", "/secret"),
            ("127.0.0.1", "/secret"), ("nobody.example", "/secret"), ("página.example", "/secret"),
        ] {
            let failure = await #expect(throws: WebFailure.self) { try await fetch(host, path) }
            #expect(failure?.code == .notPublic, "\(host)\(path)")
        }
        let failure = await #expect(throws: WebFailure.self) {
            try await fetch("page.example", "/loop")
        }
        #expect(failure?.code == .redirects)
        #expect(!server.requests.contains("/secret"))
    }

    @Test func endlessPageIsReadOnlyUpToTheLimit() async throws {
        let server = try WebServer { request, connection in
            // Neither answer has a length, and one of them never ends.
            connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
            for _ in 0..<(request.path == "/endless" ? 1_000_000 : 40) {
                guard connection.send(piece) else { return }
            }
        }
        let answer = try await fetch(server, "/endless", .beginning(100_000))
        #expect(100_000..<400_000 ~= answer.body.count)
        #expect(try await fetch(server, "/endless", .head).status == 200)
        #expect(await failure(server, "/long", .whole(1 << 20)) == .tooLarge)
        #expect(try await fetch(server, "/long", .whole(1 << 22)).body.count == 40 << 16)
    }

    /// Only the length of an uncompressed answer says how much is still to come.
    @Test(
        arguments: [
            (["Content-Length": "5"], 5), ([:], nil),
            (["Content-Length": "5", "Content-Encoding": "identity"], nil),
        ] as [([String: String], Int?)])
    func progressTellsTheWholeSizeIfItIsKnown(
        _ fields: [String: String], _ total: Int?
    ) async throws {
        let server = try WebServer { _, connection in
            let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
            connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\(lines)\r\nhello")
        }
        let told = Mutex<[DownloadProgress]>([])
        _ = try await fetcher.fetch(
            WebTarget(server.url("/")), .whole(100), seconds: 20
        ) { progress in told.withLock { $0.append(progress) } }
        let last = try #require(told.withLock { $0.last })
        #expect(last.received == 5 && last.total == total)
    }

    @Test func pageWithATooLargeLengthIsNotDownloaded() async throws {
        let server = try WebServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\nbegin")
            connection.waitUntilTheClientLeaves(seconds: 20)
        }
        let error = await #expect(throws: WebFailure.self) {
            try await fetch(server, "/", .whole(1 << 20))
        }
        #expect(error == WebFailure(.tooLarge, "it is too large; the limit is 1 MiB"))
    }

    @Test func compressedAnswerIsUnpacked() async throws {
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xb3, 0x29, 0xc9, 0x2c,
            0xc9, 0x49, 0xb5, 0x0b, 0x48, 0x4c, 0xce, 0x4e, 0x4d, 0xb1, 0xd1, 0x87, 0xf0, 0x00,
            0xe2, 0x77, 0x59, 0xa5, 0x15, 0x00, 0x00, 0x00,
        ]
        let server = try WebServer { _, connection in
            connection.answer(200, ["Content-Encoding": "gzip"], packed)
        }
        let answer = try await fetch(server, "/")
        #expect(String(decoding: answer.body, as: UTF8.self) == "<title>Packed</title>")
    }

    @Test func slowAnswersTimeOut() async throws {
        let server = try WebServer { request, connection in
            if request.path == "/head" { connection.send("HTTP/1.1 200 OK\r\n") }
            if request.path == "/body" { connection.send("HTTP/1.1 200 OK\r\n\r\n<title>half") }
            connection.waitUntilTheClientLeaves(seconds: 30)
        }
        #expect(await failure(server, "/nothing", seconds: 1) == .timedOut)
        #expect(await failure(server, "/head", seconds: 1) == .timedOut)
        #expect(await failure(server, "/body", seconds: 1) == .timedOut)
        // To check that the page exists, the body is not waited for.
        #expect(try await fetch(server, "/body", .head, seconds: 20).isSuccess)
    }

    @Test func brokenConnectionsFail() async throws {
        let server = try WebServer { request, connection in
            switch request.path {
            case "/short": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            case "/noise": connection.send("SSH-2.0-OpenSSH_9.2\r\n")
            default: break
            }
        }
        #expect(await failure(server, "/closed") == .interrupted)
        #expect(await failure(server, "/short") == .interrupted)
        #expect([.interrupted, .redirects].contains(await failure(server, "/noise")))
        let closed = try WebServer { _, _ in }
        let url = closed.url("/")
        withExtendedLifetime(closed) {}
        _ = consume closed
        let code = await #expect(throws: WebFailure.self) {
            try await fetcher.fetch(WebTarget(url), .head, seconds: 5)
        }?.code
        #expect(code == .unreachable || code == .interrupted)
    }

    @Test func unknownHostIsToldFromAnUnansweredLookup() async throws {
        func code(_ lookup: HostLookup, _ host: String) async throws -> WebFailure.Code? {
            let fetcher = WebFetcher { _ in lookup }
            let target = try WebTarget("http://\(host)/")
            do {
                _ = try await fetcher.fetch(target, .head, seconds: 10)
                return nil
            } catch {
                return error.code
            }
        }
        // The name can't be known to any server (RFC 6761), so that the test needs no other server.
        #expect(try await code(.doesNotExist, "nowhere.invalid") == .noSuchHost)
        #expect(try await code(.unknown, "nowhere.invalid") == .unresolved)
        #expect(try await code(.doesNotExist, "nowhere-invalid") == .notPublic)
    }

    /// The fetch ends long before the limit for the whole page.
    @Test(arguments: ["/hangs", "/drips"])
    func stalledDownloadTimesOut(_ path: String) async throws {
        let server = try WebServer { request, connection in
            if request.path == "/drips" { connection.send("HTTP/1.1 200 OK\r\n\r\nsome") }
            connection.waitUntilTheClientLeaves(seconds: 60)
        }
        let failure = await #expect(throws: WebFailure.self) {
            try await WebFetcher(stallSeconds: 1)
                .fetch(WebTarget(server.url(path)), .whole(1000), seconds: 600)
        }
        #expect(failure?.code == .timedOut && failure?.reason.contains("stalled") == true)
    }

    @Test func errorWithoutCurlSaysWhatToInstall() async throws {
        let target = try WebTarget("http://127.0.0.1:1/")
        let failure = await #expect(throws: WebFailure.self) {
            try await WebFetcher(program: "no-such-curl").fetch(target, .head, seconds: 5)
        }
        #expect(failure?.code == .noFetcher && failure?.reason.contains("apt install curl") == true)
    }

    /// As with a curl that was killed before it read its input.
    @Test func writingToAnEndedProgramFails() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        // A program that another test starts meanwhile has a copy of the other end for a moment.
        shutdown(ends[0], Int32(SHUT_RDWR))
        close(ends[0])
        #expect(write(ends[1], "x", 1) == -1 && errno == EPIPE)
        close(ends[1])
    }

    @Test func cancellingEndsTheCurlProcess() async throws {
        let (asked, tell) = AsyncStream.makeStream(of: Bool.self)
        let server = try WebServer { _, connection in
            tell.yield(true)
            tell.yield(connection.waitUntilTheClientLeaves(seconds: 30))
        }
        let task = Task { try await fetch(server, "/", seconds: 60) }
        var answers = asked.makeAsyncIterator()
        _ = await answers.next()
        task.cancel()
        #expect(await answers.next() == true, "the connection must end with the curl process")
        await #expect(throws: WebFailure.self) { try await task.value }
    }
}
