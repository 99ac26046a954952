import Bookmarks
import Testing

@Suite struct WebAddressTests {
    @Test(arguments: [
        "https://swift.org", "http://localhost:8080/x", "HTTPS://Swift.ORG/A", "mailto:a@b.c",
        "javascript:void(0)", "tel:110", "magnet:?xt=1", "about:blank", "file:///etc/hosts",
        "https://bücher.example/über", "https://example.org/a b", "x-my+app.v2:thing",
        "https://[::1]:80/", "gemini://example.org",
        "https://me:word@example.org:80/:80",
    ])
    func validURLStaysAsTyped(url: String) throws {
        #expect(try WebAddress(typed: " \t\(url)\u{3000}\n").text == url)
    }

    @Test(arguments: [
        ("swift.org", "https://swift.org"),
        ("example.org:8080/x", "https://example.org:8080/x"),
        ("localhost:8080", "http://localhost:8080"),
        ("//printer.local/x", "http://printer.local/x"),
        ("box:3000/", "https://box:3000/"),
        ("//swift.org/a", "https://swift.org/a"),
        ("://swift.org", "https://swift.org"),
        ("/etc/hosts", "file:///etc/hosts"),
        ("日本.jp", "https://日本.jp"),
        ("1password:x", "https://1password:x"),
        ("C:\\foo\\bar", "file:///C:/foo/bar"),
    ])
    func missingSchemeIsSuggested(typed: String, suggestion: String) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress(typed: typed) }
        #expect(error.code == .noScheme)
        #expect(error.suggestion == suggestion)
        #expect(try WebAddress(typed: suggestion).text == suggestion)
    }

    @Test(arguments: [
        ("swift.org", "https://swift.org"), (" Swift.ORG/a?b#c ", "https://Swift.ORG/a?b#c"),
        ("example.org:8080/x", "https://example.org:8080/x"), ("a.co.", "https://a.co."),
        ("日本.jp", "https://日本.jp"),
        ("swift.org/a b", "https://swift.org/a%20b"),
        ("https://a.example/a b?c d", "https://a.example/a%20b?c%20d"),
        ("javascript:alert( 1 )", "javascript:alert( 1 )"),
        ("https://a.example/%20", "https://a.example/%20"),
    ])
    func typedTextIsReadAsTheMeantURL(typed: String, meant: String) throws {
        #expect(try WebAddress.interpreting(typed).text == meant)
    }

    /// Hardly any host on this machine or in its own network has a certificate.
    @Test(arguments: [
        "localhost", "localhost:3000", "LocalHost:3000/x?y#z", "app.localhost:8080", "127.0.0.1",
        "127.1.2.3:80", "192.168.1.10:8080/x", "10.0.0.1", "172.16.0.1", "172.31.255.255",
        "169.254.1.1", "0.0.0.0:8000", "[::1]:80", "[::1]", "[fe80::1]:9090/x", "[fd12:3456::1]",
        "printer.local", "Printer.Local.:631/jobs",
    ])
    func localHostsGetHTTP(typed: String) throws {
        #expect(try WebAddress.interpreting(typed).text == "http://" + typed)
    }

    @Test(arguments: [
        "localhost.example", "local.example", "my.local.example:80", "8.8.8.8", "172.15.0.1",
        "172.32.0.1", "192.169.0.1", "11.0.0.1", "[2001:db8::1]:80", "[::ffff:1.2.3.4]",
        "127.0.0.1.example", "example.org/localhost", "notlocal.example",
    ])
    func otherHostsGetHTTPS(typed: String) throws {
        #expect(try WebAddress.interpreting(typed).text == "https://" + typed)
    }

    @Test(arguments: [
        "[swift]", "[1]", "[::1", "[::1]x", "[::1]:", "[::1]:123456", "local", "::1",
        "swift", "box:3000/", "//swift.org", "/etc/hosts", "1.5", "300.1.1.1", "e.g", "..", ".org",
        "a@b.example", "two words.org/x", "-a.example", "a..example", "", "https://",
        "https://a b/", "Swift, the language.", "a.example\n/x",
    ])
    func unclearTextIsNotTakenForAURL(typed: String) {
        #expect(throws: WebAddressError.self) { try WebAddress.interpreting(typed) }
    }

    @Test(
        arguments: [
            ("", .empty), (" \n\t ", .empty),
            ("https:", .nothingAfterScheme), ("https://", .nothingAfterScheme),
            ("https:///x", .nothingAfterScheme), ("https://?x", .nothingAfterScheme),
            ("http:swift.org", .nothingAfterScheme), ("mailto:", .nothingAfterScheme),
            ("https://a\u{0}b", .controlCharacter), ("https://a\nb", .controlCharacter),
            ("https://a b", .impossibleHost), ("https://exa mple.org/x", .impossibleHost),
            ("https://:80", .impossibleHost), ("http://:80/x", .impossibleHost),
            ("https://me@/x", .impossibleHost), ("https://me:word@:80", .impossibleHost),
            ("https://[::1", .impossibleHost), ("https://a]b/", .impossibleHost),
            ("https://a\u{7F}", .controlCharacter), ("https://a\u{85}b", .controlCharacter),
            ("https://a\u{1B}[31m", .controlCharacter), ("swift.org/\u{2028}x", .controlCharacter),
        ] as [(String, WebAddressError.Code)])
    func invalidURLIsRefusedWithoutASuggestion(typed: String, code: WebAddressError.Code) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress(typed: typed) }
        #expect(error.code == code)
        #expect(error.suggestion == nil)
        #expect(!error.message.contains("\n"))
    }

    @Test(arguments: [
        ("htps://swift.org/a", "https://swift.org/a"), ("HTPS://A.org", "https://A.org"),
        ("htpp://swift.org", "http://swift.org"), ("hhtp://swift.org", "http://swift.org"),
        ("hppts://swift.org", "https://swift.org"), ("ttps://swift.org", "https://swift.org"),
        ("htttp://swift.org", "http://swift.org"),
    ])
    func mistypedSchemeIsCorrected(typed: String, suggestion: String) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress.entered(typed) }
        #expect(error.code == .unknownScheme && error.suggestion == suggestion)
        #expect(try WebAddress.entered(suggestion).text == suggestion)
        // A stored or imported address stays unchanged.
        #expect(try WebAddress(typed: typed).text == typed)
    }

    @Test(arguments: [
        "http://a.example:65536", "https://a.example:99999/x", "https://me:word@a.example:99999",
        "https://a.example:8x", "https://[::1]:65536/", "http://256.256.256.256/",
        "https://1.2.3.4.5", "http://300.1.1.1:80", "https://a.example.123./", "ftp://1.2.3.999",
        "a.example:99999/x",
    ])
    func invalidHostOrPortIsNotSaved(typed: String) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress.entered(typed) }
        #expect(error.code == .impossibleHost && error.suggestion == nil)
    }

    @Test(arguments: [
        "obsidian://open?vault=x", "shttp://a.example", "http+unix://x", "sftp://a.example",
        "ps:x", "tps:x", "https://a.example:65535", "https://a.example:/", "http://1.2.3.4:80/",
        "http://2130706433/", "http://0x7f.1/", "https://1.example/", "https://a1/",
        "https://[::1]:80/", "file:///htps://x", "https://me:99999@a.example/x:99999",
        "x://a.example:99999",
    ])
    func unusualURLIsSavedAsTyped(url: String) throws {
        #expect(try WebAddress.entered(url).text == url)
    }

    @Test func hugeURLIsRefusedWithAShortMessage() throws {
        let long = "https://example.org/" + String(repeating: "a", count: 1_000_000)
        let error = try #require(throws: WebAddressError.self) { try WebAddress(typed: long) }
        #expect(error.code == .tooLong)
        #expect(error.message.contains("1,000,020 bytes"))
        #expect(error.message.count < 100)

        let name = String(repeating: "a", count: 60_000)
        let noScheme = try #require(throws: WebAddressError.self) { try WebAddress(typed: name) }
        #expect(noScheme.message.count < 120)
        let longest = "https://" + String(repeating: "a", count: WebAddress.maximumBytes - 8)
        #expect(throws: Never.self) { try WebAddress(typed: longest) }
    }

    @Test(arguments: [
        ("https://a.example/", true), ("HTTP://a.example", true), ("ftp://a.example", true),
        ("gopher://a.example", true), ("gemini://a.example", true), ("mailto:a@b", true),
        ("file:///x", true), ("javascript:alert(1)", false), ("data:text/html,x", false),
        ("ssh://host", false), ("--help", false), ("", false), ("swift.org", false),
        ("https://a\u{0}", false), (" https://a.example", false),
    ])
    func onlyKnownSchemesCanBeOpened(url: String, isOpenable: Bool) {
        #expect(WebAddress(stored: url).isOpenable == isOpenable)
    }

    @Test(arguments: [
        [
            "https://example.org", "http://example.org", "https://example.org/",
            "HTTPS://EXAMPLE.org",
            "https://example.org:443", "http://example.org:80/", "https://example.org./#top",
            "https://example.org?", "https://example.org/?utm_source=x&UTM_medium=y&fbclid=1",
            "https://example.org:/",
        ],
        ["https://example.org/a?x=1&y=2", "https://example.org/a/?x=1&gclid=3&y=2#z"],
        ["https://u:P@example.org/a", "https://u:P@EXAMPLE.org/a/"],
        ["ftp://example.org/", "FTP://example.org:21"],
        ["mailto:A@b", "MAILTO:A@b"],
        ["https://app.example/#/inbox", "https://app.example#/inbox"],
    ])
    func urlsOfOnePageHaveTheSameKey(urls: [String]) {
        #expect(Set(urls.map { WebAddress(stored: $0).pageKey }).count == 1)
    }

    @Test func fragmentsOfOnePageHaveDifferentKeys() {
        func key(_ url: String) -> String { WebAddress(stored: url).placeKey }
        #expect(key("https://a.example/p#one") != key("https://a.example/p#two"))
        #expect(key("https://a.example/p#one") != key("https://a.example/p"))
        #expect(key("https://a.example/p#one") == key("http://A.example/p/?utm_source=x#one"))
        #expect(key("https://a.example/p#") == key("https://a.example/p"))
        let script = WebAddress(stored: "https://a.example/#/in#x")
        #expect(script.placeKey == script.pageKey)
    }

    @Test func urlsOfDifferentPagesHaveDifferentKeys() {
        let urls = [
            "https://example.org", "https://example.org/A", "https://example.org/a",
            "https://example.org:8080", "https://example.org:80443", "https://www.example.org",
            "https://example.org/a?x=1", "https://example.org/a?x=2", "https://example.org/a?X=1",
            "https://example.org/a?y=1&x=1", "https://example.org/a?x=1&y=1",
            "https://u@example.org", "https://U@example.org", "ftp://example.org",
            "https://app.example/#/inbox", "https://app.example/#!sent", "https://app.example/",
            "mailto:a@b", "mailto:A@b", "about:blank", "swift.org", "", "https:", "https://",
            "x://EXAMPLE.org", "x://example.org", "https://example.org/?ref=1",
            "http://example.org:443", "https://[::80]",
        ]
        let keys = urls.map { WebAddress(stored: $0).pageKey }
        for (index, key) in keys.enumerated() {
            #expect(keys.firstIndex(of: key) == index, "\(urls[index]) is \(key)")
        }
    }

    /// A suggestion that would be refused, too, is not offered.
    @Test(arguments: ["Swift forums", "a b", "two words.org/x"])
    func wordsAreNoURL(_ typed: String) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress(typed: typed) }
        #expect(error.code == .noScheme)
        #expect(error.suggestion == nil)
        #expect(error.message.contains("not a URL"))
    }

    /// Words are not an address, whatever punctuation is between them.
    @Test(arguments: [
        "what? no url", "either/or and more", "not / an address", "a#b c", "swift org/x",
        "-", "…",
    ])
    func wordsWithPunctuationGetNoSuggestedURL(_ typed: String) throws {
        let error = try #require(throws: WebAddressError.self) { try WebAddress(typed: typed) }
        #expect(error.suggestion == nil && error.message.hasPrefix("This is not a URL such as"))
    }

    @Test func blanksInASuggestedURLAreEncoded() throws {
        let error = try #require(throws: WebAddressError.self) {
            try WebAddress(typed: "swift.org/a b?c d")
        }
        #expect(error.suggestion == "https://swift.org/a%20b?c%20d")
        #expect(error.message.contains("Did you mean https://swift.org/a%20b?c%20d?"))
    }
}
