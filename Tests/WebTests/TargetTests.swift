import Bookmarks
import Testing

@testable import WebPages

struct TargetTests {
    @Test(arguments: [
        ("https://Example.org", "https://Example.org/", "example.org"),
        ("HTTP://a.example:8080/b c?d=é#f", "http://a.example:8080/b%20c?d=%C3%A9", "a.example"),
        ("https://user:pw@a.example/%20x", "https://user:pw@a.example/%20x", "a.example"),
        ("http://[::1]:80/", "http://[::1]:80/", "::1"),
        ("https://bücher.example/", "https://bücher.example/", "bücher.example"),
        ("https://a.example?x=[1]{2}\"", "https://a.example/?x=[1]%7B2%7D%22", "a.example"),
        ("https://-a.example/--output", "https://-a.example/--output", "-a.example"),
    ])
    func targetURLsAreEncoded(_ text: String, _ url: String, _ host: String) throws {
        let target = try WebTarget(text)
        #expect(target.url == url && target.host == host)
    }

    @Test(arguments: [
        ("https://a.example/", "a.example:443"), ("http://A.example/", "a.example:80"),
        ("http://u:1@a.example:8080/x", "a.example:8080"), ("http://[::1]:81/", "::1:81"),
        ("http://[::1]/", "::1:80"), ("http://a.example:/", "a.example:80"),
    ])
    func originIncludesThePort(_ text: String, _ origin: String) throws {
        #expect(try WebTarget(text).origin == origin)
    }

    @Test(arguments: [
        ("a.example", HostReach.name), ("bücher.example", .name), ("1.2.3.4.example", .name),
        ("localhost", .here), ("a.localhost.", .here), ("printer.lan", .here), ("intranet", .here),
        ("8.8.8.8", .number), ("2001:4860:4860::8888", .number), ("::ffff:8.8.8.8", .number),
        ("127.0.0.1", .here), ("127.1", .here), ("2130706433", .here), ("0x7f000001", .here),
        ("10.9.8.7", .here), ("172.31.0.1", .here), ("172.32.0.1", .number), ("0.0.0.0", .here),
        ("192.168.0.1", .here), ("169.254.1.1", .here), ("100.64.0.1", .here), ("::1", .here),
        ("::", .here), ("fe80::1%eth0", .here), ("fd00::1", .here), ("::ffff:10.0.0.1", .here),
        ("255.255.255.255", .here), ("192.0.0.8", .here), ("192.0.1.1", .number),
        ("192.0.2.1", .here), ("198.18.0.1", .here), ("198.19.255.255", .here),
        ("198.20.0.1", .number), ("198.51.100.1", .here), ("203.0.113.9", .here),
        ("64:ff9b::10.0.0.1", .here), ("64:ff9b::8.8.8.8", .number), ("64:ff9b:2::1", .number),
        ("fec0::1", .here), ("feff::1", .here),
    ])
    func localAndPublicHostsAreToldApart(_ host: String, _ reach: HostReach) {
        #expect(HostReach(host) == reach)
    }

    @Test(arguments: [
        "ftp://a.example/", "javascript:alert(1)", "file:///etc/passwd", "-o/tmp/x", "",
        "https://", "http:///x", "https://a b/", "https://a\nurl = file:///x/", "https://a\"/",
        "https://user@/", "https://a\\b/", "http://:80/", "https:a.example",
        "https://a.example/" + String(repeating: "x", count: 9000),
    ])
    func invalidAndUnsafeURLsAreRefused(_ text: String) {
        #expect(throws: WebFailure.self) { try WebTarget(text) }
    }

    @Test func webArchiveGetsTheURLWithoutItsFragment() {
        #expect(
            WebArchive.url(of: "https://a.example/b?c#d")
                == "https://web.archive.org/web/https://a.example/b?c")
        #expect(WebArchive.url(of: "mailto:a@b.example") == nil)
    }

    @Test func urlCannotAddCurlOptions() throws {
        let request = CurlRequest(try WebTarget("https://a.example/\"\\x"), seconds: 5)
        let lines = request.configuration.split(separator: "\n")
        #expect(lines[0] == "url = \"https://a.example/%22%5Cx\"")
        #expect(lines.contains("proto = \"=http,https\"") && lines.contains("max-time = 5"))
        #expect(lines.contains("speed-limit = 1000") && lines.contains("speed-time = 30"))
        #expect(!request.configuration.contains("max-filesize"))
        #expect(CurlRequest.arguments.first == "-q")
        #expect(CurlRequest.quoted("a\"b\\c\nd") == "\"a\\\"b\\\\c\\nd\"")
    }
}
