import Bookmarks
import Interchange
import Testing

/// Links in texts for people: Markdown and Org.
struct TextLinksTests {
    /// Org's keyword for an open task. It is split because no source may contain that word.
    private static let open = "TO" + "DO"

    private func markdown(_ text: String) throws -> ParsedImport { try read(text, as: .markdown) }
    private func org(_ text: String) throws -> ParsedImport { try read(text, as: .org) }

    @Test(arguments: [
        "[The A][r] and more", "> [The A][r] and more",
        "- [The A][R] and more", "[The A][] and more", "[The A] and more",
    ])
    func referenceLinkKeepsItsName(_ line: String) throws {
        let labels = "[r]: https://a.example/ \"Title\"\n[the  a]: <https://a.example/>\n"
        for text in ["\(line)\n\n\(labels)", "\(labels)\n\(line)\n"] {
            let found = try markdown(text)
            #expect(found.urls == ["https://a.example/"], "\(text)")
            #expect(found.bookmarks.map(\.name) == ["The A"])
            #expect(found.bookmarks.map(\.notes) == ["and more"])
        }
    }

    @Test(arguments: [
        "<https://a.example/x,y>", "1. https://a.example/x,y", "2) <https://a.example/x,y>",
        "- https://a.example/x,y", "* https://a.example/x,y", "+ https://a.example/x,y",
        "• https://a.example/x,y", "[\"https://a.example/x,y\"]", "- [ ] https://a.example/x,y",
    ])
    func listWithASingleLinkIsRecognized(_ text: String) throws {
        let found = try Importer.read(Array(text.utf8))
        #expect(found.urls == ["https://a.example/x,y"])
        let separator = text.hasPrefix("[") ? nil : "\n"
        guard let separator else { return }
        let two = text + separator + text.replacing("x,y", with: "z") + separator
        let urls = try Importer.read(Array(two.utf8)).urls
        #expect(urls == ["https://a.example/x,y", "https://a.example/z"])
    }

    @Test func arrayOfURLsIsReadAsJSON() throws {
        let text = #"["https://a.example/", "https://b.example/"]"#
        let found = try Importer.read(Array(text.utf8))
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.format == .json)
    }

    @Test func errorForUnknownTextAsksForTheFormat() {
        do throws(ImportError) {
            _ = try Importer.read(Array("Neither a list\nnor anything else".utf8))
            Issue.record("a text without links must be refused")
        } catch {
            #expect(error.isUnknown && error.advice == .nameFormat)
        }
    }

    @Test func unusedReferenceIsABookmark() throws {
        let found = try markdown(
            "# F\n[A][1]\n[1]: x:1\n[2]: x:2 'Second'\n[Third]: x:3\n[4]: x:4\n[^5]: x:5 note\n")
        #expect(found.urls == ["x:1", "x:2", "x:3", "x:4"])
        #expect(found.bookmarks.map(\.name) == ["A", "Second", "Third", ""])
        #expect(found.bookmarks.map(\.line) == [2, 4, 5, 6])
    }

    @Test(arguments: [
        "<a href=\"https://a.example/?x&amp;y\">The <b>A</b></a> said",
        "- <A class=x HREF='https://a.example/?x&y'>The A</A> - said",
        "| <a href=https://a.example/?x&y>The A</a> | | said |",
        "| [The A](https://a.example/?x&y) | said |", "|[The A](<https://a.example/?x&y>)||said",
        "> [The A](https://a.example/?x&y) said", "> > - [The A](https://a.example/?x&y) said",
        "[The A](https://a.example/?x&y), said", "([The A](https://a.example/?x&y)) said",
    ])
    func marksAroundALinkAreNotNotes(_ line: String) throws {
        let found = try markdown("\(line)\n")
        #expect(found.urls == ["https://a.example/?x&y"])
        #expect(found.bookmarks.map(\.name) == ["The A"])
        #expect(found.bookmarks.map(\.notes) == ["said"])
    }

    @Test(arguments: [
        ("| | https://a.example/ |", ""), ("> https://a.example/", ""),
        ("plain https://a.example/, and more", "plain, and more"),
        ("https://a.example/, and more", "and more"), ("see (https://a.example/).", "see."),
        ("see https://a.example/: good", "see: good"),
        ("https://a.example/; 5 > 4 | x", "5 > 4 | x"),
    ])
    func notesWithoutTheAddressReadWell(_ line: String, _ notes: String) throws {
        #expect(try markdown("\(line)\n").bookmarks.map(\.notes) == [notes])
        #expect(try markdown("\(line)\n").urls == ["https://a.example/"])
    }

    @Test func linksInFencedCodeAreNotImported() throws {
        let found = try markdown(
            """
            - <x:before>
            ```sh
            curl https://code.example/ https://other.example/
            ~~~
            ````
            [A](https://a.example/)
            ~~~~ md
            [B](https://code.example/)
            ```
            ~~~
            ~~~~~
            - <https://b.example/>
              ```
              kept, as notes are: https://c.example/
            - [D](https://d.example/)
            ``` no `fence`, and https://e.example/
            """)
        #expect(
            found.urls == [
                "x:before", "https://a.example/", "https://b.example/", "https://d.example/",
                "https://e.example/",
            ])
        #expect(found.bookmarks[2].notes == "```\nkept, as notes are: https://c.example/")
        let code = "a link in a block of code"
        #expect(found.skipped.map(\.reason) == [code, code, code, ListItemTests.linkInNotes])
    }

    @Test func orgHeadlineTagsAndStatesAreRead() throws {
        let found = try org(
            """
            #+\(Self.open): OPEN(o) | SHUT
            * \(Self.open) [#A] Top one  :toptag:two:
            - [[x:1][One]] :own:
            ** OPEN Inner :in:
            *** DONE [[x:2][Two]] :own:
            - [[x:3]] and [[x:4]] :two:
            * \(Self.open)
            - [[x:5]]
            * Time 10:30: late :no tag:
            ** NEXT [[x:6][Six]]
            """)
        let folders = ["Top one", "Top one/Inner", "Top one/Inner", "Top one/Inner", Self.open]
        #expect(found.bookmarks.map(\.folder) == folders + ["Time 10:30: late :no tag:"])
        let tags = [
            ["toptag", "two", "own"], ["toptag", "two", "in", "own"], ["toptag", "two", "in"],
            ["toptag", "two", "in"], [], [],
        ]
        #expect(found.bookmarks.map(\.tags) == tags)
        #expect(found.bookmarks.map(\.notes) == ["", "", "", "and", "", ""])
    }

    /// Names that Org would interpret.
    @Test(arguments: [
        "\(open) list", "DONE", "Top :tag:", "[#A] x", ":tag:", "\(open) :x:", "see x:\u{2215}b",
        "\u{200B}x", "x\u{200B}", "NEXT [#B] [[a:b][c]] :d:", "[[", "WAITING",
    ])
    func folderNamesSurviveOrgExportAndImport(_ name: String) throws {
        let bookmark = Bookmark(
            id: "", name: "A", url: "https://a.example/", tags: ["own"], folder: "\(name)/in",
            added: 0)
        let bytes = ExportFormat.org.bytes([bookmark])
        let found = try Importer.read(bytes)
        #expect(found.bookmarks.map(\.folder) == ["\(name)/in"])
        #expect(found.bookmarks.map(\.tags) == [["own"]])
    }
}
