import Interchange
import Testing

/// The bookmarks of each format, which is recognized by the content alone.
struct FormatsTests {
    private func one(
        _ text: String, _ format: ImportFormat, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ImportedBookmark {
        let found = try read(text)
        #expect(found.format == format, sourceLocation: sourceLocation)
        #expect(found.failed.isEmpty, sourceLocation: sourceLocation)
        return try #require(found["https://a.example/"], sourceLocation: sourceLocation)
    }

    @Test func firefoxBackupIsRead() throws {
        let found = try read(Fixture.firefox)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        let first = try one(Fixture.firefox, .firefox)
        #expect(first.folder == "News")
        #expect(first.tags == ["two-words", "one"])
        #expect(first.added == 1_600_000_000)
        #expect(found.bookmarks[1].folder == "Bookmarks Toolbar")
        #expect(found.bookmarks[1].description == "About B" && found.bookmarks[1].notes == "")
        #expect(found.skipped.map(\.reason) == ["a separator"])
    }

    /// In some backups, only the folders of tags record the tags of a page.
    @Test func firefoxTagFoldersBecomeTags() throws {
        func page(_ url: String) -> String {
            "{\"type\":\"text/x-moz-place\",\"uri\":\"\(url)\",\"title\":\"A\"}"
        }
        func folder(_ name: String, _ rest: String, _ children: String...) -> String {
            "{\"title\":\"\(name)\",\"type\":\"text/x-moz-place-container\"\(rest),"
                + "\"children\":[\(children.joined(separator: ",\n"))]}"
        }
        for mark in [",\"root\":\"tagsFolder\"", ",\"guid\":\"tags________\""] {
            let tags = folder(
                "tags", mark, folder("two words", "", page("x:1"), page("x:2")),
                folder("one", "", page("x:1"), page("x:9")))
            let menu = folder("menu", ",\"root\":\"bookmarksMenuFolder\"", page("x:1"), page("x:2"))
            for text in [folder("", "", tags, menu), folder("", "", menu, tags)] {
                let found = try read(text)
                #expect(found.format == .firefox && found.urls == ["x:1", "x:2"])
                #expect(found.bookmarks.map(\.tags) == [["two-words", "one"], ["two-words"]])
                #expect(found.skipped.map(\.reason) == ["a page with a tag that is not a bookmark"])
            }
        }
    }

    @Test func vivaldiFileIsReadWithoutItsTrash() throws {
        let found = try read(
            """
            {"roots":{"bookmark_bar":{"type":"folder","name":"Bar","children":[
              {"type":"url","name":"A","url":"x:1","meta_info":{"Description":"Said\\nof it"}}]},
             "trash":{"type":"folder","name":"Trash","children":[
              {"type":"folder","name":"F","children":[{"type":"url","name":"B","url":"x:2"}]}]}}}
            """)
        #expect(found.urls == ["x:1"] && found.bookmarks[0].description == "Said\nof it")
        #expect(found.skipped.map(\.reason) == ["it is in the browser's trash"])
    }

    @Test func chromeFileIsRead() throws {
        let first = try one(Fixture.chrome, .chrome)
        #expect(first.added == 1_600_000_000)
        #expect(first.folder == "Bookmarks bar")
        #expect(try read(Fixture.chrome).bookmarks[1].folder == "Bookmarks bar/In")
    }

    @Test(arguments: [
        "1e400", "-1e400", "nan", "13244473600000000000000", "99999999999999999", "1", "-5",
    ])
    func implausibleChromeDatesAreIgnored(_ moment: String) throws {
        let text = Fixture.chrome.replacing("13244473600000000", with: moment)
        #expect(try one(text, .chrome).added == nil)
    }

    @Test func safariFileIsRead() throws {
        let first = try one(Fixture.safari, .safari)
        #expect(first.name == "A & B")
        #expect(first.folder == "Favorites")
        let second = try #require(try read(Fixture.safari)["https://b.example/"])
        #expect(second.folder == "Reading List" && second.isUnread)
        #expect(second.description == "About B" && second.added == 1_600_000_000)
    }

    @Test(arguments: [
        (Fixture.pinboard, ImportFormat.pinboard), (Fixture.linkding, .linkding),
        (Fixture.linkwarden, .linkwarden), (Fixture.wallabag, .wallabag),
        (Fixture.omnivore, .omnivore), (Fixture.instapaper, .instapaper),
        (Fixture.raindrop, .raindrop), (Fixture.opml, .opml),
        (Fixture.raindropAPI, .raindrop), (Fixture.raindropAPIBare, .raindrop),
        (Fixture.wallabagAPI, .wallabag),
    ])
    func serviceExportsAreRead(_ text: String, _ format: ImportFormat) throws {
        let first = try one(text, format)
        #expect(first.name == "A")
        #expect(first.tags.contains("one"))
        #expect(first.added.map { Int($0) } == 1_600_000_000)
    }

    @Test func serviceExportsKeepNotesTagsAndFolders() throws {
        #expect(try one(Fixture.pinboard, .pinboard).notes == "About A")
        #expect(try one(Fixture.pinboard, .pinboard).isUnread)
        let linkding = try one(Fixture.linkding, .linkding)
        #expect(linkding.description == "About A" && linkding.notes == "More")
        #expect(try one(Fixture.linkwarden, .linkwarden).notes == "About A")
        #expect(try one(Fixture.omnivore, .omnivore).description == "About A")
        #expect(try one(Fixture.linkwarden, .linkwarden).folder == "Outer/Inner")
        #expect(try one(Fixture.wallabag, .wallabag).isUnread)
        #expect(try one(Fixture.raindrop, .raindrop).notes == "First\nsecond")
        #expect(try one(Fixture.raindrop, .raindrop).description == "An excerpt")
        #expect(try one(Fixture.raindrop, .raindrop).tags == ["one", "two-words"])
        let item = try one(Fixture.raindropAPI, .raindrop)
        #expect(item.notes == "Mine" && item.description == "An excerpt")
        #expect(item.tags == ["one", "two-words"])
        #expect(item.folder == "")
        let entry = try one(Fixture.wallabagAPI, .wallabag)
        #expect(entry.isUnread && entry.notes == "Mine\n\nlong" && entry.tags == ["one"])
        #expect(try one(Fixture.instapaper, .instapaper).folder == "")
        #expect(try read(Fixture.instapaper).bookmarks.map(\.folder) == ["", "Later/Soon"])
        let starred = try one(
            Fixture.instapaper.replacing("Unread", with: "Starred"), .instapaper)
        #expect(starred.folder == "" && starred.tags == ["one", "two", "starred"])
        #expect(try one(Fixture.opml, .opml).folder == "Outer")
        #expect(try read(Fixture.opml).bookmarks.last?.url == "https://b.example/")
    }

    @Test func pocketExportIsRead() throws {
        let first = try one(Fixture.pocket, .pocket)
        #expect(first.name == "A, quoted \"page\"")
        #expect(first.tags == ["one", "two-words"] && first.isUnread)
    }

    @Test func xbelFileIsRead() throws {
        let found = try read(Fixture.xbel)
        #expect(found.format == .xbel)
        let first = try #require(found["https://a.example/?x=1&y=2"])
        #expect(first.name == "A" && first.notes == "About A" && first.folder == "Outer")
        #expect(first.added == 1_600_000_000 && first.line == 6)
        #expect(found["https://b.example/"]?.folder == "")
    }

    @Test func markdownListIsRead() throws {
        let found = try read(Fixture.markdown)
        #expect(found.format == .markdown)
        #expect(
            found.urls == [
                "https://a.example/x_(y)", "https://b.example/", "https://c.example/page",
            ])
        let first = found.bookmarks[0]
        #expect(first.name == "A [1]" && first.tags == ["one", "two"])
        #expect(first.notes == "said of it\nMore\nlines")
        #expect(first.folder == "Links/Outer" && first.line == 7)
    }

