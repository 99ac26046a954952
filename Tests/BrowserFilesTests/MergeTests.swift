import BookmarkLibrary
import Bookmarks
import BrowserFiles
import Testing

/// The changes that an upload makes, and the items that it leaves alone.
struct MergeTests {
    private let desk: BrowserDesk

    init() throws { desk = try BrowserDesk() }

    private func served() throws -> [String] {
        desk.now += BrowserFolder.frozenDuration
        return try desk.file().outline
    }

    // MARK: Bookmarks

    @Test func newBookmarkIsAdded() throws {
        try desk.edit { $0.add("Tides", "https://tides.example/") }
        let found = try desk.bookmarks
        #expect(found.map(\.name) == ["Tides"])
        #expect(found.map(\.url) == ["https://tides.example/"])
    }

    @Test func numberFromTheBrowserIsKept() throws {
        var number = 0
        try desk.edit { number = $0.add("Tides", "https://tides.example/") }
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.file().number("Tides") == number)
        let other = try desk.file(by: "two")
        #expect(other.number("Tides") == number)
    }

    @Test func browsersNeverAssignTheSameNumber() throws {
        try desk.add("a", "https://a.example/")
        let (one, two) = (try desk.file(by: "one"), try desk.file(by: "two"))
        #expect(one.highest != two.highest)
        #expect(one.entries == two.entries)
    }

    @Test func unchangedTextIsServedAgain() throws {
        try desk.add("a", "https://a.example/")
        let first = try desk.send("GET", "bookmarks.xbel").body
        desk.now += 10 * BrowserFolder.frozenDuration
        #expect(try desk.send("GET", "bookmarks.xbel").body == first)
    }

    @Test func archivedBookmarkInItsOwnFolderDoesNotChangeTheText() throws {
        let id = try desk.add("a", "https://a.example/", folder: "x/y")
        try desk.change(id) { $0.isArchived = true }
        let first = try desk.send("GET", "bookmarks.xbel").body
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.send("GET", "bookmarks.xbel").body == first)
    }

    @Test func archivedBookmarkFollowsItsRenamedFolder() throws {
        let id = try desk.add("a", "https://a.example/", folder: "x")
        try desk.change(id) { $0.isArchived = true }
        try desk.add("b", "https://b.example/", folder: "x")
        try desk.edit { $0.change("x") { $0.title = "z" } }
        #expect(try desk.bookmark(id)?.folder == "z")
        #expect(try desk.bookmark(id)?.isArchived == true)
    }

    @Test func renamedBookmarkKeepsTagsNotesAndDates() throws {
        let id = try desk.add("a", "https://a.example/", tags: ["t"], notes: "n")
        let before = try #require(try desk.bookmark(id))
        try desk.edit { $0.change("a") { $0.title = "b" } }
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "b")
        #expect(after.tags == ["t"] && after.notes == "n" && after.added == before.added)
        #expect(after.url == before.url && after.position == before.position)
    }

    @Test func newAddressKeepsTheBookmark() throws {
        let id = try desk.add("a", "https://a.example/", folder: "f", tags: ["t"])
        // The browser writes a deletion and a new entry.
        var number = 0
        try desk.edit { file in
            let folder = file.number("f")
            file.remove("a")
            number = file.add("a", "https://b.example/", in: folder)
        }
        let after = try #require(try desk.bookmark(id))
        #expect(after.url == "https://b.example/" && after.tags == ["t"] && after.folder == "f")
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.file().number("a") == number)
    }

    @Test func addressSpelledByTheBrowserIsNotAnEdit() throws {
        let urls = [
            "http://Ex.com", "https://ex.com:443/a b", "https://ex.com/ü?q='#ü",
            "https://bücher.de",
            "https://ex.com/a/../b", "HTTPS://user@EX.com/", "https://ex.com?x", "mailto:ü@ex.com",
        ]
        let seen = [
            "http://ex.com/", "https://ex.com/a%20b", "https://ex.com/%C3%BC?q=%27#%C3%BC",
            "https://xn--bcher-kva.de/", "https://ex.com/b", "https://user@ex.com/",
            "https://ex.com/?x", "mailto:%C3%BC@ex.com",
        ]
        for (index, url) in urls.enumerated() { try desk.add("\(index)", url) }
        let before = try desk.bookmarks
        try desk.edit { file in
            for (index, url) in seen.enumerated() { file.change("\(index)") { $0.url = url } }
        }
        #expect(try desk.bookmarks == before)
    }

    @Test func bookmarkMissingFromTheUploadIsDeleted() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.add("b", "https://b.example/")
        try desk.edit { $0.remove("a") }
        #expect(try desk.bookmark(id) == nil)
        #expect(try desk.home.catalog.deletedRows(limit: nil).map(\.id) == [id])
    }

    @Test func uploadIsUndoneInOneStep() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.add("b", "https://b.example/")
        let before = try desk.bookmarks.map(\.draft)
        try desk.edit { file in
            file.remove("a")
            file.change("b") { $0.title = "c" }
            file.add("d", "https://d.example/")
        }
        #expect(try desk.bookmark(id) == nil)
        let report = try desk.controller.undo()
        #expect(report != nil)
        #expect(try desk.bookmarks.map(\.draft) == before)
    }

    @Test func movedBookmarkGetsItsFolder() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.add("b", "https://b.example/", folder: "x/y")
        try desk.edit { file in
            let folder = file.number("y")
            file.change("a") { $0.parent = folder }
            file.sort()
        }
        #expect(try desk.bookmark(id)?.folder == "x/y")
    }

    // MARK: At the same time

    @Test func editInCloudyBeatsADeletionInTheBrowser() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.edit {
            try desk.change(id) { $0.notes = "typed meanwhile" }
        } _: {
            $0.remove("a")
        }
        #expect(try desk.bookmark(id)?.notes == "typed meanwhile")
        #expect(try served() == ["a <https://a.example/>"])
    }

    @Test func editInTheBrowserBeatsADeletionInCloudy() throws {
        let id = try desk.add("a", "https://a.example/", tags: ["t"])
        try desk.edit {
            try desk.controller.delete(ids: [id])
        } _: {
            $0.change("a") { $0.title = "b" }
        }
        #expect(try desk.bookmark(id)?.name == "b")
        #expect(try desk.bookmark(id)?.tags == ["t"])
    }

    @Test func bookmarkDeletedInCloudyStaysDeleted() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.edit {
            try desk.controller.delete(ids: [id])
        } _: {
            $0.add("b", "https://b.example/")
        }
        #expect(try desk.bookmark(id) == nil)
        #expect(try desk.bookmarks.map(\.name) == ["b"])
    }

    @Test func editsOfDifferentFieldsBothStay() throws {
        let id = try desk.add("a", "https://a.example/", folder: "f")
        try desk.edit {
            try desk.change(id) { $0.folder = "g" }
        } _: {
            $0.change("a") { $0.title = "b" }
        }
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "b" && after.folder == "g" && after.lostValues.isEmpty)
    }

    @Test func overwrittenValueOfAFieldIsKept() throws {
        let id = try desk.add("a", "https://a.example/")
        try desk.edit {
            try desk.change(id) { $0.name = "elsewhere" }
        } _: {
            $0.change("a") { $0.title = "in the browser" }
        }
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser")
        #expect(after.lostValues.map(\.text) == ["elsewhere"])
    }

    @Test func bookmarkTheBrowserDidNotSeeStays() throws {
        try desk.add("a", "https://a.example/")
        try desk.edit {
            try desk.add("new", "https://new.example/", folder: "f")
        } _: {
            $0.remove("a")
        }
        #expect(try desk.bookmarks.map(\.name) == ["new"])
    }

    @Test func pageAddedInBothPlacesIsOneBookmark() throws {
        try desk.add("f", "https://f.example/", folder: "f")
        try desk.edit {
            try desk.add("new", "https://new.example/", folder: "f", tags: ["t"])
        } _: { file in
            file.add("new", "https://new.example/", in: file.number("f"))
        }
        #expect(try desk.bookmarks.filter { $0.name == "new" }.map(\.tags) == [["t"]])
    }

    // MARK: Uploads without a base

    @Test func uploadOfUnknownOriginDeletesNoBookmark() throws {
        let id = try desk.add("a", "https://a.example/", folder: "f", tags: ["t"])
        var file = XBELFile(highest: 3)
        let folder = file.add("f")
        file.add("again", "http://a.example", in: folder)
        file.add("b", "https://b.example/")
        #expect(try desk.upload(file) == 204)
        #expect(try desk.bookmarks.count == 2)
        #expect(try desk.bookmark(id)?.tags == ["t"])
        #expect(Set(try desk.bookmarks.map(\.folder)) == ["f", ""])
    }

    @Test func deletedBookmarkAddedAgainKeepsItsFields() throws {
        let id = try desk.add("a", "https://a.example/", folder: "f", tags: ["t"], notes: "n")
        try desk.add("b", "https://b.example/", folder: "f")
        try desk.controller.delete(ids: [id])
        try desk.edit { $0.add("a", "https://a.example/", in: $0.number("f")) }
        let back = try #require(try desk.bookmark(id))
        #expect(back.tags == ["t"] && back.notes == "n" && back.folder == "f")
    }

    @Test func archivedBookmarkAddedAgainKeepsItsTags() throws {
        let id = try desk.add("a", "https://a.example/", tags: ["t"])
        try desk.change(id) { $0.isArchived = true }
        #expect(try desk.file().entries.isEmpty)
        desk.now += BrowserFolder.frozenDuration
        try desk.edit { $0.add("a", "https://a.example/") }
        #expect(try desk.bookmarks.map(\.isArchived) == [false])
        #expect(try desk.bookmark(id)?.tags == ["t"])
    }

    @Test func addressWithAnotherFragmentIsAnotherBookmark() throws {
        let id = try desk.add("a", "https://a.example/#one", tags: ["t"])
        try desk.add("b", "https://b.example/")
        try desk.controller.delete(ids: [id])
        try desk.edit { $0.add("a", "https://a.example/#two") }
        #expect(try desk.bookmark(id) == nil)
        #expect(try desk.bookmarks.first { $0.name == "a" }?.url == "https://a.example/#two")
    }

    @Test func deletedBookmarkComesBackWithTheNewScheme() throws {
        let id = try desk.add("a", "http://a.example/", tags: ["t"])
        try desk.add("b", "https://b.example/")
        try desk.controller.delete(ids: [id])
        try desk.edit { $0.add("a", "https://a.example/") }
        #expect(try desk.bookmark(id)?.url == "https://a.example/")
        #expect(try desk.bookmark(id)?.tags == ["t"])
    }

    @Test func uploadOfACopiedFileDeletesNoBookmark() throws {
        try desk.add("a", "https://a.example/", folder: "work")
        try desk.add("b", "https://b.example/")
        _ = try desk.file()
        let other = try desk.file("work.xbel")
        #expect(other.outline == ["a <https://a.example/>"])
        #expect(try desk.upload(other) == 204)
        #expect(Set(try desk.bookmarks.map(\.name)) == ["a", "b"])
    }

    // MARK: Items that are not bookmarks

    @Test func separatorsStayInTheFile() throws {
        try desk.edit { file in
            file.add("a", "https://a.example/")
            file.add("-", "https://separator.floccus.org/?id=5")
            file.add("b", "https://b.example/")
        }
        #expect(try desk.bookmarks.map(\.name).sorted() == ["a", "b"])
        let before = try served()
        #expect(
            before == [
                "a <https://a.example/>", "- <https://separator.floccus.org/?id=5>",
                "b <https://b.example/>",
            ])
        try desk.edit { $0.remove("-") }
        #expect(try served().count == 2)
    }

    @Test func invalidAddressesStayInTheFile() throws {
        let long = "javascript:" + String(repeating: "x", count: WebAddress.maximumBytes)
        try desk.edit { file in
            file.add("long", long)
            file.add("empty", "")
            file.add("bare", "no scheme")
            file.add("data", "data:text/html,x")
        }
        #expect(try desk.bookmarks.map(\.name) == ["data"])
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.file().entries.map(\.title) == ["long", "empty", "bare", "data"])
    }

    // MARK: The brake

    @Test func manyDeletionsWaitForADecision() throws {
        for number in 0..<20 { try desk.add("\(number)", "https://\(number).example/") }
        try desk.edit { $0.entries.removeLast(11) }
        #expect(try desk.bookmarks.count == 20)
        #expect(try served().count == 20)
        #expect(try desk.home.browserDeletionCount() == 11)
        try desk.home.answerBrowserDeletions(deleting: true, with: desk.controller)
        #expect(try desk.bookmarks.count == 9)
        #expect(try desk.home.browserDeletionCount() == 0)
    }

    @Test func deletionsInPartsCountTogether() throws {
        for number in 0..<30 { try desk.add("\(number)", "https://\(number).example/") }
        try desk.edit { $0.entries.removeLast(6) }
        #expect(try desk.bookmarks.count == 24)
        try desk.edit { $0.entries.removeLast(6) }
        #expect(try desk.bookmarks.count == 24)
        #expect(try desk.home.browserDeletionCount() == 6)
        try desk.home.answerBrowserDeletions(deleting: false, with: desk.controller)
        #expect(try desk.bookmarks.count == 24)
        desk.now += 11 * 60_000
        try desk.edit { $0.entries.removeLast(4) }
        #expect(try desk.bookmarks.count == 20)
    }

    /// A profile is looked at each second, and a browser may need minutes for its deletions.
    @Test func deletionsInManySmallPartsCountTogether() throws {
        for number in 0..<100 { try desk.add("\(number)", "https://\(number).example/") }
        for _ in 0..<20 {
            try desk.edit { $0.entries.removeLast(2) }
            desk.now += 1000
        }
        #expect(try desk.bookmarks.count > 70)
        #expect(try desk.home.browserDeletionCount() > 0)
    }

    /// Firefox has titles of up to 4,096 characters, also for folders in folders.
    @Test func bookmarkInAFolderWithATooLongPathStaysInTheFile() throws {
        try desk.edit { file in
            let outer = file.add(String(repeating: "f", count: 3000))
            let inner = file.add(String(repeating: "g", count: 3000), in: outer)
            file.add("inside", "https://inside.example/", in: inner)
            file.add("beside", "https://beside.example/")
        }
        #expect(try desk.bookmarks.map(\.name) == ["beside"])
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.file().entry("inside")?.url == "https://inside.example/")
    }

    /// Another device's file has numbers that this one has not given out.
    @Test func numbersOfAnotherDeviceAreNotGivenOutAgain() throws {
        let other = try BrowserDesk()
        try other.add("theirs", "https://theirs.example/")
        let foreign = try other.file()
        try desk.add("ours", "https://ours.example/")
        _ = try desk.file()
        #expect(try desk.upload(foreign) == 204)
        #expect(try Set(desk.bookmarks.map(\.url)).count == 2)
        desk.now += BrowserFolder.frozenDuration
        let served = try desk.file()
        let last = try #require(served.highest)
        #expect(served.entries.allSatisfy { $0.number <= last })
        #expect(Set(served.entries.map(\.number)).count == served.entries.count)
    }
}
