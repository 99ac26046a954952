import Interchange
import Testing

/// XML that programs write: feeds, lists of posts, and files that are not quite XML.
struct XMLTests {
    private func outlines(_ body: String, head: String = "") throws -> ParsedImport {
        try read("\(head)<opml version=\"2.0\"><body>\n\(body)\n</body></opml>")
    }

    @Test func unescapedTextsAreRead() throws {
        let found = try outlines(
            """
            <outline text="News"><outline text="Fish & chips" htmlUrl="https://a.example/?u=1&v=2"/>
            <outline text="Caf&eacute;&nbsp;&copy; &#8211; &amp;" xmlUrl="https://b.example/feed"/>
            <outline text="a < b &unknown; &;" url='https://c.example/'/>
            <outline text="say "hi" now" url="https://d.example/"/>
            <outline text="&#1; \u{1}" url="https://e.example/"/></outline>
            """)
        #expect(
            found.bookmarks.map(\.name) == [
                "Fish & chips", "Café © – &", "a < b &unknown; &;", "say \"hi\" now",
                "\u{FFFD} \u{FFFD}",
            ])
        #expect(found.urls[0] == "https://a.example/?u=1&v=2")
        #expect(found.bookmarks.map(\.line) == [2, 3, 4, 5, 6])
        #expect(found.bookmarks.allSatisfy { $0.folder == "News" })
    }

    @Test(arguments: [
        "\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\u{FEFF}\n <?xml version='1.0'?>",
        "<!-- a -- b --->\n<?xml version=\"1.0\"?>", "  \r\n\r\n",
    ])
    func blanksAndCommentsMayPrecedeTheDeclaration(_ head: String) throws {
        let found = try outlines("<outline text=\"A\" url=\"https://a.example/\"/>", head: head)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks[0].line == head.count { $0.isNewline } + 2)
    }

    /// In a document with a DOCTYPE, Expat skips an entity that it does not know.
    @Test func htmlEntitiesInXBELAreDecoded() throws {
        let found = try read(
            """
            <!DOCTYPE xbel PUBLIC "-//x" "http://www.python.org/topics/xml/dtds/xbel-1.0.dtd">
            <xbel><bookmark href="https://a.example/?a=1&copy=2"><title>Caf&eacute; & co</title>
            </bookmark></xbel>
            """)
        #expect(found.bookmarks.map(\.name) == ["Café & co"])
        #expect(found.urls == ["https://a.example/?a=1&copy=2"])
    }

    @Test func bookmarksBeforeDamageAreRead() throws {
        let found = try read(
            """
            <xbel>
            <bookmark href="https://a.example/"><title>A</title></bookmark>
            <bookmark href="https://b.example/"><title>B</wrong></bookmark>
            </xbel>
            """)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.failed.map(\.line) == [3])
        let cut = try outlines("<outline text=\"A\" url=\"https://a.example/\"/>\n<outline te")
        #expect(cut.urls == ["https://a.example/"] && cut.failed.count == 1)
    }

    @Test func opmlInCapitalsIsRead() throws {
        let found = try read(
            """
            <OPML><BODY><OUTLINE TEXT="F"><OUTLINE TEXT="A" XMLURL="https://a.example/feed"
             HTMLURL="https://a.example/"/></OUTLINE></BODY></OPML>
            """)
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].folder == "F")
    }

    @Test func repairKeepsProperXML() throws {
        let text = Fixture.xbel.replacing("About A", with: "<![CDATA[<b> & \"x\" -->]]>")
        let found = try read(text)
        #expect(found.bookmarks[0].notes == "<b> & \"x\" -->" && found.bookmarks[0].line == 6)
    }

    @Test func placeholderBookmarksAreSkippedAsSeparators() throws {
        let found = try read(
            """
            <xbel><bookmark href="https://separator.floccus.org/?id=1"><title>-----</title></bookmark>
            <bookmark href="data:"><title></title></bookmark>
            <bookmark href="https://separator.floccus.org/vertical.html?id=2"/>
            <bookmark href="about:blank"><title>Nothing</title></bookmark></xbel>
            """)
        #expect(found.skipped.map(\.reason) == ["a separator", "a separator", "a separator"])
        #expect(found.urls == ["about:blank"])
    }

    @Test(arguments: [Fixture.rss, Fixture.atom])
    func feedsAreRead(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .feed && found.urls == ["https://a.example/"])
        let first = found.bookmarks[0]
        #expect(first.name.hasPrefix("A") && first.tags.first == "one" && first.notes == "About")
        #expect(first.added == 1_600_000_000 && first.folder == "")
    }

    @Test func rss1FeedIsRead() throws {
        let found = try read(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
             xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://f.example/"><title>F</title></channel>
            <item rdf:about="https://a.example/"><title>A</title><dc:subject>one</dc:subject>
            <dc:date>2020-09-13T12:26:40Z</dc:date></item>
            <item><title>B</title></item></rdf:RDF>
            """)
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].tags == ["one"])
        #expect(found.bookmarks[0].added == 1_600_000_000)
        #expect(found.failed == [ImportNote(line: 6, reason: "it has no URL")])
    }

    @Test func pinboardXMLIsRead() throws {
        let found = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <posts user="me">
            <post href="https://a.example/" time="2020-01-02T03:04:05Z" description="A &amp; B"
             extended="long" tag="x y" hash="00" shared="no" toread="yes" />
            <post href="https://b.example/" time="2020-01-03T03:04:05Z" description="B" tag="" />
            </posts>
            """)
        #expect(found.format == .pinboard && found.bookmarks.map(\.name) == ["A & B", "B"])
        let first = found.bookmarks[0]
        #expect(first.tags == ["x", "y"] && first.notes == "long" && first.isUnread)
        #expect(first.added == 1_577_934_245 && !found.bookmarks[1].isUnread)
    }
}
