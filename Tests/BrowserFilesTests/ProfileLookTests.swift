import BookmarkLibrary
import Bookmarks
import BrowserFiles
import DeviceStore
import Testing

/// The bookmarks and folders that Cloudy takes from a browser's profile when it looks at it.
struct ProfileLookTests {
    private typealias Item = BrowserTree.Item

    private let desk: BrowserDesk

    init() throws { desk = try BrowserDesk() }

    private func tree(_ items: [Item]) -> BrowserTree {
        var tree = BrowserTree()
        for item in items { tree.add(item) }
        return tree
    }

    private func page(_ guid: String, in folder: String = "", tags: [String] = []) -> Item {
        Item(guid: guid, parent: folder, title: guid, url: "https://\(guid).example/", tags: tags)
    }

    private func folder(_ guid: String, in parent: String = "") -> Item {
        Item(guid: guid, parent: parent, title: guid)
    }

    @discardableResult
    private func look(
        _ items: [Item], at path: String = "/ff/places.sqlite",
        _ options: ProfileLook.Options = ProfileLook.Options()
    ) throws -> ProfileLook.Outcome {
        try ProfileLook.take(
            tree(items), ofProfile: path, options, now: desk.now, into: desk.library)
    }

    private func names() throws -> [String] { try desk.bookmarks.map(\.name).sorted() }

    private func bookmark(named name: String) throws -> Bookmark {
        try #require(try desk.bookmarks.first { $0.name == name })
    }

    @Test func firstLookAddsNoBookmarks() throws {
        #expect(try look([page("a"), page("b")]).isFirst)
        #expect(try names() == [])
        #expect(try look([page("a"), page("b")]) == ProfileLook.Outcome())
    }

    @Test func bookmarkAddedAfterTheFirstLookIsTaken() throws {
        try look([folder("f"), page("a", in: "f")])
        let outcome = try look([
            folder("f"), page("a", in: "f"), page("b", in: "f", tags: ["one", "two"]),
        ])
        #expect(outcome.added == 1)
        let found = try bookmark(named: "b")
        #expect(found.url == "https://b.example/")
        #expect(found.folder == "f")
        #expect(found.tags == ["one", "two"])
        #expect(try names() == ["b"])
    }

    @Test func firstLookCanTakeAllBookmarks() throws {
        let outcome = try look(
            [folder("f"), page("a", in: "f"), page("b")],
            ProfileLook.Options(takesAll: true))
        #expect(outcome.added == 2)
        #expect(try names() == ["a", "b"])
        #expect(try bookmark(named: "a").folder == "f")
        let again = try look(
            [folder("f"), page("a", in: "f"), page("b")], ProfileLook.Options(takesAll: true))
        #expect(again.added == 0)
        #expect(try names() == ["a", "b"])
    }

    @Test func browserChangesKeepTagsAndNotes() throws {
        let id = try desk.add("a", "https://a.example/", tags: ["mine"], notes: "n")
        try look([folder("f"), page("a")])
        var changed = page("a", in: "f")
        changed.title = "Other"
        changed.url = "https://other.example/"
        try look([folder("f"), changed])
        let found = try #require(try desk.bookmark(id))
        #expect(found.name == "Other")
        #expect(found.url == "https://other.example/")
        #expect(found.folder == "f")
        #expect(found.tags == ["mine"])
        #expect(found.notes == "n")
    }

    @Test func renamedFolderMovesItsBookmarks() throws {
        let all = [folder("f"), page("a", in: "f")]
        try look(all, ProfileLook.Options(takesAll: true))
        try look([Item(guid: "f", parent: "", title: "g"), page("a", in: "f")])
        #expect(try bookmark(named: "a").folder == "g")
    }

    @Test func editsInCloudyStayWhenTheBrowserChangesOtherBookmarks() throws {
        try look([])
        try look([page("a")])
        let id = try bookmark(named: "a").id
        try desk.change(id) {
            $0.name = "Mine"
            $0.folder = "here"
            $0.tags = ["t"]
        }
        try look([page("a"), page("b")])
        #expect(try bookmark(named: "Mine").folder == "here")
        #expect(try bookmark(named: "Mine").tags == ["t"])
        #expect(try names() == ["Mine", "b"])
    }

    @Test func onlyTagsThatTheBrowserChangedAreEdited() throws {
        try look([])
        try look([page("a", tags: ["one", "two"])])
        let id = try bookmark(named: "a").id
        try desk.change(id) { $0.tags.append("mine") }
        try look([page("a", tags: ["two", "three"])])
        #expect(try desk.bookmark(id)?.tags.sorted() == ["mine", "three", "two"])
    }

    @Test func deletionInTheBrowserIsTaken() throws {
        try look([page("a")], ProfileLook.Options(takesAll: true))
        try desk.change(try bookmark(named: "a").id) { $0.notes = "edited in Cloudy" }
        #expect(try look([page("b")]).deleted == 1)
        #expect(try names() == ["b"])
    }

    @Test func deletionOfAPageThatWasNeverTakenDeletesNoBookmark() throws {
        try look([page("a"), page("b")])
        let id = try desk.add("other", "https://other.example/")
        #expect(try look([page("b")]).deleted == 0)
        #expect(try desk.bookmark(id) != nil)
    }

    @Test func archivedBookmarkIsNotDeleted() throws {
        try look([page("a")], ProfileLook.Options(takesAll: true))
        let id = try bookmark(named: "a").id
        try desk.change(id) { $0.isArchived = true }
        #expect(try look([]).deleted == 0)
        #expect(try desk.bookmark(id) != nil)
    }