    @Test func orgFileIsRead() throws {
        let found = try read(Fixture.org)
        #expect(found.format == .org)
        let first = try #require(found["https://a.example/"])
        #expect(first.name == "A" && first.tags == ["one", "two"] && first.folder == "Outer")
        #expect(first.added == 1_599_999_960 && first.notes == "")
        let second = try #require(found["https://b.example/"])
        #expect(second.folder == "Outer/Inner" && second.notes == "said of it")
    }

    /// The indentation that all lines share is dropped, and additional indentation is kept.
    @Test(arguments: [
        ("one\n\n  - two\n\tthree", "one\n\n  - two\n\tthree"),
        ("\n   one \n     - two\n\n", "one\n  - two"),
        (":PROPERTIES:\n:X: y\n:END:\n\none\n  - two\n  ", "one\n  - two"),
        ("  :PROPERTIES:\n  :END:\n\n    one\n\n  two\n\n", "  one\n\ntwo"),
        ("  :PROPERTIES:\n  :END:\n  \n  one \n   \n", "\none \n "),
        ("  :PROPERTIES:\n  :END:\none\n  - two\n", "one\n  - two"),
    ])
    func notesBelowAnOrgHeadlineKeepTheirShape(_ below: String, _ notes: String) throws {
        let found = try read("* F\n  :PROPERTIES:\n  :END:\n* [[x:a][A]]\n\(below)\n* Next\n")
        #expect(found.bookmarks.map(\.notes) == [notes])
    }

    @Test func notesOfAnOrgListItemKeepTheirShape() throws {
        let found = try read("* F\n- [[https://a.example/][A]] said\n  of\n    it\n- [[x:b]]\n")
        #expect(found.bookmarks.map(\.notes) == ["said\nof\n  it", ""])
    }

    @Test func listOfURLsIsRead() throws {
        let found = try read(Fixture.urls)
        #expect(found.format == .urls)
        #expect(
            found.urls == ["https://a.example/", "www.b.example/x", "https://c.example/?a=1,2"])
        #expect(found.bookmarks.map(\.line) == [2, 4, 5])
        #expect(found.bookmarks[0].name == "A page")
    }

    @Test(arguments: [
        ["https://www.spiegel.de/story-a-123,00.html"],
        ["https://a.example/1,2,x", "https://b.example/@48.1,11.5,15z"],
        ["# to read, soon", "https://a.example/1,2.html", "", "https://b.example/"],
    ])
    func listOfURLsWithCommasIsNotATable(_ lines: [String]) throws {
        let found = try read(lines.joined(separator: "\n") + "\n")
        #expect(found.format == .urls)
        #expect(found.urls == lines.filter { $0.hasPrefix("https") })
    }

    @Test func namesMayFollowURLsWithCommas() throws {
        let found = try read("https://a.example/x,00.html A, and more\nhttps://b.example/ B\n")
        #expect(found.format == .urls)
        #expect(found.urls == ["https://a.example/x,00.html", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A, and more", "B"])
    }

    @Test(arguments: [
        "https://a.example/,The first\nhttps://b.example/,Second\n",
        "https://a.example/,\"The first\"\nhttps://b.example/,Second\n",
        "https://a.example/,\"The\nfirst\"\nhttps://b.example/,Second\n",
    ])
    func tableWithoutColumnNamesIsNotAListOfURLs(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .csv)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func cloudyExportKeepsEveryCharacter() throws {
        let first = try one(Fixture.cloudy, .cloudy)
        #expect(first.name == "A  B" && first.notes == " x" && first.added == 1_600_000_000.25)
    }
}
