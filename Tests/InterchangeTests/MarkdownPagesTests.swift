import Interchange
import Testing

/// Pages in Markdown and other texts as note keepers, blogs and chats write them.
struct MarkdownPagesTests {
    @Test func clippedPageBecomesOneBookmark() throws {
        let found = try read(
            """
            ---
            title: "A: page"
            source: "https://a.example/"
            author:
              - "[[Bob]]"
            published: 2010-01-01
            created: 2024-01-02
            description: "About it"
            tags:
              - "clippings"
              - "two words"
            ---
            Body text [other](https://o.example/)
            """)
        #expect(found.format == .markdown && found.urls == ["https://a.example/"])
        let one = try #require(found.bookmarks.first)
        #expect(one.name == "A: page" && one.tags == ["clippings", "two-words"])
        #expect(one.added == 1_704_153_600)
        #expect(one.notes.hasSuffix("Body text [other](https://o.example/)"))
        #expect(one.notes.hasPrefix("About it") && found.skipped.map(\.line) == [13])
    }

    @Test(arguments: [
        "---\ntitle: A\nlink: https://a.example/\ntags: [x, \"two words\"]\n---\nBody\n",
        "---\r\ntitle: 'A'\r\nurl: 'https://a.example/'\r\ntags: x, two words\r\n---\r\nBody\r\n",
    ])
    func frontMatterNamesTheURLNameAndTags(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].name == "A")
        #expect(found.bookmarks[0].tags == ["x", "two-words"])
        #expect(found.bookmarks[0].notes == "Body")
    }

    /// Properties of a list do not apply to its links, and a long text is the saved text of the
    /// page.
    @Test func frontMatterOfAListIsIgnoredAndLongTextsAreSkipped() throws {
        let list = try read("---\ntitle: Mine\n---\n# Work\n- [A](https://a.example/)\n")
        #expect(list.urls == ["https://a.example/"] && list.bookmarks[0].folder == "Work")
        let text = String(repeating: "words of an article ", count: 400)
        let article = try read("---\ntitle: A\nurl: https://a.example/\n---\n\(text)\n")
        #expect(article.bookmarks.map(\.notes) == [""])
        #expect(article.skipped == [ImportNote(line: 5, reason: "the saved text of the page")])
    }

    @Test func yamlIsRefused() throws {
        let error = #expect(throws: ImportError.self) {
            try read("- title: A\n  url: https://a.example/\n  tags: [x]\n- title: B\n  url: b\n")
        }
        #expect(error?.message.contains("YAML") == true)
        #expect(
            try read("- Link: https://a.example/\n- Link: https://b.example/\n").urls.count == 2)
    }

    @Test func underlinedHeadingsBecomeFolders() throws {
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

    @Test func entitiesInMarkdownAreDecoded() throws {
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
    func punctuationAfterABareAddressIsNotPartOfIt(_ text: String, _ url: String) throws {
        #expect(try read("# T\n\n- \(text)\n- <https://z.example/>\n").urls.first == url)
        #expect(try read("* T\n** \(text)\n** [[https://z.example/][z]]\n").urls.first == url)
    }

    @Test func asciiDocLinksAreRead() throws {
        let found = try read(
            "= Links\n\n== Work\n* https://a.example/[A page]\n* link:https://b.example/[B]\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A page", "B"])
        #expect(found.bookmarks.map(\.notes) == ["", ""])
    }

    @Test func chatThatBeginsLikeJSONIsReadAsText() throws {
        let found = try read(
            """
            [02.01.24, 03:04:05] Bob: look https://a.example/x.
            [02.01.24, 03:05:05] Ann: (https://b.example/y)!
            """)
        #expect(found.urls == ["https://a.example/x", "https://b.example/y"])
        #expect(throws: ImportError.self) { try read("[02.01.24, 03:04:05] Ann: hello") }
    }

    @Test func newsboatURLsFileIsRead() throws {
        let found = try read(
            """
            "query:Unread:unread = \\"yes\\""
            https://a.example/feed tech "two words" "~My \\"own\\" feed"
            # https://no.example/
            https://b.example/feed "!hidden"
            https://c.example/feed
            """)
        #expect(found.format == .urls && found.failed.isEmpty)
        #expect(found.skipped.map(\.line) == [1])
        #expect(found.urls == ["a", "b", "c"].map { "https://\($0).example/feed" })
        #expect(found.bookmarks.map(\.name) == ["My \"own\" feed", "", ""])
        #expect(found.bookmarks.map(\.tags) == [["tech", "two-words"], [], []])
    }
}
