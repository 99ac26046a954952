import BookmarkLibrary
import Bookmarks
import HTTPService
import NIOHTTP1
import TestSupport
import Testing

@testable import BookmarkServer

/// Requests that try to bring the server down, or to find out what it keeps secret.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HostileRequestsTests {
    // MARK: Numbers

    @Test(arguments: [
        "/linkding/api/bookmarks/?limit=9223372036854775807&offset=1",
        "/linkding/api/bookmarks/?limit=1&offset=9223372036854775807",
        "/linkding/api/bookmarks/?limit=9223372036854775807&offset=9223372036854775807",
        "/linkding/api/tags/?limit=9223372036854775807&offset=9223372036854775806",
        "/linkding/api/bundles/?limit=9223372036854775807&offset=1",
        "/linkding/api/bookmarks/1/assets/?limit=9223372036854775807&offset=1",
        "/linkding/api/bookmarks/?added_since=9999-12-31T23:59:59Z&bundle=9223372036854775807",
    ])
    func listsAcceptTheLargestNumbers(_ path: String) async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        #expect(try await desk.send("GET", path).status == 200)
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775806", "-9223372036854775808", "x"])
    func listPageWithAnExtremeOffsetIsAnswered(_ offset: String) async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "GET", "/?offset=\(offset)", headers: desk.visitor, token: "")
        #expect(answer.status == 200)
    }

    @Test(arguments: [
        "bookmarks/9223372036854775807/", "tags/9223372036854775807/",
        "bundles/9223372036854775807/", "bookmarks/1/assets/9223372036854775807/",
        "bookmarks/99999999999999999999999/", "bookmarks/+1/", "bookmarks/%31%00/",
    ])
    func unknownNumberIsNotFound(_ path: String) async throws {
        let desk = try await ServedDesk()
        #expect(try await desk.send("GET", "/linkding/api/\(path)").status == 404)
    }

    @Test(arguments: [
        #"{"url": "https://a.example/", "date_added": "0000-01-01"}"#,
        #"{"url": "https://a.example/", "date_added": "9999-12-31T23:59:59.999999-23:59"}"#,
        #"{"url": "https://a.example/", "title": 1e308}"#,
        #"{"url": "https://a.example/", "tag_names": [1e400, 1E-400, -0]}"#,
        #"{"url": "https://a.example/", "title": 123456789012345678901234567890}"#,
        #"{"url": "https://a.example/", "title": "\ud800"}"#,
        #"{"url": "https://a.example/", "url": "https://b.example/"}"#,
        #"{"url": "https://a.example/\u0000"}"#, "{\"url\": \"https://a.example/\u{FEFF}\"}",
    ])
    func strangeValuesDoNotBreakTheServer(_ json: String) async throws {
        let desk = try await ServedDesk()
        let status = try await desk.send("POST", "/linkding/api/bookmarks/", json).status
        #expect([201, 400].contains(status))
        #expect(try await desk.send("GET", "/linkding/api/bookmarks/").status == 200)
        #expect(try await desk.send("GET", "/", headers: desk.visitor, token: "").status == 200)
    }

    // MARK: Proxies

    /// A proxy that has the certificate passes on the name and the origin of its own pages.
    @Test func loginWorksBehindATLSProxy() async throws {
        let name = "bookmarks.example.org"
        let hosts = try #require(AnsweredHosts(names: [name], isLoopback: true))
        let desk = try await ServedDesk(hosts: hosts)
        func logIn(_ origin: String, host: String = name) async throws -> ServedDesk.Answer {
            let headers = [("Host", host), ("X-Forwarded-Proto", "https")]
            let page = try await desk.send("GET", "/login", headers: headers, token: "").text
            let start = try #require(page.firstRange(of: "name=\"ticket\" value=\"")?.upperBound)
            return try await desk.send(
                "POST", "/login", headers: headers + [("Origin", origin)],
                body: Array(
                    "ticket=\(page[start...].prefix { $0 != "\"" })&token=\(desk.token)".utf8),
                token: "")
        }
        let answer = try await logIn("https://\(name)")
        #expect(answer.status == 303)
        #expect(answer.headers["Set-Cookie"].first?.hasSuffix("; Secure") == true)
        #expect(try await logIn("https://evil.example").status == 403)
        #expect(try await logIn("https://\(name):8443").status == 403)
        #expect(try await logIn("https://127.0.0.1", host: "127.0.0.1").status == 403)
        let button = try await desk.send(
            "GET", "/button",
            headers: desk.visitor + [("Host", name), ("X-Forwarded-Proto", "https")], token: "")
        #expect(button.text.contains("https://\(name)/add?url="))
    }

    // MARK: Pages

    @Test(arguments: ["/", "/add", "/edit/x", "/login"], ["image", "iframe", "style", "empty"])
    func pageCannotBeEmbeddedInAnother(_ path: String, _ part: String) async throws {
        let desk = try await ServedDesk()
        func status(_ part: String) async throws -> UInt {
            try await desk.send(
                "GET", path, headers: desk.visitor + [("Sec-Fetch-Dest", part)], token: ""
            ).status
        }
        #expect(try await status(part) == 403)
        #expect(try await status("document") == (path == "/edit/x" ? 404 : 200))
    }

    @Test func errorPageIsOnlyForBrowsers() async throws {
        let desk = try await ServedDesk()
        for (path, host, title) in [
            ("/nowhere", "localhost", "There is no such page"),
            ("/", "evil.example", "This did not work"),
        ] {
            let page = try await desk.send(
                "GET", path, headers: [("Host", host), ("Accept", "text/html,*/*")], token: "")
            #expect(page.text.contains("<h1>\(title)</h1>"))
            let listed = #"<a href="/labels">Tags and folders</a></li>"#
            #expect(page.text.contains(listed) == (path != "/"))
            let other = try await desk.send("GET", path, headers: [("Host", host)], token: "")
            #expect(other.status == page.status && !other.text.contains("<h1>"))
        }
    }

    // MARK: JSON

    @Test(
        arguments: [
            LongText(repeating: "[", count: 100_000),
            LongText(
                String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            LongText(
                String(repeating: #"{"a":"#, count: 100_000) + "1"
                    + String(repeating: "}", count: 100_000)),
            LongText(repeating: #"[{"a":"#, count: 60_000),
            #"{"url":"#, "{", "\"", "nul", "", "\u{0}",
        ] as [LongText])
    func brokenAndDeepJSONIsRefused(_ json: LongText) async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send("POST", "/linkding/api/bookmarks/", json.text)
        #expect(answer.status == 400)
        #expect(try await desk.call("GET", "bookmarks/")["count"] == 0)
    }

    /// The reader refuses in time, even on the small stack of a server's thread.
    @Test(arguments: [30, 60, 120, 250, 500, 510, 511, 512, 513, 1000])
    func nestedJSONIsRefusedAtEveryDepth(_ depth: Int) async throws {
        let desk = try await ServedDesk()
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let value =
                String(repeating: open, count: depth) + "1"
                + String(repeating: close, count: depth)
            let answer = try await desk.send(
                "POST", "/linkding/api/bookmarks/",
                #"{"url": "https://a.example/", "title": \#(value)}"#)
            #expect(answer.status == 400)
        }
    }

    // MARK: Forms

    private let multipart = [("Content-Type", "multipart/form-data; boundary=XX")]
    private let singlefile = "/linkding/api/bookmarks/singlefile/"

    @Test func formWithThousandsOfPartsIsRefused() async throws {
        let desk = try await ServedDesk()
        let part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
        let body = Array((String(repeating: part, count: 5_000) + "--XX--\r\n").utf8)
        let answer = try await desk.send("POST", singlefile, headers: multipart, body: body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("1000"))
    }

    /// The head of a part, which is kept as text, may not have megabytes.
    @Test func formPartWithALongHeadIsRefused() async throws {
        let desk = try await ServedDesk()
        let lines = (0..<200_000).map { "x\($0): y\r\n" }.joined()
        let body = Array(
            ("--XX\r\n" + lines
                + "Content-Disposition: form-data; name=\"url\"\r\n\r\nhttps://a.example/\r\n--XX--")
                .utf8)
        let answer = try await desk.send("POST", singlefile, headers: multipart, body: body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("form"))
    }

    @Test(arguments: [
        "", "-", String(repeating: "-", count: 71), String(repeating: "a", count: 1000),
    ])
    func formBoundaryMustHaveAValidLength(_ boundary: String) {
        let mark = "--\(boundary)"
        let text = "\(mark)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n\(mark)--"
        let isShort = !boundary.isEmpty && boundary.count <= 70
        let form = FormFields(multipart: Array(text.utf8), boundary: boundary)
        #expect((form != nil) == isShort)
    }

    // MARK: Hosts

    @Test(arguments: [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:80",
        "[::2]", "0.0.0.0", "169.254.169.254", "localhost@evil.example", "evil.example#127.0.0.1",
        "127.0.0.1 evil.example", "127.0.0.1,evil.example",
    ])
    func foreignHostNameIsRefused(_ host: String) async throws {
        let desk = try await ServedDesk()
        for path in ["/login", "/style.css", "/linkding/api/tags/"] {
            let connection = try RawConnection(port: desk.port)
            try connection.send(
                "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n"
                    + "Authorization: Token \(desk.token)\r\nConnection: close\r\n\r\n")
            let answer = try await connection.receive { _ in false }
            let isRefused =
                answer.hasPrefix("HTTP/1.1 421") || answer.hasPrefix("HTTP/1.1 400")
            #expect(isRefused, "\(answer)")
        }
    }
}

extension ServedDesk {
    /// The headers of a browser that is logged in.
    var visitor: [(String, String)] { [("Cookie", "cloudy_token=\(token)")] }
}
