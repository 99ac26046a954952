import Interchange
import Testing

/// HTML pages into which programs export notes and lists.
struct NotePagesTests {
    /// The bookmarks in Medium's export, which has several such pages.
    @Test func mediumStoriesKeepTheTimeTheyWereSaved() throws {
        func item(_ name: String, _ time: String) -> String {
            """
            <li><a class="h-cite" href="https://medium.com/p/\(name)">\(name)</a> - \
            <time class="dt-published">\(time)</time></li>
            """
        }
        let found = try read(
            """
            <!DOCTYPE html><html><head><title>Bookmarks</title></head><body>
            <section class="h-feed"><header><h1 class="p-name">Bookmarks</h1></header><ul>
            \(item("a", "2019-03-05 9:32 pm"))\(item("b", "2019-03-06 09:32 am"))
            </ul></section></body></html>
            """)
        #expect(found.bookmarks.map(\.name) == ["a", "b"])
        #expect(found.bookmarks.map(\.added) == [1_551_821_520, 1_551_864_720])
        #expect(found.bookmarks.allSatisfy { $0.folder.isEmpty && $0.notes.isEmpty })
    }

    /// On other pages, the time is when the page was published.
    @Test func timesOnOtherPagesAreNotTheDateAdded() throws {
        let found = try read(
            """
            <!DOCTYPE html><html><body><ul><li><a href="https://a.example/">a</a>
            <time datetime="2019-03-05">5 March</time></li></ul></body></html>
            """)
        #expect(found.bookmarks.map(\.added) == [nil])
    }

    /// A clip as Evernote's older apps and Yinxiang write it.
    private static let clip = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "xhtml1-transitional.dtd">
        <html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>
        <meta name="exporter-version" content="Evernote Mac 6.1.1 (452253)"/>
        <meta name="created" content="2020-09-13 12:26:40 +0000"/>
        <meta name="keywords" content="x, two words"/><meta name="source" content="web.clip"/>
        <meta name="source-url" content="https://a.example/?x=1&amp;y=2"/>
        <title>A &amp; B</title></head>
        <body><div>text <a href="https://no.example/">no</a></div></body></html>
        """

    @Test func evernoteClipBecomesABookmarkOfItsSource() throws {
        let found = try read(Self.clip)
        #expect(found.urls == ["https://a.example/?x=1&y=2"] && found.failed.isEmpty)
        let page = found.bookmarks[0]
        #expect(page.name == "A & B" && page.tags == ["x", "two-words"])
        #expect(page.added == 1_600_000_000)
        #expect(found.skipped.map(\.reason) == ["the text of the note"])
    }

    @Test func clipInAnArchiveIsRead() throws {
        let found = try Importer.read(
            PackedFiles.zip(
                [("n/a.html", Self.clip), ("n/b.html", "<html><body>No links</body></html>")]
                    .map { ($0.0, Array($0.1.utf8)) }))
        #expect(found.urls == ["https://a.example/?x=1&y=2"])
    }

    /// Evernote since version 10 writes several notes into one file, one after the other.
    @Test func evernoteFileMayHaveSeveralNotes() throws {
        func note(_ name: String, _ attributes: String, _ tags: String = "") -> String {
            """
            <meta itemprop="title" content="\(name)"><meta itemprop="created"
             content="20200913T122640Z"><note-attributes>\(attributes)</note-attributes>\(tags)
            <h1>\(name)</h1><div><a href="https://no.example/">no</a></div><hr>
            """
        }
        let url = #"<meta itemprop="source-url" content="https://a.example/">"#
        let tags = #"<meta itemprop="tag" content="x"><meta itemprop="tag" content="two words">"#
        let found = try read(
            """
            <html><head><title>Notebook</title></head><body><en-note>
            \(note("A", url, tags))\(note("B", ""))</en-note></body></html>
            """)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks[0].name == "A" && found.bookmarks[0].tags == ["x", "two-words"])
        #expect(found.bookmarks[0].added == 1_600_000_000)
        #expect(found.skipped.map(\.reason) == ["the text of the note", "a note, not a page"])
    }

    @Test func clipAfterALongNoteIsRead() throws {
        let text = String(repeating: "<p>Some text of a note.</p>", count: 1000)
        let found = try read(
            """
            <html><head><title>Notebook</title></head><body><en-note>
            <meta itemprop="title" content="A"><note-attributes></note-attributes>\(text)
            <meta itemprop="title" content="B"><note-attributes><meta itemprop="source-url"
             content="https://b.example/"></note-attributes></en-note></body></html>
            """)
        #expect(found.bookmarks.map(\.name) == ["B"])
    }

    /// Without a source, a note is a page whose links are imported.
    @Test func noteWithoutASourceIsReadAsAPageOfLinks() throws {
        let note = Self.clip.replacing(#"name="source-url""#, with: #"name="source-app""#)
        #expect(try read(note).urls == ["https://no.example/"])
    }
}
