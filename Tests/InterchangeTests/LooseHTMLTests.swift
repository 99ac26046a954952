import Bookmarks
import Interchange
import Testing

/// HTML without escapes, with tags that are never closed, or that ends too soon.
struct LooseHTMLTests {
    private func entries(_ notes: String) -> String {
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
        <DT><H3>F</H3>
        <DL><p>
        <DT><A HREF="x:1">One</A>
        <DD>\(notes)
        <DT><A HREF="x:2">Two</A>
        </DL><p>
        <DT><A HREF="x:3">Three</A>
        </DL><p>
        """
    }

    @Test(arguments: [
        ("list: <ul><li>one</li><li>two</li></ul> end", "list: one two end"),
        ("<ol><LI>one<LI>two</ol>", "one two"),
        ("<h2>Head</h2>Body <dl>x</dl> more", "Head Body x more"),
        ("<h3>Head</h3>text", "Head text"), ("<h1>a</h1><h6>b</h6>", "a b"),
        ("<dl><dt>term<dd>meaning<dt><b>other</b><dd>x</dl> end", "term meaning other x end"),
        ("a <blockquote>b</blockquote><pre>c</pre>", "a\nb\nc"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<table><tr><td>a<td>b</table>", "a b"), ("a <hr> b", "a\nb"), ("a<br>b", "a\nb"),
        ("<b>bold</b>er <i>x</i>", "bolder x"), ("<div>a</div><div>b</div>", "a\nb"),
        // End tags without a start tag.
        ("a </dl> b", "a b"), ("a </ul></ol></li></h3></a> b", "a b"), ("a </DL><p> b", "a\nb"),
        ("a </title></body></html> b", "a b"),
        // Text that begins a comment or a declaration, which continues into the next entry.
        ("comments are <!-- like this", "comments are <!-- like this"),
        ("a <!-- hidden --> b", "a b"), ("a <!--> b", "a b"), ("a <!---> b", "a b"),
        ("a <!-- x --!> b", "a b"), ("a <!DOCTYPE html> b", "a b"), ("5 <!x", "5 <!x"),
        ("a <? b", "a <? b"), ("a < b <3", "a < b <3"),
    ])
    func tagsInNotesBecomeTextAndEndNoFolder(_ written: String, _ notes: String) throws {
        let found = try read(entries(written))
        #expect(found.urls == ["x:1", "x:2", "x:3"])
        #expect(found.bookmarks.map(\.folder) == ["F", "F", ""])
        let joined = found.bookmarks[0].notes.split(separator: " ").joined(separator: " ")
        #expect(
            joined.split(separator: "\n").map { $0.trimmingBlanks }.joined(separator: "\n") == notes
        )
        #expect(found.failed.isEmpty)
    }

    /// A comment begins in the notes of one entry, and another one ends in those of a later entry.
    @Test func commentMarkInNotesSwallowsNoEntries() throws {
        let found = try read(
            """
            <DL><DT><A HREF="x:1">1</A><DD>write <!-- to begin
            <DT><A HREF="x:2">2</A><DT><A HREF="x:3">3</A><DD>write --> to end</DL>
            """)
        #expect(found.urls == ["x:1", "x:2", "x:3"])
        #expect(found.bookmarks[2].notes == "write --> to end")
    }

    /// A person commented the entry out.
    @Test func entryInACommentLineIsNotImported() throws {
        let found = try read(
            """
            <DL><DT><A HREF="x:1">1</A><DD>my note
            <!-- <DT><A HREF="x:2">2</A> -->
            <DT><A HREF="x:3">3</A></DL>
            """)
        #expect(found.urls == ["x:1", "x:3"])
        #expect(found.bookmarks[0].notes == "my note")
        // On a single line, this may as well be the text of two notes.
        let joined = try read(
            #"<DL><DT><A HREF="x:1">1</A><DD>a <!-- b<DT><A HREF="x:2">2</A><DD>c --> d</DL>"#)
        #expect(joined.urls == ["x:1", "x:2"])
    }

    @Test func separatorsFoldersAndListEndsEndNotes() throws {
        let found = try read(
            """
            <DL><p><DT><A HREF="x:1">1</A><DD>a
            <HR>
            <DT><A HREF="x:2">2</A><DD>b
            <DT><H3>F</H3><DD>what it is for
            <DL><p><DT><A HREF="x:3">3</A><DD>c</DL><p><DT><A HREF="x:4">4</A><DD>d</DL><p>
            """)
        #expect(found.bookmarks.map(\.notes) == ["a", "b", "c", "d"])
        #expect(found.bookmarks.map(\.folder) == ["", "", "F", ""])
        #expect(found.skipped.map(\.reason) == ["a separator", "a description of a folder"])
    }

    @Test(arguments: [
        ("Use of <li> and <h1> here", "Use of and here"),
        ("<h3>Title</h3><p>text</p>", "Title text"),
        ("<img src=x alt='A picture'>", "A picture"), ("<b>bold</b> <img alt=pic> t", "bold t"),
        ("The <title> tag", "The tag"), ("a <!-- b", "a <!-- b"),
    ])
    func tagsAreRemovedFromNames(_ written: String, _ name: String) throws {
        let found = try read(
            "<DL><DT><A HREF=\"x:1\">\(written)</A>\n<DT><A HREF=\"x:2\">2</A></DL>")
        #expect(found.bookmarks.map(\.name) == [name, "2"])
    }

    @Test(arguments: [
        ("https://a.example/very/long\n/path?x=1", "https://a.example/very/long/path?x=1"),
        ("https://a.example/a\tb", "https://a.example/ab"),
        ("\r\n https://a.example/ \t", "https://a.example/"),
        ("javascript:a();\n  b()", "javascript:a();  b()"),
        ("https://a.example/\u{1B}[m", "https://a.example/%1B[m"),
        ("https://a.ex&#10;ample/", "https://a.example/"),
        ("https://a.example/&Tab;b", "https://a.example/b"),
    ])
    func lineBreaksInAddressesAreRemoved(_ written: String, _ address: String) throws {
        #expect(try read("<DL><DT><A HREF=\"\(written)\">A</A></DL>").urls == [address])
        let settings = ImportSettings()
        let found = try read("<DL><DT><A HREF=\"\(written)\">A</A></DL>")
        #expect(settings.bookmark(found.bookmarks[0]).draft.url == address)
    }

    @Test(arguments: [
        ("<DL><p>\n<DT><A HREF=\"x:1\">A</A>\n<DT><A HREF=\"https://c.exa", 3),
        ("<DL><p>\n<DT><A HREF=\"x:1\">A</A>\n<DT><A HREF", 3),
        ("<DL><DT><A HREF=\"x:1\">A</A>\n</D", 2),
        ("<DL><DT><A HREF=\"x:1\">A</A>\n\n<DT><A HREF=\"x:2\" ICON=\"data:x;base64,AA>", 3),
        ("<DL><DT><A HREF=\"x:1\">A</A><DT><A HREF=javascript:a>b", 1),
    ])
    func fileCutInATagLosesOnlyThatEntry(_ text: String, _ line: Int) throws {
        let found = try read(text)
        #expect(found.bookmarks.first?.url == "x:1")
        #expect(found.failed.map(\.line) == [line])
        #expect(found.failed.allSatisfy { $0.reason.contains("the file ends in the middle") })
    }

    @Test func fileCutInANameKeepsTheEntryAndReportsIt() throws {
        let found = try read("<DL><DT><A HREF=\"x:1\">A</A>\n<DT><A HREF=\"x:2\">Long na")
        #expect(found.bookmarks.map(\.name) == ["A", "Long na"])
        #expect(found.failed.map(\.line) == [2])
        #expect(
            try read("<DL><DT><A HREF=\"x:1\">A</A>\n<DT><A HREF=\"x:2\">B</A>\n").failed.isEmpty)
    }

    @Test func missingQuoteInATagLosesNoEntry() throws {
        let found = try read(
            "<DL><DT><A HREF=\"x:1>A</A>\n<DT><A HREF=\"x:2\">B</A>\n<DT><A HREF=\"x:3\">C</A></DL>"
        )
        #expect(found.urls == ["x:1", "x:2", "x:3"])
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
