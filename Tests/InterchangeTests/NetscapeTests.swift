import Bookmarks
import Interchange
import Testing

/// The bookmark files that browsers write in HTML.
struct NetscapeTests {
    @Test func allFieldsOfALinkAreRead() throws {
        let found = try read(Fixture.netscape)
        #expect(found.format == .netscape)
        #expect(
            found.urls == [
                "https://a.example/?x=1&y=2", "https://b.example", "https://c.example/",
            ])
        let first = try #require(found.bookmarks.first)
        #expect(first.name == "A <b> é page")
        #expect(first.tags == ["one", "two-words"])
        #expect(first.notes == "First line\nsecond & last line")
        #expect(first.folder == "Bar")
        #expect(first.added == 1_600_000_000)
        #expect(first.line == 9)
        #expect(found.bookmarks.map(\.added) == [1_600_000_000, 1_600_000_000, 1_600_000_000])
    }

    @Test func slashInAFolderNameDoesNotSplitIt() throws {
        let folder = try #require(try read(Fixture.netscape)["https://b.example"]?.folder)
        #expect(folder.split(separator: "/").count == 2)
        #expect(FolderPath.names(folder) == ["Bar", "TCP/IP"])
    }

    @Test func skippedEntriesAreReported() throws {
        let found = try read(Fixture.netscape)
        #expect(
            found.skipped.map(\.reason) == [
                "a description of a folder", "a separator",
                "a saved search of Firefox, not a page",
            ])
        #expect(found.failed == [ImportNote(line: 23, reason: "it has no URL")])
    }

    @Test func unreadAndArchivedMarksAreRead() throws {
        #expect(try read(Fixture.netscape)["https://c.example/"]?.isUnread == true)
        let pocket = try read(Fixture.pocketPage)
        #expect(pocket.bookmarks.map(\.isUnread) == [true, false])
        #expect(pocket.bookmarks.map(\.isArchived) == [false, true])
        #expect(pocket.bookmarks.map(\.tags) == [["x", "y"], []])
        #expect(pocket.bookmarks.map(\.folder) == ["", ""])
    }

    @Test(arguments: [
        "<dl><dt><a href=https://a.example/>A</a>",
        "<A HREF='https://a.example/'>A",
        "<html><body><p>Mine: <a class=x href=\"https://a.example/\" >A</a> and more",
        "\u{FEFF}<!doctype netscape-bookmark-file-1><DL><DT><A HREF=\"https://a.example/\">A</A><DT>",
        "<!-- never ends <DL><DT><A HREF=\"https://a.example/\">A</A>",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<DL>\r\n<DT><A HREF=\"https://a.example/\">A</A>\r\n",
    ])
    func tagSoupIsRead(_ text: String) throws {
        let found = try read(text)
        #expect(found.bookmarks.map(\.name) == ["A"])
        #expect(found.urls == ["https://a.example/"])
    }

    /// A relative address is never stored as it is, but reported with its line.
    @Test(arguments: [
        "/page", "./x.html", "../x", "x.html", "dir/x.html", "dir/", "?a=1", ".", "a b", "mailto",
        "javascript",
    ])
    func relativeAddressFails(_ address: String) throws {
        let found = try read("<DL>\n<DT><A HREF=\"\(address)\">A</A>\n</DL>")
        #expect(found.bookmarks.isEmpty)
        let reason = "its URL is relative, and the file names no base URL"
        #expect(found.failed == [ImportNote(line: 2, reason: reason)])
    }

    /// The examples of RFC 3986, section 5.4, and some references that pages use.
    @Test(arguments: [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
        ("g?y", "/b/c/g?y"), ("g#s", "/b/c/g#s"), (";x", "/b/c/;x"),
        (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../g", "/b/g"), ("../..", "/"),
        ("../../g", "/g"), ("../../../g", "/g"), ("/./g", "/g"), ("g.", "/b/c/g."),
        ("./../g", "/b/g"), ("g/./h", "/b/c/g/h"), ("g;x=1/../y", "/b/c/y"),
        ("g?y/../x", "/b/c/g?y/../x"), (" g ", "/b/c/g"),
    ])
    func relativeAddressesAreResolvedAgainstTheBase(_ address: String, _ path: String) throws {
        let link = "<a href=\"\(address)\">A</a>"
        let base = "<base href=\"http://a.example/b/c/d;p?q#z\"><base href=\"http://no.example/\">"
        let found = try read("<html><head>\(base)</head>\(link)")
        #expect(found.urls == ["http://a.example\(path)"] && found.failed.isEmpty)
        let url = "http://a.example/b/c/d;p?q"
        let page = Array("<html>\(link)".utf8)
        #expect(
            try Importer.read(page, from: WebSource(url: url)).urls == ["http://a.example\(path)"])
    }

    @Test(arguments: [
        ("https://other.example/x", "https://other.example/x"),
        ("//other.example/x", "https://other.example/x"), ("mailto:me@a.example", nil),
        ("javascript:alert(1)", nil), ("about:config", nil), ("data:text/plain,x", nil),
    ])
    func completeAddressesIgnoreTheBase(_ address: String, _ whole: String?) throws {
        let link = "<a href=\"\(address)\">A</a>"
        for base in ["https://a.example/b", "b/c", "file:///x", ""] {
            let found = try read("<html><base href=\"\(base)\">\(link)")
            let settings = ImportSettings()
            #expect(found.bookmarks.map { settings.bookmark($0).draft.url } == [whole ?? address])
        }
        let found = try Importer.read(
            Array("<html><base href='sub/'>\(link)<a href=x>".utf8),
            from: WebSource(url: "https://a.example/b/c"))
        #expect(found.urls == [whole ?? address, "https://a.example/b/sub/x"])
    }

    @Test func linksInNotesStayInTheNotes() throws {
        let found = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
            <DT><A HREF="https://a.example/">A</A>
            <DD>See <a href="https://other.example/?a&amp;b">this</a> too, \
            <a href="https://x.example/">https://x.example/</a><a href="https://y.example/"><img></a>
            <DT><A HREF="https://b.example/">B</A>
            </DL>
            """)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(
            found.bookmarks.first?.notes
                == "See this (https://other.example/?a&b) too, "
                + "https://x.example/https://y.example/")
        let reason = "a link in the notes of another bookmark, where it stays"
        #expect(found.skipped.map(\.reason) == [reason, reason, reason])
    }

    @Test(arguments: [
        ("private secret", ["private", "secret"]), ("dev, php dev", ["dev", "php-dev"]),
        ("\"two words\" one", ["two-words", "one"]), ("#a,#A,b", ["a", "b"]), ("", []),
    ])
    func tagsAreSplitAtCommasOrElseAtBlanks(_ text: String, _ tags: [String]) throws {
        let quoted = text.replacing("\"", with: "&quot;")
        let found = try read("<DL><DT><A HREF=\"https://a.example/\" TAGS=\"\(quoted)\">A</A></DL>")
        #expect(found.bookmarks.first?.tags == tags)
    }

    @Test func ampersandBeforeAParameterIsNotAnEntity() throws {
        let found = try read("<DL><DT><A HREF=\"https://a.example/?a=1&copy=2&lt;\">A</A></DL>")
        #expect(found.urls == ["https://a.example/?a=1&copy=2<"])
    }

    @Test func linksInScriptsAndCommentsAreNotBookmarks() throws {
        let found = try read(
            """
            <html><head><script>var a = '<a href="https://script.example/">A</a>';</script>
            <STYLE>/* <a href="https://style.example/">S</a> */</STYLE></head><body>
            <!-- <a href="https://comment.example/">C</a> -->
            <a href="https://a.example/">A</a>
            <script src="x.js"></script><a href="https://b.example/">B</a>
            <script>never closed <a href="https://c.example/">C</a>
            """)
        #expect(found.urls == ["https://a.example/", "https://b.example/", "https://c.example/"])
        #expect(found.failed.isEmpty && found.skipped.isEmpty)
    }

    /// Names may contain unescaped tags.
    @Test func scriptTagInANameSwallowsNoEntries() throws {
        let found = try read(
            """
            <DL><DT><A HREF="x:1">The <script> tag</A><DD>a <style> of
            <DT><A HREF="x:2">Two</A><DT><A HREF="x:3">The </script> and </style></A></DL>
            """)
        #expect(found.urls == ["x:1", "x:2", "x:3"])
        #expect(found.bookmarks[0].name == "The tag")
    }

    @Test func anchorsAndMenuScriptsOfAPageAreSkipped() throws {
        let found = try read(
            """
            <html><body><ul><li><a name=top>Top</a><li><a id="x">X</a><li><a class="b">B</a></ul>
            <a href="#top">Up</a> <a href=" #x ">X</a> <a href="">Here</a>
            <a href="JavaScript:void(0);">Menu</a> <a href="javascript:">None</a>
            <a href="javascript:alert(1)">Kept</a> <a href="https://a.example/#x">A</a>
            """)
        #expect(found.urls == ["javascript:alert(1)", "https://a.example/#x"])
        #expect(found.failed.isEmpty)
        let (within, script) = ("a link within its own page", "a script that does nothing")
        #expect(found.skipped.map(\.reason) == [within, within, within, script, script])
        let web = try Importer.read(
            Array("<html><a href='#x'>X</a><a href=y>Y</a>".utf8),
            from: WebSource(url: "https://a.example/b"))
        #expect(web.urls == ["https://a.example/y"] && web.skipped.count == 1)
    }

    /// Some browsers write icons of megabytes beside a link.
    @Test func hugeIconIsSkipped() throws {
        let icon = "data:image/png;base64," + String(repeating: "iVBORw0KGgo=", count: 200_000)
        let found = try read(
            """
            <DL><DT><A HREF="https://a.example/" ICON="\(icon)" TAGS="one">A</A>
            <DT><A HREF="https://b.example/">B</A></DL>
            """)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.first?.tags == ["one"])
    }

    /// linkding writes its notes into the description, between marks of its own.
    @Test(arguments: [
        ("About[linkding-notes]Mine[/linkding-notes]", "About", "Mine"),
        ("About [linkding-notes]\nOne\n\n- two\n[/linkding-notes]\n", "About", "One\n\n- two"),
        ("[linkding-notes]Mine &lt;b&gt; &amp;amp;[/linkding-notes]", "", "Mine <b> &amp;"),
        ("[linkding-notes]Mine[/linkding-notes] behind", "behind", "Mine"),
        ("About[linkding-notes]Cut", "About", "Cut"),
        ("About[linkding-notes][/linkding-notes]", "About", ""),
        ("A [/linkding-notes] alone", "", "A [/linkding-notes] alone"),
        ("No marks", "", "No marks"),
    ])
    func linkdingsNotesAreSplitFromTheDescription(
        _ written: String, _ description: String, _ notes: String
    ) throws {
        let found = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p>
            <DT><A HREF="https://a.example/" PRIVATE="1" TOREAD="0" TAGS="one">A</A>
            <DD>\(written)
            <DT><A HREF="https://b.example/">B</A>
            </DL><p>
            """)
        #expect(found.bookmarks.map(\.notes) == [notes, ""])
        #expect(found.bookmarks.map(\.description) == [description, ""])
    }
}
