import Bookmarks
import Interchange
import Testing

/// Nested lists in Markdown and Org: each item with a link is a bookmark.
struct ListItemTests {
    static let linkInNotes = "a link in the notes of another bookmark, where it stays"

    @Test(arguments: ["- ", "-\t", "* ", "+ ", "\u{2022} ", "1. ", "12) ", "- [ ] ", "3. [x] "])
    func linksInNestedMarkdownItemsAreBookmarks(_ mark: String) throws {
        let found = try read(
            """
            # Outer
            ## Inner
            \(mark)[A](x:a) said
              \(mark)[B](x:b) #tag
                of b
                \(mark)[C](x:c), [D](x:d)
              of a
                \(mark)[E](x:e)
            \(mark)[F](x:f)
            \t\(mark)[G](x:g)
            """, as: .markdown)
        #expect(found.urls == ["x:a", "x:b", "x:c", "x:d", "x:e", "x:f", "x:g"])
        #expect(found.bookmarks.map(\.notes) == ["said\nof a", "of b", "", "", "", "", ""])
        #expect(found.bookmarks.map(\.line) == [3, 4, 6, 6, 8, 9, 10])
        #expect(found.bookmarks[1].tags == ["tag"])
        #expect(Set(found.bookmarks.map(\.folder)) == ["Outer/Inner"])
        #expect(found.skipped.isEmpty && found.failed.isEmpty)
    }

    @Test(arguments: ["- ", "+ ", "1. ", "2) ", "- [X] "])
    func linksInNestedOrgItemsAreBookmarks(_ mark: String) throws {
        let found = try read(
            """
            * Folder :all:
            \(mark)[[x:a][A]] said
              \(mark)[[x:b][B]]
                  of b
                of b
              of a
            ** [[x:c][C]] :own:
            of c
              \(mark)[[x:d][D]]
            of c
            \(mark)[[x:e]]
              * [[x:f]]
            """, as: .org)
        #expect(found.urls == ["x:a", "x:b", "x:c", "x:d", "x:e", "x:f"])
        #expect(
            found.bookmarks.map(\.notes) == [
                "said\nof a", "  of b\nof b", "of c\nof c", "", "", "",
            ])
        #expect(Set(found.bookmarks.map(\.folder)) == ["Folder"])
        #expect(found.bookmarks[3].tags == ["all"])
        #expect(found.skipped.isEmpty && found.failed.isEmpty)
    }

    @Test func nestedItemsWithoutLinksBecomeNotes() throws {
        let found = try read(
            "- [A](x:a)\n  - bread\n    - [B](x:b)\n  1. milk\n", as: .markdown)
        #expect(found.urls == ["x:a", "x:b"])
        #expect(found.bookmarks.map(\.notes) == ["- bread\n1. milk", ""])
    }

    /// Further lines of an item are its notes, and the report counts the links in them.
    @Test(arguments: [
        (ImportFormat.markdown, "see [B](x:b) and <x:c>", 2),
        (.markdown, "see http://b.example/", 1),
        (.markdown, "> - [B](x:b)", 1), (.org, "see [[x:b][B]] and [[x:c]]", 2),
        (.markdown, "\\- [B](x:b)", 1), (.org, "\u{200B}- [[x:b][B]]", 1), (.org, "no link", 0),
    ])
    func linksInNotesAreReportedAndStayInTheNotes(
        _ format: ImportFormat, _ text: String, _ count: Int
    ) throws {
        let item = format == .org ? "- [[x:a][A]]" : "- [A](x:a)"
        let found = try read("\(item)\n  \(text)\n", as: format)
        #expect(found.urls == ["x:a"])
        let shields = ["\\- ": "- ", "\u{200B}- ": "- "]
        let notes = shields.reduce(text) { $0.replacing($1.key, with: $1.value) }
        #expect(found.bookmarks.map(\.notes) == [notes])
        #expect(found.skipped.map(\.reason) == Array(repeating: Self.linkInNotes, count: count))
        #expect(found.skipped.allSatisfy { $0.line == 2 })
    }

    @Test func itemsInCodeBlocksAreNotBookmarks() throws {
        let found = try read(
            "- [A](x:a)\n  ```\n  - [B](x:b)\n  ```\n  - [C](x:c)\n", as: .markdown)
        #expect(found.urls == ["x:a", "x:c"])
        #expect(found.bookmarks[0].notes == "```\n- [B](x:b)\n```")
    }

    /// An export stays readable for people: only items with links are escaped.
    @Test func listsInNotesSurviveExportAndImport() throws {
        let notes = "- bread\n- [ ] milk\n- [B](x:b)\n2. http://c.example/\n\\- [D](x:d)"
        let bookmark = Bookmark(id: "", name: "A", url: "x:a", notes: notes, added: 0)
        let markdown = String(decoding: ExportFormat.markdown.bytes([bookmark]), as: UTF8.self)
        #expect(
            markdown == """
                - [A](x:a)
                  - bread
                  - [ ] milk
                  \\- [B](x:b)
                  2\\. http://c.example/
                  \\\\- [D](x:d)

                """)
        for format in [ExportFormat.markdown, .org] {
            let found = try Importer.read(format.bytes([bookmark]))
            #expect(found.urls == ["x:a"] && found.bookmarks.map(\.notes) == [notes])
        }
    }
}
