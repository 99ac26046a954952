import Interchange
import Testing

/// Lists of links in the markup of wikis and documentation, and addresses that are not links.
struct WikiTextTests {
    private static let urls = ["https://a.example/", "https://b.example/?x=1&y=2"]

    @Test(arguments: [
        // MediaWiki, DokuWiki, AsciiDoc and reStructuredText.
        "== Work ==\n* [https://a.example/ A page]\n* [https://b.example/?x=1&y=2 Second]\n",
        "== Work ==\n * [[https://a.example/|A page]]\n * [[https://b.example/?x=1&y=2|Second]]\n",
        "== Work\n* https://a.example/[A page]\n* link:https://b.example/?x=1&y=2[Second]\n",
        "Work\n====\n\n- `A page <https://a.example/>`_\n- `Second <https://b.example/?x=1&y=2>`__\n",
    ])
    func wikiListsKeepNamesAndFolders(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .markdown && found.urls == Self.urls)
        #expect(found.bookmarks.map(\.name) == ["A page", "Second"])
        #expect(found.bookmarks.map(\.notes) == ["", ""])
        #expect(found.bookmarks.map(\.folder) == ["Work", "Work"])
        #expect(found.skipped.isEmpty && found.failed.isEmpty)
    }

    @Test(arguments: [
        "* [[https://a.example/][A page]]\n* [[https://b.example/?x=1&y=2][Second]]\n",
        "* Work\n[[https://a.example/][A page]]\n[[https://b.example/?x=1&y=2][a|b]]\n",
    ])
    func orgListsAreStillReadAsOrg(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .org && found.urls == Self.urls)
    }

    @Test(arguments: [
        "`code` and [https://a.example/]", "`a <b>` https://a.example/",
        "`A <b>`_ https://a.example/", "[[https://a.example/ [A]]]",
    ])
    func linkThatResemblesWikiMarkupIsRead(_ text: String) throws {
        #expect(try read(text, as: .markdown).urls == ["https://a.example/"])
    }

    @Test func numberOfEqualSignsGivesTheHeadingLevel() throws {
        let found = try read(
            "= Links\n== Work\n* https://a.example/[A]\n=== Sub ===\n* https://b.example/[B]\n"
                + "== Home\n* https://c.example/[C]\n==\n====== = ======\n",
            as: .markdown)
        #expect(found.bookmarks.map(\.folder) == ["Links/Work", "Links/Work/Sub", "Links/Home"])
    }

    @Test func addressWithoutHTTPIsReported() throws {
        let found = try read(
            """
            # Links
            www.a.example/x
            Say hello.
            - b.example
            ftp://c.example/
            <https://d.example/>
            - https://e.example/

            README.md
            x@y.example
            someone.wrote this
            """)
        #expect(found.urls == ["https://d.example/", "https://e.example/"])
        #expect(found.skipped.map(\.line) == [2, 4, 5])
        let reason = "an address that does not begin with http:// or https://"
        #expect(found.skipped.allSatisfy { $0.reason == reason })
    }
}
