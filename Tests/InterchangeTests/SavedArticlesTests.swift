import Bookmarks
import Interchange
import TestSupport
import Testing

/// Articles that are contained in a file of bookmarks.
struct SavedArticlesTests {
    private func text(_ document: ImportedDocument, most: Int = 1 << 20) throws -> String {
        String(decoding: try document.read(most), as: UTF8.self)
    }

    @Test func wallabagArticleBecomesASavedPage() throws {
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

    @Test func entriesWithoutAnArticleGiveNoPage() throws {
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

    @Test func articlesOfSeveralFilesStayWithTheirBookmarks() throws {
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

    private static let heads = [
        "<html><!--\n Page saved with SingleFile \n url: https://a.example/page \n-->",
        "<!DOCTYPE html>\n<!-- saved from url=(0022)https://a.example/page -->\n<html>",
    ]

    private func page(_ head: String) -> [UInt8] {
        Array((head + "<title>A</title><body><a href=\"https://b.example/\">B</a></html>").utf8)
    }

    /// The same holds for pages from the web, from a file and from an archive.
    @Test(arguments: heads, [0, 1, 2])
    func savedPageBecomesABookmarkOfItsURL(_ head: String, _ way: Int) throws {
        let page = page(head)
        let found: ParsedImport
        switch way {
        case 0:
            found = try Importer.read(page, from: WebSource(url: "https://files.example/p.html"))
        case 1: found = try Importer.read(PackedFiles.gzipped(page))
        default: found = try Importer.read(PackedFiles.zip([("Fun/page.html", page)]))
        }
        #expect(found.urls == ["https://a.example/page"] && found.bookmarks[0].name == "A")
        #expect(found.warnings.isEmpty && found.failed.isEmpty)
        let document = try #require(found.documents.first)
        #expect(document.isPage && found.documents.count == 1)
        #expect(try document.read(1 << 20) == page)
        #expect(throws: ImportError.self) { try document.read(10) }
    }

    @Test func savedPagesOfAnArchiveStayWithTheirBookmarks() throws {
        let files = [("a.html", page(Self.heads[0])), ("b.json", Array(Fixture.wallabag.utf8))]
        let found = try Importer.read(PackedFiles.zip(files))
        #expect(found.urls == ["https://a.example/page", "https://a.example/"])
        #expect(found.documents.map(\.bookmark) == [0, 1])
    }

    /// The links of a saved page are rarely what a person wants to import.
    @Test(arguments: heads)
    func linksOfASavedPageAreReadOnRequest(_ head: String) throws {
        let found = try Importer.read(page(head), as: .netscape)
        #expect(found.urls == ["https://b.example/"])
        #expect(found.warnings.map(\.line) == [1])
        #expect(found.warnings[0].reason.contains("copy of https://a.example/page"))
        #expect(found.warnings[0].reason.contains("cloudy save --file FILE"))
    }
}
