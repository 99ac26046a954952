import Bookmarks
import Testing

/// One page whose address is spelled in several ways (RFC 3986, section 6.2.2, and the URL
/// standard).
struct SpellingTests {
    @Test(arguments: [
        [
            "https://münchen.example/", "https://xn--mnchen-3ya.example/",
            "https://MÜNCHEN.example", "https://mu\u{308}nchen.example/",
            "https://m%C3%BCnchen.example/", "https://XN--MNCHEN-3YA.EXAMPLE./",
            "https://mün\u{AD}chen.example/",
        ],
        ["https://日本。jp/", "https://日本.jp/", "https://xn--wgv71a.jp/", "https://日本｡jp"],
        ["https://ｅｘａｍｐｌｅ．org/", "https://example.org/", "https://ex%61mple.org"],
        [
            "https://ex.example/straße", "https://ex.example/stra%C3%9Fe",
            "https://ex.example/stra%c3%9fe/",
        ],
        ["https://ex.example/~user", "https://ex.example/%7Euser", "https://ex.example/%7euser"],
        ["https://ex.example/a b", "https://ex.example/a%20b"],
        ["https://ex.example/?q=ü&r=it's", "https://ex.example?q=%C3%BC&r=it%27s"],
        [
            "https://ex.example/a|b\"c", "https://ex.example/a%7Cb%22c",
            "https://ex.example/a%7cb\"c",
        ],
        [
            "https://ex.example/a/c", "https://ex.example/a/./c", "https://ex.example/a/b/../c",
            "https://ex.example/../a/%2e/b/%2E%2e/c", "https://ex.example/a/c/.",
            "https://ex.example/a/c/d/..", "https://ex.example/a\\c",
        ],
        [
            "https://ex.example/", "https://ex.example:443", "https://ex.example:0443/",
            "https://@ex.example", "http://ex.example:80/", "https://ex.example/a/..",
        ],
        ["http://127.0.0.1/", "http://0x7f.1", "http://2130706433/", "http://0177.0.0.1/"],
        ["http://[::1]/", "http://[0:0:0:0:0:0:0:1]", "http://[0::0001]:80/"],
        ["https://[2001:DB8::A]/x", "https://[2001:db8:0:0::a]/x"],
        ["https://us%65r@ex.example/", "https://user@ex.example/"],
        ["https://ex.example/?utm%5Fsource=x&a=1", "https://ex.example/?a=1"],
        ["https://ex.example/#/caf%C3%A9", "https://ex.example/#/café"],
    ])
    func spellingsOfOnePageHaveTheSameKey(_ urls: [String]) {
        let keys = urls.map { WebAddress(stored: $0).pageKey }
        for (url, key) in zip(urls, keys) { #expect(key == keys[0], "\(url)") }
    }

    @Test func differentPagesHaveDifferentKeys() {
        let urls = [
            "https://ex.example/a/b", "https://ex.example/a%2Fb", "https://ex.example/a%5Cb",
            "https://ex.example/a+b", "https://ex.example/a%2Bb", "https://ex.example/a%20b",
            "https://ex.example/?a=1&b=2", "https://ex.example/?a=1%26b=2",
            "https://ex.example/%zz", "https://ex.example/%25zz", "https://ex.example/%C3%BC",
            "https://ex.example/%C3%9C", "https://ex.example/%FC", "https://faß.example",
            "https://fass.example", "https://xn--a.example", "https://xn--.example",
            "https://xn--99999999.example", "https://ex.example/..a", "https://ex.example/.well",
            "https://ex.example/a/...", "https://1.2.3.4", "https://1.2.3.4.example",
            "https://256.1.1.1", "https://1.2.3.4.5", "https://ex.example/?q=a'b",
            "https://ex.example/?q=ab", "https://[::1]", "https://[::2]", "https://[x]",
        ]
        let keys = urls.map { WebAddress(stored: $0).pageKey }
        for (index, key) in keys.enumerated() {
            #expect(keys.firstIndex(of: key) == index, "\(urls[index]) is \(key)")
        }
    }

    @Test func spellingsOfOneFragmentHaveTheSameKey() {
        func key(_ url: String) -> String { WebAddress(stored: url).placeKey }
        #expect(key("https://ex.example/p#caf%C3%A9") == key("https://ex.example/p#café"))
        #expect(key("https://ex.example/p#a") != key("https://ex.example/p#A"))
    }

    /// Addresses have the same spelling only if servers get the same request for both.
    @Test func spellingKeepsDifferencesThatServersSee() {
        func spelling(_ url: String) -> String { WebAddress(stored: url).spelling }
        #expect(
            spelling("https://M%C3%BCnchen.example:443/%7ea?x=ü#y")
                == spelling("https://xn--mnchen-3ya.example/~a?x=%c3%bc"))
        #expect(spelling("http://a.example/") != spelling("https://a.example/"))
        #expect(spelling("https://a.example/b") != spelling("https://a.example/b/"))
        #expect(spelling("https://a.example/?utm_source=x") != spelling("https://a.example/"))
        #expect(spelling("https://a.example") == spelling("https://a.example/"))
        #expect(spelling("mailto:A@b") == "mailto:A@b")
    }

    /// The samples of RFC 3492, section 7.1.
    @Test(arguments: [
        ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
        ("3B-ww4c5e180e575a65lsy2b", "3年b組金八先生"), ("d9juau41awczczp", "そのスピードで"),
        ("-> $1.00 <--", "-> $1.00 <-"),
    ])
    func punycodeHostsAreDecoded(_ written: String, _ text: String) {
        let host = WebAddress(stored: "https://xn--\(written).example/").pageKey
        let plain = WebAddress(stored: "https://\(text).example/").pageKey
        if written.contains("$") { #expect(host != plain) } else { #expect(host == plain) }
    }
}
