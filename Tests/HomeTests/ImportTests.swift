import BookmarkLibrary
import Bookmarks
import TestSupport
import Testing

/// Importing bookmarks as one step.
struct ImportTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    private func one(
        _ url: String, name: String = "", tags: [String] = [], notes: String = "",
        folder: String = "", added: Double? = nil
    ) -> BookmarkImport {
        BookmarkImport(
            draft: BookmarkDraft(name: name, url: url, tags: tags, notes: notes, folder: folder),
            added: added)
    }

    @Test func newPageKeepsItsImportedFields() throws {
        let outcomes = try controller.importBookmarks(
            [
                one(
                    "https://a.example/", name: "A", tags: ["x"], notes: "n", folder: "f/g",
                    added: 5)
            ],
            title: "Imported")
        guard case .added(let id) = try #require(outcomes.first) else {
            Issue.record("must be added: \(outcomes)")
            return
        }
        let bookmark = try #require(try controller.bookmark(id: id))
        #expect(bookmark.draft.name == "A" && bookmark.tags == ["x"] && bookmark.notes == "n")
        #expect(bookmark.folder == "f/g" && bookmark.added == 5)
    }

    /// The list shows the newest first, and the first of a file above the others of that file, even
    /// if all are imported at once.
    @Test func importedBookmarksKeepTheOrderOfTheFile() throws {
        let before = try desk.add("Before", "https://before.example/")
        let names = (0..<40).map { "Name \($0)" }
        waitForLaterStamp()
        _ = try controller.importBookmarks(
            names.enumerated().map { one("https://a.example/\($0)", name: $1) }
                + [one("https://dated.example/", name: "Dated", added: 5)],
            title: "Imported", batch: 7)
        #expect(desk.listed == names + ["Before", "Dated"])
        let rows = try desk.home.catalog.rows(sortedBy: .standard, limit: nil)
        #expect(rows.map(\.name) == names + ["Before", "Dated"])
        let after = try desk.add("After", "https://after.example/")
        #expect(desk.listed.first == "After")
        let added = try rows.map(\.added) + [#require(try controller.bookmark(id: after)?.added)]
        #expect(added[0] < added[rows.count] && added[39] > added[0] - 0.001)
        #expect(try #require(try controller.bookmark(id: before)?.added) < added[39])
    }

    /// Existing pages are looked up in different ways, depending on how many there are and how many
    /// are imported.
    @Test(arguments: [(there: 40, more: 150), (there: 2500, more: 140), (there: 30, more: 20)])
    func importFindsKnownPagesInLibrariesOfAnySize(_ there: Int, _ more: Int) throws {
        func pages(_ numbers: Range<Int>) -> [BookmarkImport] {
            numbers.map { one("https://a.example/\($0)", tags: ["t\($0 % 3)"]) }
        }
        let old = try controller.importBookmarks(pages(0..<there), title: "Old")
        let new = try controller.importBookmarks(pages(there - 10..<there + more), title: "New")
        let known = old.suffix(10).map { outcome -> ImportOutcome in
            guard case .added(let id) = outcome else { return outcome }
            return .alreadyThere(id: id)
        }
        #expect(new.prefix(10) == known[...])
        let added = new.dropFirst(10).count { if case .added = $0 { true } else { false } }
        #expect(added == more)
        #expect(try desk.home.catalog.count() == there + more)
        #expect(try controller.undo() != nil)
        #expect(try desk.home.catalog.count() == there)
    }

    @Test func urlsWithDifferentFragmentsStayApart() throws {
        let here = try desk.add("Mine", "https://a.example/page#one")
        let imports = [
            one("https://a.example/page#two"), one("http://a.example/page/#one", tags: ["x"]),
            one("https://a.example/page#two", tags: ["y"]), one("https://a.example/page"),
        ]
        let outcomes = try controller.importBookmarks(imports, title: "Imported")
        guard case .added(let two) = outcomes[0], case .added = outcomes[3] else {
            Issue.record("must be added: \(outcomes)")
            return
        }
        #expect(outcomes[1] == .merged(id: here) && outcomes[2] == .merged(id: two))
        #expect(
            try controller.importBookmarks(imports, title: "Again").allSatisfy {
                if case .alreadyThere = $0 { true } else { false }
            })
    }

    @Test func knownPageIsMergedAndNotReplaced() throws {
        let id = try desk.add("Mine", "https://a.example/", tags: ["old"])
        let outcomes = try controller.importBookmarks(
            [
                one(
                    "http://A.example/?utm_source=x", name: "Theirs", tags: ["new", "OLD"],
                    notes: "Said", folder: "f"),
                one("https://a.example", tags: ["third"]), one("https://a.example", tags: ["old"]),
            ], title: "Imported")
        #expect(outcomes == [.merged(id: id), .merged(id: id), .alreadyThere(id: id)])
        let bookmark = try #require(try controller.bookmark(id: id))
        #expect(bookmark.name == "Mine" && bookmark.url == "https://a.example/")
        #expect(bookmark.tags == ["old", "new", "third"])
        #expect(bookmark.notes == "Said" && bookmark.folder == "f")
    }

    @Test func importedNotesAreAppendedOnce() throws {
        let draft = BookmarkDraft(name: "A", url: "https://a.example/", notes: "Mine")
        let id = try controller.add(draft)
        for _ in 1...2 {
            _ = try controller.importBookmarks(
                [one("https://a.example/", notes: "Theirs")], title: "x")
        }
        #expect(try controller.bookmark(id: id)?.notes == "Mine\n\nTheirs")
    }

    @Test func pageTwiceInAFileIsImportedAsOneBookmark() throws {
        let outcomes = try controller.importBookmarks(
            [
                one("https://a.example/", tags: ["x"]), one("https://a.example", tags: ["y"]),
                one("nothing"), one("https://b.example/"),
            ], title: "Imported")
        #expect(desk.listed.count == 2)
        guard case .added(let id) = outcomes[0], case .merged(id) = outcomes[1],
            case .refused = outcomes[2], case .added = outcomes[3]
        else {
            Issue.record("unexpected: \(outcomes)")
            return
        }
        #expect(try controller.bookmark(id: id)?.tags == ["x", "y"])
    }

    @Test func oneUndoRevertsTheWholeImport() throws {
        let id = try desk.add("Mine", "https://a.example/", tags: ["old"])
        let many = (0..<300).map { one("https://b.example/\($0)") }
        _ = try controller.importBookmarks(
            many + [one("https://a.example/", tags: ["new"])], title: "Imported x.html")
        #expect(desk.listed.count == 301)
        #expect(controller.nextUndo == "Imported x.html")
        #expect(try controller.undo()?.isWhole == true)
        #expect(desk.listed == ["Mine"])
        #expect(try controller.bookmark(id: id)?.tags == ["old"])
        _ = try controller.redo()
        #expect(desk.listed.count == 301)
    }

    @Test func trialImportChangesNothing() throws {
        let outcomes = try controller.importBookmarks(
            [one("https://a.example/")], title: "x", isTrial: true)
        guard case .added = outcomes[0] else {
            Issue.record("unexpected: \(outcomes)")
            return
        }
        #expect(desk.listed.isEmpty && controller.nextUndo == nil)
    }
}
