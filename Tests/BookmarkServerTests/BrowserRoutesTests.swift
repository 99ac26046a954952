import BookmarkLibrary
import Bookmarks
import BrowserFiles
import NIOHTTP1
import Testing

@testable import BookmarkServer

/// The folder of browsers over HTTP: the answers of the state machine reach the client.
@Suite(.timeLimit(.minutes(5)))
struct BrowserRoutesTests {
    private func send(
        _ desk: ServedDesk, _ method: String, _ path: String, _ body: [UInt8]? = nil,
        headers: [(String, String)] = [], token: String? = nil
    ) async throws -> ServedDesk.Answer {
        let password = "anybody:" + (token ?? desk.token)
        return try await desk.send(
            method, "/dav/" + path,
            headers: headers + [("Authorization", "Basic " + Self.base64(password))], body: body)
    }

    private static func base64(_ text: String) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var (result, bits, count) = ("", 0, 0)
        for byte in text.utf8 {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                result.append(signs[bits >> count & 63])
            }
        }
        if count > 0 { result.append(signs[bits << (6 - count) & 63]) }
        while result.count % 4 != 0 { result += "=" }
        return result
    }

    @Test(arguments: ["", "a", "ab", "abc", "x:cloudy_0123", "ü:🙂"])
    func passwordsAreDecoded(_ text: String) {
        let encoded = Self.base64(text)
        #expect(Base64Text.decoded(encoded[...]) == Array(text.utf8))
        #expect(Base64Text.decoded("a*b"[...]) == nil)
    }

    @Test func accessTokenIsThePassword() async throws {
        let desk = try await ServedDesk()
        #expect(try await send(desk, "GET", "bookmarks.xbel").status == 200)
        let missing = try await desk.send("GET", "/dav/bookmarks.xbel", token: "")
        #expect(missing.status == 401)
        #expect(missing.headers.first(name: "WWW-Authenticate")?.hasPrefix("Basic ") == true)
        #expect(try await send(desk, "GET", "bookmarks.xbel", token: "wrong").status == 401)
        // The authorization header of linkding's interface is not accepted as a password.
        #expect(try await desk.send("GET", "/dav/bookmarks.xbel").status == 401)
    }

    @Test func shutdownWaitsForASync() async throws {
        let log = KeptLog()
        let desk = try await ServedDesk(log: log)
        let lock = "bookmarks.xbel.lock"
        #expect(try await send(desk, "PUT", lock, Array("<html>".utf8)).status == 201)
        var file = try XBELFile(reading: try await send(desk, "GET", "bookmarks.xbel").body)
        await desk.beginToStop()
        while !log.lines.contains(where: { $0.contains("A browser is syncing") }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let other = try desk.tokens.add(name: "other", scope: .write).text
        // Another browser is asked to try again later, so that it keeps its last sync.
        #expect(try await send(desk, "PUT", "work.xbel.lock", [], token: other).status == 423)
        file.entries.append(.init(number: 9, parent: 0, title: "Tides", url: "https://tides.ex/"))
        file.highest = 9
        #expect(try await send(desk, "PUT", "bookmarks.xbel", file.bytes).status == 204)
        #expect(try await send(desk, "DELETE", lock).status == 204)
        try await desk.hasStopped()
        #expect(await desk.library.use { $0.controller.list.total } == 1)
    }

    @Test func endlessSyncDoesNotBlockTheShutdown() async throws {
        let desk = try await ServedDesk(patience: .milliseconds(200))
        #expect(try await send(desk, "PUT", "bookmarks.xbel.lock", []).status == 201)
        await desk.beginToStop()
        try await desk.hasStopped()
    }

    @Test func browserSyncAddsABookmark() async throws {
        let desk = try await ServedDesk()
        let lock = "bookmarks.xbel.lock"
        #expect(try await send(desk, "GET", lock).status == 404)
        #expect(try await send(desk, "PUT", lock, Array("<html>".utf8)).status == 201)
        let found = try await send(desk, "GET", "bookmarks.xbel")
        #expect(found.headers.first(name: "Cache-Control") == "no-store")
        let head = try await send(desk, "HEAD", "bookmarks.xbel")
        #expect(head.headers.first(name: "Content-Length") == "\(found.body.count)")
        var file = try XBELFile(reading: found.body)
        file.highest = (file.highest ?? 0) + 1
        file.entries.append(
            .init(number: file.highest ?? 0, parent: 0, title: "Tides", url: "https://tides.ex/"))
        let put = try await send(desk, "PUT", "bookmarks.xbel.temp", file.bytes)
        #expect(put.status == 201)
        let moved = try await send(
            desk, "MOVE", "bookmarks.xbel.temp",
            headers: [
                ("Destination", "http://proxy.example/dav/bookmarks.xbel"), ("Overwrite", "T"),
            ])
        #expect(moved.status == 204)
        let size = try await send(desk, "PROPFIND", "bookmarks.xbel", headers: [("Depth", "0")])
        #expect(size.status == 207)
        #expect(size.text.contains("<D:getcontentlength>\(file.bytes.count)</D:getcontentlength>"))
        #expect(try await send(desk, "DELETE", lock).status == 204)
        let names = await desk.library.home.catalog
        #expect(try names.rows(sortedBy: .standard, limit: nil).map(\.name) == ["Tides"])
        let step = await desk.library.use { $0.controller.nextUndoStep }
        #expect(step?.session == .door(.floccus, "tests"))
    }

    @Test func tokenScopesLimitBrowserSync() async throws {
        let desk = try await ServedDesk()
        let reader = try desk.tokens.add(name: "r", scope: .read).text
        let adder = try desk.tokens.add(name: "a", scope: .add).text
        #expect(try await send(desk, "GET", "bookmarks.xbel", token: reader).status == 200)
        #expect(try await send(desk, "PUT", "bookmarks.xbel.lock", [], token: reader).status == 201)
        let put = try await send(desk, "PUT", "bookmarks.xbel.temp", [1], token: reader)
        #expect(put.status == 403)
        #expect(try await send(desk, "GET", "bookmarks.xbel", token: adder).status == 403)
    }

    @Test func tokenGuessesAreLimited() async throws {
        var limits = BookmarkServiceLimits()
        limits.failuresAtOnce = 3
        limits.failuresPerSecond = 0
        let desk = try await ServedDesk(limits: limits)
        for _ in 0..<3 {
            #expect(try await send(desk, "GET", "bookmarks.xbel", token: "guess").status == 401)
        }
        #expect(try await send(desk, "GET", "bookmarks.xbel", token: "guess").status == 429)
        #expect(try await send(desk, "GET", "bookmarks.xbel").status == 200)
    }

    @Test func requestsFromOtherSitesAreRefused() async throws {
        let desk = try await ServedDesk()
        for (name, value) in [("Origin", "https://evil.example"), ("Host", "evil.example")] {
            let answer = try await send(desk, "GET", "bookmarks.xbel", headers: [(name, value)])
            #expect([403, 421].contains(answer.status), "\(name)")
        }
        let own = try await send(
            desk, "GET", "bookmarks.xbel", headers: [("Origin", "moz-extension://a-b")])
        #expect(own.status == 200)
    }

    /// A browser shows only the status code; the owner finds the reason in the server's log.
    @Test func refusalsAreLoggedForTheOwner() async throws {
        var limits = BookmarkServiceLimits()
        limits.maximumUpload = 1000
        let log = KeptLog()
        let desk = try await ServedDesk(limits: limits, log: log)
        let reader = try desk.tokens.add(name: "r", scope: .read).text
        let adder = try desk.tokens.add(name: "a", scope: .add).text
        func put(_ body: String, token: String? = nil) async throws -> UInt {
            try await send(
                desk, "PUT", "bookmarks.xbel", Array(body.utf8), token: token
            ).status
        }
        #expect(try await put("{\"ciphertext\": \"x\"}") == 400)
        #expect(try await put("<xbel/>", token: reader) == 403)
        #expect(try await put("<xbel/>", token: adder) == 403)
        #expect(try await put("<xbel/>", token: "wrong") == 401)
        #expect(try await put(String(repeating: "x", count: 1001)) == 413)
        // These answers are a part of every sync, and are not logged.
        #expect(try await send(desk, "GET", "bookmarks.xbel.lock").status == 404)
        #expect(try await desk.send("GET", "/dav/bookmarks.xbel", token: "").status == 401)
        let lines = log.lines
        #expect(lines.count == 5, "\(lines)")
        for words in [
            "status 400, token tests. This is not an XBEL file. If floccus has a passphrase",
            "status 403, token r. This token may only read.", "This token may only add.",
            "its password is not a valid token.", "status 413. The file is larger than",
        ] {
            #expect(lines.contains { $0.contains(words) }, "\(words)")
        }
    }

    @Test func unsupportedMethodsAndPathsAreRefused() async throws {
        let desk = try await ServedDesk()
        for method in ["LOCK", "PROPPATCH", "POST", "PATCH"] {
            #expect(try await send(desk, method, "bookmarks.xbel", []).status == 405, "\(method)")
        }
        let options = try await send(desk, "OPTIONS", "")
        #expect(options.headers.first(name: "DAV") == "1")
        #expect(try await send(desk, "PUT", "a%2Fb", [1]).status == 400)
        #expect(try await send(desk, "PUT", "none/x", [1]).status == 409)
    }

    @Test func oversizedBodyIsRefused() async throws {
        var limits = BookmarkServiceLimits()
        limits.maximumUpload = 1000
        limits.maximumBody = 100
        let desk = try await ServedDesk(limits: limits)
        let long = [UInt8](repeating: 1, count: 1001)
        #expect(try await send(desk, "PUT", "x", long).status == 413)
        #expect(try await send(desk, "MKCOL", "y", Array(long.prefix(101))).status == 413)
        #expect(try await send(desk, "PUT", "x", Array(long.prefix(1000))).status == 201)
    }
}
