import Interchange
import Testing

/// Relative links in feeds, and titles that contain HTML.
struct FeedLinksTests {
    private func atom(_ body: String, _ attributes: String = "") throws -> ParsedImport {
        try read("<feed xmlns=\"http://www.w3.org/2005/Atom\"\(attributes)>\(body)</feed>")
    }

    private func rss(_ body: String, from source: WebSource? = nil) throws -> ParsedImport {
        let text =
            "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel>"
            + "<title>F</title>\(body)</channel></rss>"
        return try Importer.read(Array(text.utf8), from: source)
    }

    private static let relative = "<entry><title>A</title><link href=\"../a?x=1\"/></entry>"

    @Test(arguments: [
        (" xml:base=\"https://b.example/x/y/\"", "", "https://b.example/x/a?x=1"),
        // An inner base is relative to the one around it.
        (" xml:base=\"https://b.example/x/\"", " xml:base=\"z/z/\"", "https://b.example/x/z/a?x=1"),
        ("", " xml:base=\"https://c.example/q/\"", "https://c.example/a?x=1"),
    ])
    func relativeLinksAreResolvedAgainstXMLBase(
        _ feed: String, _ entry: String, _ url: String
    ) throws {
        let body = Self.relative.replacing("<entry>", with: "<entry\(entry)>")
        #expect(try atom(body, feed).urls == [url])
        let link = "<entry><link xml:base=\"\(url)\" href=\"b\"/></entry>"
        #expect(try atom(link).urls == [url.replacing("a?x=1", with: "b")])
    }

    @Test func xmlBaseOfAnEntryDoesNotApplyToTheNext() throws {
        let found = try atom(
            "<link href=\"https://f.example/blog/\"/>"
                + "<entry xml:base=\"https://b.example/\"><link href=\"1\"/></entry>"
                + "<entry><link href=\"2\"/></entry>")
        #expect(found.urls == ["https://b.example/1", "https://f.example/blog/2"])
    }

    @Test(arguments: [
        "<link>https://f.example/</link>",
        "<image><link>https://no.example/</link></image><link>https://f.example/</link>",
        "<atom:link rel=\"self\" href=\"https://no.example/feed\"/><link>https://f.example/</link>",
        "<atom:link rel=\"self\" href=\"https://f.example/feed.xml\"/>",
    ])
    func relativeLinksAreResolvedAgainstTheFeedsLink(_ own: String) throws {
        let found = try rss("\(own)<item><title>A</title><link>/a</link></item>")
        #expect(found.urls == ["https://f.example/a"])
        // The base may come after the items.
        let late = try rss("<item><title>A</title><link>/a</link></item>\(own)")
        #expect(late.urls == ["https://f.example/a"])
    }

    @Test func relativeLinksAreResolvedAgainstTheFeedsAddress() throws {
        let source = WebSource(url: "https://f.example/feeds/all.xml")
        let item = "<item><title>A</title><link>a.html</link></item>"
        #expect(try rss(item, from: source).urls == ["https://f.example/feeds/a.html"])
        #expect(
            try rss("<link>/blog/</link>\(item)", from: source).urls
                == ["https://f.example/blog/a.html"])
    }

    @Test func relativeLinkWithoutABaseFails() throws {
        let found = try rss("<item><title>A</title><link>/a</link></item>")
        #expect(found.urls.isEmpty && found.failed.count == 1)
    }

    @Test(arguments: [
        ("<![CDATA[<b>Bold</b> &amp; <i>italic</i>]]>", "Bold & italic"),
        ("<![CDATA[Caf&eacute; &#8211; <a href=\"x\">link</a>]]>", "Café – link"),
        ("&lt;em&gt;Tom&lt;/em&gt; &amp;amp; Jerry", "Tom & Jerry"),
        ("<![CDATA[One<br/>two]]>", "One two"), ("<![CDATA[<p>One</p><p>Two</p>]]>", "One Two"),
        // Text that only looks like a tag is text.
        ("<![CDATA[How to use <b> in HTML]]>", "How to use <b> in HTML"),
        ("Vec&lt;T&gt; and 1 &lt; 2", "Vec<T> and 1 < 2"), ("<![CDATA[a < b > c]]>", "a < b > c"),
    ])
    func markupInRSSTitlesBecomesPlainText(_ title: String, _ name: String) throws {
        let found = try rss(
            "<item><title>\(title)</title><link>https://a.example/</link></item>")
        #expect(found.bookmarks.map(\.name) == [name])
    }

    @Test(arguments: [
        (" type=\"html\"", "&lt;b&gt;Bold&lt;/b&gt; &amp;amp; more", "Bold & more"),
        (" type=\"html\"", "<![CDATA[A <wbr>word]]>", "A word"),
        (" type=\"text\"", "Use &lt;b&gt;x&lt;/b&gt;", "Use <b>x</b>"),
        ("", "Use &lt;b&gt;x&lt;/b&gt; &amp;amp;", "Use <b>x</b> &amp;"),
        (" type=\"xhtml\"", "<div>A <b>bold</b> name</div>", "A bold name"),
    ])
    func atomTitlesAreReadByTheirType(_ type: String, _ title: String, _ name: String) throws {
        let found = try atom(
            "<entry><title\(type)>\(title)</title><link href=\"https://a.example/\"/></entry>")
        #expect(found.bookmarks.map(\.name) == [name])
    }

    @Test func htmlInDescriptionsBecomesLinesOfText() throws {
        let found = try rss(
            "<item><title>A</title><link>https://a.example/</link><description>"
                + "<![CDATA[See <a href=\"https://b.example/\">b</a>.<br>Then<ul><li>one</li>"
                + "<li>two</li></ul>]]></description></item>")
        #expect(found.bookmarks.map(\.notes) == ["See b.\nThen\none\ntwo"])
    }
}
