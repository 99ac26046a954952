import Interchange
import Testing

/// Pages in Markdown and other texts as note keepers, blogs and chats write them.
struct MarkdownPagesTests {
    @Test func underlinesMakeHeadings() throws {
        let found = try read(
            """
            Work
            ====

            [A](https://a.example/)

            Sub
            ---

            - [B](https://b.example/)

            One line
            and one more
            ---
            - [C](https://c.example/)

            ***
            - [D](https://d.example/)
            """)
        #expect(found.bookmarks.map(\.folder) == ["Work", "Work/Sub", "Work/Sub", "Work/Sub"])
    }

    @Test func entitiesAreCharacters() throws {
        let found = try read(
            """
            - [Tom &amp; Jerry &#8212; &copy 2020](https://a.example/?a=1&amp;b=2&copy=3)
            - <https://b.example/?a=1&amp;b=2>
            - https://c.example/?a=1&amp;b=2
            - [\\&amp;][d]

            [d]: https://d.example/?a=1&amp;b=2
            """)
        #expect(
            found.urls == [
                "https://a.example/?a=1&b=2&copy=3", "https://b.example/?a=1&b=2",
                "https://c.example/?a=1&b=2", "https://d.example/?a=1&b=2",
            ])
        #expect(found.bookmarks.map(\.name) == ["Tom & Jerry — &copy 2020", "", "", "&amp;"])
    }

    @Test(arguments: [
        ("`https://a.example/x` and", "https://a.example/x"),
        ("https://a.example/wiki/A_(b) and", "https://a.example/wiki/A_(b)"),
        ("(see https://a.example/x) and", "https://a.example/x"),
        ("https://a.example/?a[]=1&b[c]=2 and", "https://a.example/?a[]=1&b[c]=2"),
        ("http://[::1]:80/x and", "http://[::1]:80/x"),
        ("https://a.example/x<br> and", "https://a.example/x"),
        ("{{video https://a.example/x}} and", "https://a.example/x"),
    ])
    func whereAddressesEnd(_ text: String, _ url: String) throws {
        #expect(try read("# T\n\n- \(text)\n- <https://z.example/>\n").urls.first == url)
        #expect(try read("* T\n** \(text)\n** [[https://z.example/][z]]\n").urls.first == url)
    }

    @Test func asciiDoc() throws {
        let found = try read(
            "= Links\n\n== Work\n* https://a.example/[A page]\n* link:https://b.example/[B]\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A page", "B"])
        #expect(found.bookmarks.map(\.notes) == ["", ""])
    }
}