    @Test func bookmarkDeletedInCloudyReturnsOnlyIfTheBrowserEditsIt() throws {
        try look([])
        try look([page("a")])
        try desk.controller.delete(ids: [try bookmark(named: "a").id])
        try look([page("a"), page("b")])
        #expect(try names() == ["b"])
        var changed = page("a")
        changed.title = "Again"
        try look([changed, page("b")])
        #expect(try names() == ["Again", "b"])
    }

    @Test func manyDeletionsWaitAndAreReportedAgain() throws {
        let pages = (0..<30).map { page("p\($0)") }
        try look(pages, ProfileLook.Options(takesAll: true))
        let left = Array(pages.prefix(10))
        let first = try look(left)
        #expect(first.held == 20)
        #expect(first.deleted == 0)
        let second = try look(left + [page("new")])
        #expect(second.held == 20)
        #expect(second.added == 1)
        #expect(try desk.bookmarks.count == 31)
        let accepted = try look(
            left + [page("new")], ProfileLook.Options(acceptsDeletions: true))
        #expect(accepted.deleted == 20)
        #expect(try desk.bookmarks.count == 11)
        #expect(try look(left + [page("new")]) == ProfileLook.Outcome())
    }

    @Test func restoredBookmarksNoLongerWaitForDeletion() throws {
        let pages = (0..<30).map { page("p\($0)") }
        try look(pages, ProfileLook.Options(takesAll: true))
        #expect(try look(Array(pages.prefix(10))).held == 20)
        #expect(try desk.home.browserDeletionCount() == 20)
        #expect(try look(pages).held == 0)
        #expect(try desk.home.browserDeletionCount() == 0)
        #expect(try desk.bookmarks.count == 30)
    }

    /// The open list and `cloudy serve deletions` decide about these deletions as about floccus's.
    @Test(arguments: [true, false]) func decisionInCloudyEndsTheWait(
        _ isDeleting: Bool
    ) throws {
        let pages = (0..<30).map { page("p\($0)", in: $0 < 10 ? "" : "f") }
        try look(
            pages.prefix(10) + [folder("f")] + pages.dropFirst(10),
            ProfileLook.Options(takesAll: true))
        let left = Array(pages.prefix(10))
        #expect(try look(left).held == 20)
        let waiting = try desk.home.browserDeletions()
        #expect(waiting.rows.count == 20)
        #expect(waiting.profiles == ["/ff/places.sqlite"] && waiting.files.isEmpty)
        try desk.home.answerBrowserDeletions(deleting: isDeleting, with: desk.controller)
        #expect(try desk.home.browserDeletionCount() == 0)
        let before = try desk.bookmarks
        #expect(before.count == (isDeleting ? 10 : 30))
        #expect(try look(left) == ProfileLook.Outcome(), "a later look must not report them")
        #expect(try look(left + [page("new")]).added == 1)
        #expect(try desk.bookmarks.filter { $0.name != "new" } == before)
        // A single deletion does not count as one of many.
        #expect(try look(Array(left.dropFirst()) + [page("new")]).deleted == 1)
    }

    @Test func archivedBookmarksDoNotCountAsHeldDeletions() throws {
        let pages = (0..<30).map { page("p\($0)") }
        try look(pages, ProfileLook.Options(takesAll: true))
        let id = try bookmark(named: "p29").id
        try desk.change(id) { $0.isArchived = true }
        #expect(try look(Array(pages.prefix(10))).held == 19)
        #expect(try !desk.home.browserDeletions().rows.map(\.id).contains(id))
    }

    @Test func profilesWithTheSamePageAreTrackedSeparately() throws {
        let options = ProfileLook.Options(takesAll: true)
        try look([page("a")], at: "/one", options)
        try look([page("a")], at: "/two", options)
        #expect(try desk.bookmarks.count == 1)
        var changed = page("a")
        changed.title = "Renamed"
        try look([changed], at: "/two")
        #expect(try names() == ["Renamed"])
        // The other profile still has the bookmark as it was.
        #expect(try look([page("a")], at: "/one") == ProfileLook.Outcome())
        #expect(try names() == ["Renamed"])
    }

    @Test func restartRemembersTheLastLook() throws {
        try look([page("a"), page("b")], ProfileLook.Options(takesAll: true))
        let home = try Home(desk.home.location)
        let mirror = try home.openMirror()
        let library = HomeBrowserLibrary(home, home.makeController(mirror: mirror))
        let outcome = try ProfileLook.take(
            tree([page("b")]), ofProfile: "/ff/places.sqlite", now: desk.now, into: library)
        #expect(outcome.deleted == 1)
        #expect(try names() == ["b"])
    }

    @Test func profileIsNotListedAmongTheFiles() throws {
        try look([page("a")], ProfileLook.Options(takesAll: true))
        #expect(try desk.library.fileNames() == [])
        #expect(try ProfileLook.isKnown("/ff/places.sqlite", in: desk.library))
        #expect(try !ProfileLook.isKnown("/other", in: desk.library))
    }

    @Test func invalidAddressesInAProfileAreIgnored() throws {
        let odd = Item(guid: "odd", parent: "", title: "odd", url: "no address")
        try look([])
        try look([odd, page("a")])
        try look([page("a"), odd])
        try look([page("a")])
        #expect(try names() == ["a"])
    }
}
