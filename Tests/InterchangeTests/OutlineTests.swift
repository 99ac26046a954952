import Interchange
import Testing

/// OPML: what outlines have besides the address of a page.
struct OutlineTests {
    private func outlines(_ body: String) throws -> ParsedImport {
        try read("<opml version=\"2.0\"><body>\(body)</body></opml>")
    }

    @Test func feedAddressBesideAPageIsReportedAsNotRead() throws {
        let found = try outlines(
            "<outline text=\"A\" type=\"rss\" htmlUrl=\"https://a.example/\" "
                + "xmlUrl=\"https://a.example/feed\"/>")
        #expect(found.urls == ["https://a.example/"])
        #expect(found.unreadFields == ["xmlUrl"])
    }

    @Test func feedWithoutAPageBecomesABookmark() throws {
        let found = try outlines("<outline text=\"A\" XMLURL=\"https://a.example/feed\"/>")
        #expect(found.urls == ["https://a.example/feed"] && found.unreadFields.isEmpty)
    }

    @Test func unknownAttributesAreReportedOnce() throws {
        let found = try outlines(
            """
            <outline text="A" url="https://a.example/" rating="5" type="link" isComment="false"/>
            <outline text="B" url="https://b.example/" rating="4" version="" feedDate="x"/>
            <outline text="Folder" color="red">
            <outline text="C" url="https://c.example/"/></outline>
            """)
        #expect(found.unreadFields == ["rating", "feedDate", "color"])
    }

    @Test func titleThatDiffersFromTheTextIsReported() throws {
        let found = try outlines(
            """
            <outline text="" title="A" url="https://a.example/"/>
            <outline text="B" title="B" url="https://b.example/" description="one" _note="two"/>
            <outline text="C" title="Other" url="https://c.example/" tags="x" category="y,z"/>
            """)
        #expect(found.bookmarks.map(\.name) == ["A", "B", "C"])
        #expect(found.bookmarks[1].description == "one" && found.bookmarks[1].notes == "two")
        #expect(found.bookmarks[2].tags == ["x", "y", "z"])
        #expect(found.unreadFields == ["title"])
    }

    @Test func opmlSampleLeavesOnlyTheFeedAddressOut() throws {
        #expect(try read(Fixture.opml).unreadFields == ["xmlUrl"])
    }
}
