import Interchange
import Testing

/// Links in texts for people, with what programs and people write around them.
struct MarksTests {
    @Test(arguments: [
        ("**[Bold](https://a.example/)** text", "Bold", "text"),
        ("*[x](https://a.example/)*: text", "x", "text"), ("__[x](https://a.example/)__", "x", ""),
        ("~~[x](https://a.example/)~~ old", "x", "old"), ("***[x](https://a.example/)***", "x", ""),
        ("[**Bold** name](https://a.example/)", "Bold name", ""),
        ("[`code_x`](https://a.example/)", "code_x", ""),
        ("[_it_ ~~no~~](https://a.example/)", "it no", ""),
        ("[snake_case_name](https://a.example/)", "snake_case_name", ""),
        ("[2 * 3 * 4](https://a.example/)", "2 * 3 * 4", ""),
        ("[a \\*b\\*](https://a.example/)", "a *b*", ""),
        ("[![badge](https://i.example/x.svg)](https://a.example/)", "badge", ""),
        ("[![badge][img] Name](https://a.example/)", "badge Name", ""),
        ("[<img src=x alt=\"Logo\">](https://a.example/)", "Logo", ""),
        ("[x](https://a.example/ 'A title') - note", "x", "note"),
        ("[x](<https://a.example/>)", "x", ""),
        ("<https://a.example/>", "", ""), ("**<https://a.example/>**", "", ""),
    ])
    func markdownMarksAreNotPartOfNamesOrNotes(
        _ line: String, _ name: String, _ notes: String
    ) throws {
        let found = try read("- \(line)\n", as: .markdown)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks.first?.name == name)
        #expect(found.bookmarks.first?.notes == notes)
    }

    @Test func referenceLinksMayContainMarks() throws {
        let found = try read(
            "- [**Ref**][r1]\n- [`two`]\n\n[r1]: <https://a.example/>\n[`two`]: https://b.example/\n"
        )
        #expect(found.bookmarks.map(\.name) == ["Ref", "two"])
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func tagsInBukusCommentsAreRead() throws {
        let found = try read(
            """
            List of buku bookmarks:

            - [A](https://a.example/) <!-- TAGS: linux,two words -->
            - <https://b.example/> <!-- tags: t -->
            - [C](https://c.example/) <!-- a remark -->
            """)
        #expect(found.bookmarks.map(\.tags) == [["linux", "two-words"], ["t"], []])
        #expect(found.bookmarks.map(\.notes) == ["", "", "<!-- a remark -->"])
    }

    @Test func notebookPageBecomesOneBookmark() throws {
        let found = try read(
            """
            # Example (a.example)

            <https://a.example/>

            ## Description

            About it.

            ## Comment

            Mine, with a [link](https://b.example/).

            ## Tags

            #one #two

            ## Content

            # Heading

            ## Tags

            [inside](https://c.example/)
            """)
        #expect(found.urls == ["https://a.example/"])
        let page = try #require(found.bookmarks.first)
        #expect(page.name == "Example (a.example)" && page.tags == ["one", "two"])
        #expect(page.description == "About it.")
        #expect(page.notes == "Mine, with a [link](https://b.example/).")
        #expect(found.skipped == [ImportNote(line: 17, reason: "the saved text of the page")])
        #expect(
            try read("<https://a.example/>\n\n## Tags\n\n#x\n").bookmarks.map(\.tags) == [["x"]])
        #expect(
            try read("# Example (a.example)\n\n<https://a.example/>\n").bookmarks[0].name
                == "Example (a.example)")
    }

    @Test func listWithHeadingsIsNotANotebookPage() throws {
        let found = try read(
            "# Links\n\n<https://a.example/>\n\n## Work\n\n- <https://b.example/>\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.folder) == ["Links", "Links/Work"])
    }

    @Test func urlsInOrgPropertiesAreBookmarks() throws {
        let found = try read(
            """
            :PROPERTIES:
            :ID: x
            :ROAM_REFS: https://file.example/ @cite
            :END:
            #+title: The file
            #+FILETAGS: :ft:
            * Folder
            ** One                        :t:
            :PROPERTIES:
            :CREATED: [2024-01-02 Tue 03:04]
            :URL: https://one.example/
            :END:
            Some notes
            ** [[https://two.example/][Two]]
            :PROPERTIES:
            :URL: https://two.example/
            :END:
            ** Three
            :PROPERTIES:
            :ROAM_REFS: "https://three.example/" [[https://four.example/][x]]
            :END:
            - <https://five.example/>
            """)
        #expect(
            found.urls == [
                "https://file.example/", "https://one.example/", "https://two.example/",
                "https://three.example/", "https://four.example/", "https://five.example/",
            ])
        #expect(found.bookmarks.map(\.name) == ["The file", "One", "Two", "Three", "Three", ""])
        #expect(found.bookmarks.allSatisfy { $0.tags.first == "ft" })
        #expect(found.bookmarks[1].tags == ["ft", "t"] && found.bookmarks[1].notes == "Some notes")
        #expect(found.bookmarks[1].folder == "Folder" && found.bookmarks[1].added == 1_704_164_640)
        #expect(found.bookmarks[5].notes == "")
    }

    @Test(arguments: [
        "id:1234", "file:x.org", "file:~/x.pdf", "#anchor", "*A headline", "A target", "./x.org",
        "roam:Title", "elisp:(x)", "info:org#Links", "attachment:x.pdf", "denote:2024",
    ])
    func linksWithinOrgAreSkippedWithAReason(_ link: String) throws {
        let found = try read(
            "* F\n- [[\(link)][name]]\n- [[https://a.example/][A]] [[\(link)]]\n", as: .org)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.failed.isEmpty)
        #expect(
            found.skipped.map(\.reason)
                == Array(repeating: "a link within Org, not to a page", count: 2))
        let folder = try read("* [[\(link)][Named]]\n- [[https://a.example/]]\n", as: .org)
        #expect(folder.bookmarks.map(\.folder) == ["Named"])
    }

    @Test(arguments: [
        "file:///home/x", "mailto:a@b.example", "www.example.org/x", "gemini://a.example/",
    ])
    func orgLinksToOutsideAddressesAreBookmarks(_ link: String) throws {
        #expect(try read("* F\n- [[\(link)][name]]\n", as: .org).urls == [link])
    }
}
