import Interchange
import Testing

/// The peculiarities of individual programs.
struct DialectTests {
    private static func page(_ headings: [String], _ list: String) -> String {
        headings.enumerated().map { index, heading in
            "\(heading)\n<\(list)>\n<li><a href=\"x:\(index)\">\(index)</a>\n</\(list)>\n"
        }.joined()
    }

    @Test(arguments: ["ul", "ol"])
    func headingAboveAListNamesItsFolder(_ list: String) throws {
        // The headings of w3m, Instapaper and Pocket.
        let w3m = try read(
            "<html><head><title>Bookmarks</title></head><body><h1>Bookmarks</h1>\n"
                + Self.page(["<h2>Work</h2>", "<h2>Home &amp; garden</h2>"], list)
                + "<!--End of section (do not delete this comment)--></body></html>")
        #expect(w3m.bookmarks.map(\.folder) == ["Work", "Home & garden"])
        let instapaper = try read(
            "<html><title>Instapaper: Export</title><body>"
                + Self.page(["<h1>Unread</h1>", "<h1>Recipes</h1>", "<h1>Archive</h1>"], list))
        #expect(instapaper.bookmarks.map(\.folder) == ["", "Recipes", ""])
        #expect(instapaper.bookmarks.map(\.isUnread) == [true, false, false])
        #expect(instapaper.bookmarks.map(\.isArchived) == [false, false, true])
        let other = "<html><title>A blog</title><body>" + Self.page(["<h1>Archive</h1>"], list)
        #expect(try read(other).bookmarks.map(\.isArchived) == [false])
        let named = "<html><title>My links</title><h1>My  links</h1><\(list)><li><a href=x:1>A</a>"
        #expect(try read(named).bookmarks.map(\.folder) == [""])
    }

    @Test func headingAboveATableNamesTheFolderOfItsLinks() throws {
        let found = try read(
            """
            <html><head><title>Links</title></head><body><h1>Links</h1>
            <table><tr><td><a href="x:0">0</a></td></tr></table>
            <h2>Work</h2><p><a href="x:1">1</a></p>
            <table><thead><tr><th>Page</th></tr></thead>
            <tr><td><a href="x:2">2</a><td>About</tr>
            <tr><td><ul><li><a href="x:3">3</a></ul></td></tr>
            </table>
            <p><a href="x:4">4</a></p>
            <h3>Home</h3><table><tr><td><table><tr><td><a href="x:5">5</a></table></table>
            <a href="x:6">6</a></body></html>
            """)
        #expect(found.urls == (0...6).map { "x:\($0)" })
        #expect(found.bookmarks.map(\.folder) == ["", "", "Work", "Work", "", "Home", ""])
    }

    /// A table may be only the layout of a page: a heading in it names the folder of what follows.
    @Test func headingInATableEndsTheFolderOfTheTable() throws {
        let found = try read(
            """
            <html><head><title>T</title></head><body><h2>Welcome</h2>
            <table><tr><td><a href="x:0">0</a></td><td><h2>News</h2><a href="x:1">1</a></td>
            <td><h2>Work</h2><ul><li><a href="x:2">2</a></ul></td>
            <td><h3>Home</h3><table><tr><td><a href="x:3">3</a></table></td></tr></table>
            <h2>End</h2><ul><li><a href="x:4">4</a></ul></body></html>
            """)
        #expect(found.bookmarks.map(\.folder) == ["Welcome", "", "Work", "Home", "End"])
    }

    @Test(arguments: ["H1", "H2", "H3", "h4"])
    func headingAfterDTNamesAFolder(_ heading: String) throws {
        let found = try read(
            """
            <TITLE>Lesezeichen</TITLE><H1>Lesezeichen</H1><DL><p>
            <DT><\(heading) FOLDED ADD_DATE="1">F</\(heading)>
            <DL><p><DT><A HREF="x:1">1</A></DL><p>
            <DT><A HREF="x:2">2</A></DL>
            """)
        #expect(found.bookmarks.map(\.folder) == ["F", ""])
    }

    @Test func mismatchedListEndTagClosesNoFolder() throws {
        let found = try read(
            """
            <DL><p><DT><H3>F</H3><DL><p><DT><A HREF="x:1">1</A></ul></ol>
            <DT><A HREF="x:2">2</A></DL><p><DT><A HREF="x:3">3</A></DL>
            """)
        #expect(found.bookmarks.map(\.folder) == ["F", "F", ""])
    }

    @Test func bookmarksOfSafarisReadingListAreUnread() throws {
        let found = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1><Title>Bookmarks</Title><H1>Bookmarks</H1>
            <DT><H3 FOLDED>Favorites</H3><DL><p><DT><A HREF="x:1">1</A></DL><p>
            <DT><H3 FOLDED id="com.apple.ReadingList">Leseliste</H3>
            <DL><p><DT><A HREF="x:2">2</A></DL><p><DT><A HREF="x:3">3</A></HTML>
            """)
        #expect(found.bookmarks.map(\.isUnread) == [false, true, false])
        #expect(found.bookmarks.map(\.folder) == ["Favorites", "Leseliste", ""])
    }

    @Test(arguments: [
        ("http://bookmark.placeholder.url/", "---"),
        ("https://separator.floccus.org/?id=1", "-----"),
        ("https://separator.floccus.org/vertical.html?id=2", ""), ("xbs:separator", "x"),
        ("http://separator.mayastudios.com/index.php?t=horz", "────"), ("data:", ""),
        ("about:blank", "-------"), ("data:,", "───────"), ("chrome://newtab/", "______"),
    ])
    func placeholderBookmarksAreSkippedAsSeparators(_ url: String, _ name: String) throws {
        let html = "<DL><DT><A HREF=\"\(url)\">\(name)</A>\n<DT><A HREF=\"x:2\">2</A></DL>"
        let xbel =
            "<xbel><bookmark href=\"\(url)\"><title>\(name)</title></bookmark>"
            + "<bookmark href=\"x:2\"><title>2</title></bookmark></xbel>"
        for text in [html, xbel] {
            let found = try read(text)
            #expect(found.urls == ["x:2"])
            #expect(found.skipped.map(\.reason) == ["a separator"])
        }
    }

    @Test(arguments: [
        ("about:blank", "Blank"), ("data:text/plain,x", "---"),
        ("https://a.example/", "---"), ("https://floccus.org/", "-----"),
    ])
    func bookmarksThatResembleSeparatorsAreImported(_ url: String, _ name: String) throws {
        #expect(try read("<DL><DT><A HREF=\"\(url)\">\(name)</A></DL>").urls == [url])
    }
}
