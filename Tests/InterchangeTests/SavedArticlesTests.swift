import Bookmarks
import Interchange
import TestSupport
import Testing

/// Articles that a file of bookmarks holds itself.
struct SavedArticlesTests {
    private func text(_ document: ImportedDocument, most: Int = 1 << 20) throws -> String {
        String(decoding: try document.read(most), as: UTF8.self)
    }

    @Test func anArticleOfWallabagBecomesAPage() throws {
        let found = try read(Fixture.wallabag)
        let page = try #require(found.documents.first)
        #expect(page.bookmark == 0 && page.isPage && page.made == found.bookmarks[0].added)
        #expect(page.mediaType == "text/html; charset=utf-8")
        #expect(
            try text(page) == """
                <!DOCTYPE html>
                <html><head><meta charset="utf-8"><title>A</title></head>
                <body><article><h1>A</h1>
                <p>long</p>
                </article></body></html>

                """)
        #expect(try read(Fixture.wallabagAPI).documents.count == 1)
        #expect(found.unreadFields.contains("content") == false)
    }

    @Test func whatIsNoArticleIsNone() throws {
        func entry(_ url: String, _ content: String) -> String {
            """
            {"is_archived":0,"is_starred":0,"title":"A <b>","url":"\(url)","content":\(content)}
            """
        }
        let failed = "wallabag can't retrieve contents for this article. Please <a href=x>y</a>"
        let found = try read(
            "["
                + [
                    entry("https://a.example/", "null"), entry("https://b.example/", "\" \""),
                    entry("", "\"<p>x\""), entry("https://c.example/", "\"\(failed)\""),
                    entry("https://d.example/", "\"<p>&eacute;\""), entry("place:x", "\"<p>x\""),
                ].joined(separator: ",") + "]")
        #expect(found.bookmarks.count == 4)
        #expect(found.documents.map(\.path) == ["https://d.example/"])
        #expect(found.documents.map(\.bookmark) == [3])
        let page = try #require(found.documents.first)
        #expect(try text(page).contains("<title>A &lt;b&gt;</title>"))
        #expect(throws: ImportError.tooLongDocument(most: 100)) { try page.read(100) }
    }

    @Test func articlesOfSeveralFilesStayBehindTheirBookmarks() throws {
        let files = [
            ("a.json", Fixture.wallabag), ("b.csv", Fixture.raindrop),
            ("c.json", Fixture.wallabagAPI),
        ]
        let zip = PackedBytes.zip(files.map { (name: $0, content: Array($1.utf8)) })
        let found = try Importer.read(zip)
        #expect(found.documents.count == 2)
        #expect(
            found.documents.map(\.path)
                == ["a.json: https://a.example/", "c.json: https://a.example/"])
        #expect(found.documents.map(\.bookmark) == [0, found.bookmarks.count - 1])
    }

    /// Its links are hardly what somebody wanted who gives it.
    @Test(arguments: [
        "<html><!--\n Page saved with SingleFile \n url: https://a.example/page \n-->",
        "<!DOCTYPE html>\n<!-- saved from url=(0022)https://a.example/page -->\n<html>",
    ])
    func aSavedPageIsSaid(_ head: String) throws {
        let found = try read(head + "<body><a href=\"https://b.example/\">B</a></body></html>")
        #expect(found.urls == ["https://b.example/"])
        #expect(found.warnings.map(\.line) == [1])
        #expect(found.warnings[0].reason.contains("copy of https://a.example/page"))
        #expect(found.warnings[0].reason.contains("cloudy save --file FILE"))
    }
}
