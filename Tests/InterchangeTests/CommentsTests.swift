import Interchange
import Testing

/// Links in the comments and code of a text for people are not bookmarks.
struct CommentsTests {
    private func check(
        _ text: String, _ format: ImportFormat, skipped: [Int], _ location: SourceLocation
    ) throws {
        let found = try read(text, as: format)
        #expect(
            found.urls == ["https://a.example/", "https://b.example/"],
            sourceLocation: location)
        #expect(found.skipped.map(\.line) == skipped, sourceLocation: location)
        #expect(found.failed.isEmpty, sourceLocation: location)
    }

    private func markdown(
        _ text: String, skipped: [Int], location: SourceLocation = #_sourceLocation
    ) throws { try check(text, .markdown, skipped: skipped, location) }

    private func org(
        _ text: String, skipped: [Int], location: SourceLocation = #_sourceLocation
    ) throws { try check(text, .org, skipped: skipped, location) }

    @Test func linksInMarkdownCommentsAreNotImported() throws {
        try markdown(
            """
            - [A](https://a.example/)
            <!-- - [no](https://no.example/) -->
            <!--
            # No folder
            - [no](https://no.example/)
            - https://no.example/
            -->
            - [B](https://b.example/)
            """, skipped: [2, 5, 6])
        try markdown(
            """
            Words <!-- <https://no.example/> --> [A](https://a.example/) <!-- begins
            - [no](https://no.example/)
            ends --> [B](https://b.example/)
            """, skipped: [1, 2])
    }

    @Test func commentInMarkdownNotesIsKept() throws {
        let text = """
            - [A](https://a.example/) <!-- begins
              - [no](https://no.example/)
              -->
            - [B](https://b.example/)
              <!-- - [no](https://no.example/) -->
              and
              <!--
              - [no](https://no.example/)
              -->
            """
        try markdown(text, skipped: [2, 5, 8])
        let found = try read(text, as: .markdown)
        #expect(found.bookmarks.last?.notes.contains("- [no](https://no.example/)") == true)
    }

    @Test func unclosedOrQuotedCommentMarksHideNoLinks() throws {
        try markdown(
            "- [A](https://a.example/)\n\n<!-- an arrow\n- [B](https://b.example/)\n", skipped: [])
        try markdown(
            "`<!--` begins a comment: [A](https://a.example/)\n\n- [B](https://b.example/) `-->`\n",
            skipped: [])
        try markdown(
            "- [A](https://a.example/)\n\n```\n<!--\n```\n- [B](https://b.example/)\n\n-->\n",
            skipped: [])
    }

    @Test func linksInMarkdownCodeBlocksAreNotImported() throws {
        try markdown(
            """
            - [A](https://a.example/)

            ```sh
            curl https://no.example/
            <!--
            ```
            ~~~~
            [no](https://no.example/)
            ~~~
            https://no.example/ -->
            ~~~~
            - [B](https://b.example/)
              ```
              - https://no.example/
              ```
            > ```
            > https://no.example/
            > ```
            """, skipped: [4, 8, 10, 14, 17])
    }

    @Test func linksInIndentedMarkdownCodeAreNotImported() throws {
        try markdown(
            """
            # Links

                curl https://no.example/
                - [no](https://no.example/)

                https://no.example/
            Words
            - [A](https://a.example/)

            Words

            \thttps://no.example/

            1. Words

                   https://no.example/
            - [B](https://b.example/)
            ```
            ```
                https://no.example/
            """, skipped: [3, 4, 6, 12, 16, 20])
    }

    /// Lines of a paragraph, of an item or of a list are not code, however far they are indented.
    @Test(arguments: [
        "Words\n    <https://a.example/>\n    and https://b.example/\n",
        "- Folder\n    - [A](https://a.example/)\n\n        - [B](https://b.example/)\n",
        "- Words\n\n    [A](https://a.example/)\n\n  https://b.example/\n",
        "# F\n\n    - [A](https://a.example/)\n    - [B](https://b.example/)\n",
        "10. Words\n\n       <https://a.example/>\n\nWords\n\n   <https://b.example/>\n",
        "* Words\nmore\n\n    https://a.example/\n* https://b.example/\n",
    ])
    func indentedParagraphsAndItemsAreNotCode(_ text: String) throws {
        try markdown(text, skipped: [])
    }

    @Test func indentedCodeBelowABookmarkBecomesItsNotes() throws {
        let found = try read("- [A](https://a.example/)\n\n      https://no.example/\n")
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks[0].notes == "https://no.example/")
        #expect(found.skipped.map(\.reason) == [ListItemTests.linkInNotes])
    }

    @Test func linksInOrgCommentsAreNotImported() throws {
        try org(
            """
            * Links
            - [[https://a.example/][A]]
            # - [[https://no.example/][no]]
              # https://no.example/
            #
            #+BEGIN_COMMENT
            - [[https://no.example/][no]]
            #+END_COMMENT
            * COMMENT [[https://no.example/][no]]
            ** [[https://no.example/][no]]
            - [[https://no.example/][no]]
            * [[https://b.example/][B]]
            """, skipped: [3, 4, 7, 9, 10, 11])
    }

    @Test(arguments: ["SRC python", "EXAMPLE", "EXPORT html", "src sh :results output"])
    func linksInOrgCodeBlocksAreNotImported(_ kind: String) throws {
        let end = kind.split(separator: " ")[0].lowercased()
        try org(
            """
            * Links
            - [[https://a.example/][A]]
            #+begin_\(kind)
            - [[https://no.example/][no]]
            #+END_OTHER
            https://no.example/
            #+end_\(end)
            : https://no.example/
            * [[https://b.example/][B]]
            """, skipped: [4, 6, 8])
    }

    @Test func codeBlockInOrgNotesIsKept() throws {
        let text = """
            * [[https://a.example/][A]]
              Before
              #+BEGIN_SRC org
              - [[https://no.example/][no]]
              # https://no.example/
              #+END_SRC
            * [[https://b.example/][B]]
            """
        try org(text, skipped: [4, 5])
        #expect(
            try read(text, as: .org).bookmarks.first?.notes
                == """
                Before
                #+BEGIN_SRC org
                - [[https://no.example/][no]]
                # https://no.example/
                #+END_SRC
                """)
    }

    @Test func unclosedOrgBlockHidesNoLinks() throws {
        try org(
            "* [[https://a.example/][A]]\n#+BEGIN_SRC sh\n* [[https://b.example/][B]]\n",
            skipped: [])
        // A block that never ends hides nothing.
        try org(
            "- [[https://a.example/][A]]\n#+BEGIN_SRC sh\n- [[https://b.example/][B]]\n",
            skipped: [])
    }
}
