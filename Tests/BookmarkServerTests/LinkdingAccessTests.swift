import BookmarkLibrary
import DeviceStore
import NIOHTTP1
import ScratchFolder
import Testing

@testable import BookmarkServer

/// The requests that the server answers or refuses before it looks at their content.
struct LinkdingAccessTests {
    @Test func healthNeedsNoToken() async throws {
        let desk = try await ServedDesk()
        for path in ["/health", "/linkding/health"] {
            let answer = try await desk.send("GET", path, token: "")
            #expect(try answer.json == ["status": "healthy", "version": "1.46.2"])
        }
    }

    @Test(arguments: [
        (nil, "Authentication credentials were not provided."),
        ("Key x", "Authentication credentials were not provided."),
        ("Token", "Invalid token header. No credentials provided."),
        ("Token a b", "Invalid token header. Token string should not contain spaces."),
        ("Token a", "Invalid token."), ("bearer a", "Invalid token."),
    ])
    func requestWithoutAValidTokenIsRefused(_ header: String?, _ detail: String) async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "GET", "/linkding/api/bookmarks/",
            headers: header.map { [("Authorization", $0)] } ?? [], token: "")
        #expect(answer.status == 401)
        #expect(answer.headers["WWW-Authenticate"] == ["Token"])
        #expect(try answer.json == ["detail": .string(detail)])
    }

    @Test func tokenWorksInBothSchemesUntilItIsRevoked() async throws {
        let desk = try await ServedDesk()
        let (token, text) = try desk.tokens.add(name: "phone", scope: .write)
        for scheme in ["Token", "token", "Bearer", "BEARER"] {
            let answer = try await desk.send(
                "GET", "/linkding/api/tags/", headers: [("Authorization", "\(scheme) \(text)")])
            #expect(answer.status == 200)
        }
        #expect(try desk.tokens.all().last?.used != nil)
        try desk.tokens.revoke(id: token.id)
        #expect(try await desk.send("GET", "/linkding/api/tags/", token: text).status == 401)
    }

    @Test func tokenCanBeAddedBeforeTheLibraryExists() throws {
        let folder = ScratchFolder()
        let location = try HomeLocation(
            home: folder.path("new"), device: "desk", environment: [:], hostName: "host")
        let text = try AccessTokens(location).add(name: "first", scope: .read).text
        #expect(try AccessTokens(location).token(text)?.name == "first")
    }

    @Test func damagedTokenFileIsReportedAndLeftAlone() throws {
        let folder = ScratchFolder()
        let location = try HomeLocation(
            home: folder.path, device: "desk", environment: [:], hostName: "host")
        let tokens = AccessTokens(location)
        _ = try tokens.add(name: "phone", scope: .write)
        let path = "devices/desk/access-tokens"
        let damaged = folder.read(path) + Array("garbage\n".utf8)
        _ = folder.write(path, damaged)
        #expect(throws: AccessTokenError.self) { try tokens.all() }
        #expect(throws: AccessTokenError.self) { try tokens.add(name: "x", scope: .read) }
        #expect(folder.read(path) == damaged)
    }

    @Test(arguments: ["nan", "1e300", "9223372036854775807"])
    func invalidTimeInTheTokenFileIsDamage(_ time: String) throws {
        let folder = ScratchFolder()
        let location = try HomeLocation(
            home: folder.path, device: "desk", environment: [:], hostName: "host")
        let tokens = AccessTokens(location)
        _ = try tokens.add(name: "phone", scope: .write)
        let path = "devices/desk/access-tokens"
        let text = String(decoding: folder.read(path), as: UTF8.self)
        let lines = text.split(separator: "\n").map { line in
            var parts = line.split(separator: "\t")
            if parts.count == 6 { parts[2] = time[...] }
            return parts.joined(separator: "\t") + "\n"
        }
        folder.write(path, lines.joined().utf8)
        #expect(throws: AccessTokenError.self) { try tokens.add(name: "x", scope: .read) }
    }

    @Test func lastUseOfATokenIsNotBeforeItsCreation() throws {
        let folder = ScratchFolder()
        let location = try HomeLocation(
            home: folder.path, device: "desk", environment: [:], hostName: "host")
        let tokens = AccessTokens(location)
        let (token, _) = try tokens.add(name: "phone", scope: .write)
        try tokens.noteUse(of: token)
        let used = try #require(try tokens.all().first?.used)
        #expect(used >= token.created)
    }

    @Test func scopeAllowsOnlyItsOwnCalls() async throws {
        let desk = try await ServedDesk()
        let add = try desk.tokens.add(name: "add", scope: .add).text
        let read = try desk.tokens.add(name: "read", scope: .read).text
        func status(_ method: String, _ path: String, _ token: String) async throws -> UInt {
            let json = method == "POST" ? #"{"url": "https://a.example/"}"# : nil
            return try await desk.send(method, "/linkding/api/\(path)", json, token: token).status
        }
        #expect(try await status("POST", "bookmarks/", read) == 403)
        #expect(try await status("POST", "bookmarks/", add) == 201)
        #expect(try await status("GET", "bookmarks/check/?url=x", add) == 200)
        #expect(try await status("GET", "bookmarks/", add) == 403)
        #expect(try await status("DELETE", "bookmarks/1/", add) == 403)
        #expect(try await status("GET", "bookmarks/1/", read) == 200)
        #expect(try await status("DELETE", "bookmarks/1/", read) == 403)
    }

    /// A phone or an extension with such a token must not overwrite or read what is there.
    @Test func addingTokenLeavesExistingBookmarksAlone() async throws {
        let desk = try await ServedDesk()
        let add = try desk.tokens.add(name: "add", scope: .add).text
        _ = try await desk.call(
            "POST", "bookmarks/",
            #"{"url": "https://a.example/", "title": "A", "notes": "secret", "tag_names": ["t"]}"#)
        let again = try await desk.send(
            "POST", "/linkding/api/bookmarks/",
            #"{"url": "https://a.example/", "title": "", "notes": "", "tag_names": []}"#,
            token: add)
        #expect(again.status == 403)
        let check = try await desk.send(
            "GET", "/linkding/api/bookmarks/check/?url=https://a.example/", token: add)
        #expect(try check.json["bookmark"]?["id"] == 1)
        #expect(!check.text.contains("secret") && !check.text.contains("\"t\""))
        #expect(try check.json["bookmark"]?["title"] == "")
        #expect(try check.json["bookmark"]?["date_added"] == "1970-01-01T00:00:00Z")
        let kept = try await desk.call("GET", "bookmarks/1/")
        #expect(kept["title"] == "A" && kept["notes"] == "secret")
    }

    @Test func requestsFromOtherSitesAreRefused() async throws {
        let desk = try await ServedDesk()
        let own = "http://127.0.0.1:\(desk.port)"
        let origins = [
            (own, 200 as UInt), ("moz-extension://8f3a", 200), ("chrome-extension://abc", 200),
            ("https://evil.example", 403), ("null", 403), ("https://127.0.0.1:\(desk.port)", 403),
        ]
        for (origin, status) in origins {
            let answer = try await desk.send(
                "GET", "/linkding/api/tags/", headers: [("Origin", origin)])
            #expect(answer.status == status, "\(origin)")
            #expect(answer.headers["Access-Control-Allow-Origin"].isEmpty)
        }
        let rebound = try await desk.send(
            "GET", "/linkding/api/tags/", headers: [("Host", "evil.example")])
        #expect(rebound.status == 421)
    }

    @Test func tokenGuessesAreSlowedDown() async throws {
        var limits = BookmarkServiceLimits()
        limits.failuresAtOnce = 2
        // Failures are forgotten so slowly that the wait is the longest one, however long the test
        // takes.
        limits.failuresPerSecond = 0.000_1
        let desk = try await ServedDesk(limits: limits)
        for _ in 0..<2 {
            #expect(try await desk.send("GET", "/linkding/api/tags/", token: "no").status == 401)
        }
        let third = try await desk.send("GET", "/linkding/api/tags/", token: "no")
        #expect(third.status == 429)
        #expect(third.headers["Retry-After"] == ["3600"])
        #expect(
            try await desk.send("GET", "/linkding/api/tags/").status == 200,
            "a valid token must still work")
    }

    @Test func refusedMethodNamesTheAllowedOnes() async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send("PATCH", "/linkding/api/tags/")
        #expect(answer.status == 405)
        #expect(answer.headers["Allow"] == ["GET, POST"])
        #expect(try answer.json == ["detail": #"Method "PATCH" not allowed."#])
        let unknown = try await desk.send("GET", "/linkding/api/nothing/here/")
        #expect(unknown.status == 404)
        #expect(try unknown.json == ["detail": "Not found."])
        let word = try await desk.send("GET", "/linkding/api/bookmarks/x/")
        #expect(try word.json == ["detail": "Not found."])
    }

    @Test func doubledAndMissingSlashesAreAccepted() async throws {
        let desk = try await ServedDesk()
        for path in ["//linkding//api/bookmarks/", "/linkding/api/bookmarks"] {
            #expect(try await desk.send("GET", path).status == 200)
        }
    }

    @Test func oversizedBodyIsRefused() async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/", headers: [("Content-Type", "application/json")],
            body: [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        #expect(answer.status == 413)
    }
}
