import Browsers
import Interchange
import TestSupport
import Testing

/// The data folder of shiori.
struct ShioriArchiveTests {
    private let folder = ArchiveFolder()

    private func make(_ more: String = "") throws {
        try folder.database(
            "shiori.db", ArchiveSchemas.shiori,
            """
            INSERT INTO bookmark VALUES
                (1, 'https://a.example/', 'A/B', 'Of A', 'Me', 0, '2024-01-02 03:04:05', 1,
                    '2024-03-04 05:06:07'),
                (2, 'https://b.example/', 'B', '', '', 0, '2024-01-02 03:04:05', 0, NULL);
            INSERT INTO tag VALUES(1, 'one'), (2, 'two words');
            INSERT INTO bookmark_tag VALUES(1, 2), (1, 1);
            INSERT INTO bookmark_content(title, content, html, docid) VALUES
                ('A', 'Text', '<p>Text</p>', 1), ('B', '', '', 2);
            """, more)
        folder.write("ebook/1.epub", Array("PK\u{3}\u{4}book".utf8))
        folder.write("archive/1", Array("bolt".utf8))
        folder.write("thumb/1", Array("picture".utf8))
    }

    private func check(_ found: ParsedImport?) throws {
        let found = try #require(found)
        #expect(found.format == .shiori && found.failed.isEmpty && found.warnings.isEmpty)
        #expect(found.bookmarks.map(\.url) == ["https://a.example/", "https://b.example/"])
        let first = found.bookmarks[0]
        #expect(first.name == "A/B" && first.tags == ["one", "two-words"])
        #expect(first.description == "Of A" && first.added == 1_704_164_645)
        #expect(found.documents.map(\.isPage) == [true, false])
        #expect(found.documents.map(\.bookmark) == [0, 0])
        #expect(found.documents[0].text().contains("<h1>A/B</h1>\n<p>Text</p>"))
        #expect(found.documents[0].made == 1_709_528_767)
        #expect(found.documents[1].name == "A-B.epub")
        #expect(found.documents[1].text() == "PK\u{3}\u{4}book")
        #expect(found.skipped.map(\.reason) == ["a copy in shiori's own format (archive/)"])
    }

    @Test func bookmarksArticlesAndBooksAreRead() throws {
        try make()
        try check(folder.read())
        try check(ProgramArchive.read(zip: try folder.zipped("data")))
        try check(ProgramArchive.read(database: folder.path("shiori.db")))
    }

    @Test func databaseOfAnEarlierVersionIsRead() throws {
        try make("ALTER TABLE bookmark RENAME COLUMN created_at TO modified;")
        #expect(try folder.read()?.bookmarks.first?.added == 1_704_164_645)
    }

    @Test func tooLongArticleIsRefused() throws {
        try make(
            """
            UPDATE bookmark_content SET html = replace(hex(zeroblob(500)), '0', 'é')
                WHERE docid = 1;
            """)
        let page = try #require(try folder.read()?.documents.first)
        let refused = "error: it is larger than 1999 bytes, the limit of a document"
        #expect(page.text(most: 1999) == refused)
        #expect(page.text(most: 4000).hasPrefix("<!DOCTYPE"))
    }
}
