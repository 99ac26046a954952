import BookmarkLibrary
import Bookmarks
import BrowserFiles
import TestSupport
import Testing

/// Items that a browser and Cloudy both edit between two syncs.
@Suite(.ownThread)
struct LastSyncTests {
    private let desk: BrowserDesk
    private let one = FloccusProfile("one")
    private let two = FloccusProfile("two")

    init() throws { desk = try BrowserDesk() }

    /// Adds two bookmarks in a folder, syncs both browsers, and returns the id of the first.
    private func add(tags: [String] = []) throws -> String {
        let id = try desk.add("a", "https://a.example/", folder: "x", tags: tags)
        try desk.add("b", "https://b.example/", folder: "x")
        try sync(one)
        try sync(two)
        return id
    }

    private func sync(_ profile: FloccusProfile) throws {
        guard case .done = try profile.sync({ try desk.send($0) }) else {
            Issue.record("the sync must be completed")
            return
        }
        desk.now += BrowserFolder.frozenDuration
    }

    /// Restarts the server, so that it loses what it has in memory.
    private func restart() throws {
        desk.folder = BrowserFolder(prefix: "/dav", plain: try desk.home.openPlainFiles())
    }

    // MARK: Both edited

    @Test func overwrittenNameFromCloudyIsKeptAsAConflict() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.name = "in Cloudy" }
        try restart()
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser")
        #expect(after.lostValues.map(\.text) == ["in Cloudy"])
    }

    @Test(arguments: ["name", "tags", "notes", "folder"])
    func browserDeletionKeepsABookmarkEditedInCloudy(_ field: String) throws {
        let id = try add()
        one.remove("a")
        try desk.change(id) { draft in
            switch field {
            case "name": draft.name = "in Cloudy"
            case "tags": draft.tags = ["t"]
            case "notes": draft.notes = "typed"
            default: draft.folder = "y"
            }
        }
        try restart()
        try sync(one)
        let stays = try #require(try desk.bookmark(id))
        try sync(one)
        #expect(one.local.outline.contains { $0.contains(stays.name + " <https://a.example/>") })
        // Now the browser has seen the edit.
        one.remove(stays.name)
        try sync(one)
        #expect(try desk.bookmark(id) == nil)
    }

    @Test func browserDeletionDeletesAnUneditedBookmark() throws {
        let id = try add(tags: ["t"])
        one.remove("a")
        try sync(one)
        #expect(try desk.bookmark(id) == nil)
    }

    @Test func folderFromCloudyStaysWhenTheBrowserRenames() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.folder = "y" }
        try restart()
        try sync(one)
        for _ in 0..<3 {
            let after = try #require(try desk.bookmark(id))
            #expect(after.name == "in the browser" && after.folder == "y")
            #expect(after.lostValues.isEmpty)
            try sync(one)
        }
        #expect(one.local.outline.contains("  in the browser <https://a.example/>"))
    }

    @Test func nameFromCloudyStaysWhenTheBrowserMoves() throws {
        let id = try add()
        one.move("a", into: nil)
        try desk.change(id) { $0.name = "in Cloudy" }
        try sync(one)
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in Cloudy" && after.folder.isEmpty && after.lostValues.isEmpty)
        #expect(one.local.outline.contains("in Cloudy <https://a.example/>"))
    }

    @Test func overwrittenFolderFromCloudyIsKeptAsAConflict() throws {
        let id = try add()
        one.move("a", into: nil)
        try desk.change(id) { $0.folder = "y" }
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.folder.isEmpty)
        #expect(after.lostValues.map(\.text) == ["y"])
    }

    @Test func oldNameUploadedByFloccusIsNotAnEdit() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.folder = "y" }
        try sync(one)
        // Floccus shows the old name until its next sync, and writes it with the move.
        #expect(one.local.outline.contains { $0.contains("a <https://a.example/>") })
        one.move("a", into: nil)
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser" && after.folder.isEmpty)
    }

    @Test func newAddressIsMergedWithTheNameFromCloudy() throws {
        let id = try add()
        one.changeAddress(of: "a", to: "https://new.example/")
        try desk.change(id) { $0.name = "in Cloudy" }
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in Cloudy" && after.url == "https://new.example/")
        #expect(try desk.bookmarks.count == 2)
    }

    @Test func folderMovedInCloudyStaysWhenTheBrowserRenamesIt() throws {
        _ = try add()
        try desk.edit { _ in }
        _ = try desk.controller.rename(folder: "x", to: "outer/x")
        // Floccus uploads a folder that was renamed in the browser like this.
        try desk.edit { file in
            file.change("x") { ($0.title, $0.parent) = ("z", 0) }
            file.sort()
        }
        #expect(Set(try desk.bookmarks.map(\.folder)) == ["outer/z"])
    }

    @Test func fileOfOneFolderKeepsBothEdits() throws {
        let id = try desk.add("a", "https://a.example/", folder: "work/x")
        try desk.add("b", "https://b.example/", folder: "work/x")
        let profile = FloccusProfile("one", file: "work.xbel")
        try sync(profile)
        profile.rename("a", "in the browser")
        try desk.change(id) { $0.folder = "work/y" }
        try sync(profile)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser" && after.folder == "work/y")
    }

    // MARK: What the browser saw

    @Test func moveBackAfterACompleteMergeIsApplied() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.folder = "y" }
        try sync(one)
        // Floccus took everything that it was served. The person then returns to what it had
        // uploaded.
        one.rename("a", "in the browser")
        one.move("in the browser", into: "x")
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser" && after.folder == "x" && after.lostValues.isEmpty)
    }

    @Test func moveBackUnderTheOldNameIsApplied() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.folder = "y" }
        try sync(one)
        // Floccus shows the old name until its next sync.
        one.move("a", into: "x")
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser" && after.folder == "x")
    }

    @Test func renameBackAfterAMergeIsApplied() throws {
        let id = try add()
        one.move("a", into: nil)
        try desk.change(id) { $0.name = "in Cloudy" }
        try sync(one)
        one.rename("in Cloudy", "a")
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "a" && after.folder.isEmpty)
    }

    /// With its strategy “overwrite”, floccus uploads the browser's bookmarks unchanged.
    @Test func overwritingBrowserWins() throws {
        let id = try add()
        let browser = try desk.file()
        desk.now += BrowserFolder.frozenDuration
        try desk.change(id) { ($0.name, $0.folder) = ("in Cloudy", "y") }
        try desk.edit { $0.entries = browser.entries }
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "a" && after.folder == "x" && after.lostValues.isEmpty)
    }

    @Test func syncThatFloccusMayHaveRefusedIsNotCounted() throws {
        for number in 50..<55 { try desk.add("\(number)", "https://\(number).example/") }
        let id = try add()
        try desk.change(id) { $0.name = "in Cloudy" }
        for number in 0..<30 { try desk.add("\(number)", "https://\(number).example/") }
        // Floccus's failsafe stops the sync before it adds so many bookmarks, and sends the
        // requests of an idle sync.
        try desk.send("PUT", "bookmarks.xbel.lock")
        _ = try desk.file()
        try desk.send("DELETE", "bookmarks.xbel.lock")
        one.remove("a")
        try sync(one)
        #expect(try desk.bookmark(id)?.name == "in Cloudy")
    }

    @Test func bookmarkAddedAgainLeavesTheArchiveAndCanBeDeleted() throws {
        let id = try add()
        let item = try #require(one.item("a"))
        try desk.change(id) { $0.isArchived = true }
        try sync(one)
        one.local.add(one.newID(), item)
        try sync(one)
        #expect(try desk.bookmark(id)?.isArchived == false)
        one.remove("a")
        try sync(one)
        #expect(try desk.bookmark(id) == nil)
    }

    @Test func renameToAnEarlierNameIsAnEdit() throws {
        let id = try add()
        try desk.change(id) { $0.name = "in Cloudy" }
        try sync(one)
        one.rename("in Cloudy", "a")
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "a" && after.lostValues.isEmpty)
    }

    @Test func renameThatUndoesAnUploadIsAnEdit() throws {
        let id = try add()
        one.rename("a", "in the browser")
        // The browser was closed before it released the lock.
        #expect(try stopped(one, at: 9) == .stopped)
        #expect(try desk.bookmark(id)?.name == "in the browser")
        desk.now += BrowserFolder.lockDuration
        one.rename("in the browser", "a")
        try sync(one)
        #expect(try desk.bookmark(id)?.name == "a")
    }

    @Test func stoppedSyncIsNotCounted() throws {
        let id = try add()
        one.rename("a", "in the browser")
        try desk.change(id) { $0.name = "in Cloudy" }
        #expect(try stopped(one, at: 5) == .stopped)
        desk.now += BrowserFolder.lockDuration
        try sync(one)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in the browser")
        #expect(after.lostValues.map(\.text) == ["in Cloudy"])
    }

    /// A sync during which the browser is closed, at one of its requests.
    private func stopped(
        _ profile: FloccusProfile, at stop: Int
    ) throws -> FloccusProfile.Outcome {
        var count = 0
        return try profile.sync { request in
            count += 1
            if count == stop { throw FloccusProfile.Stopped() }
            return try desk.send(request)
        }
    }

    @Test func lateUploadIsComparedWithTheTextItStartedFrom() throws {
        let id = try add()
        var late = try desk.file()
        desk.now += BrowserFolder.frozenDuration
        try desk.change(id) { $0.name = "in Cloudy" }
        try sync(one)
        late.change("a") { $0.title = "late" }
        #expect(try desk.upload(late) == 204)
        #expect(try desk.bookmark(id)?.lostValues.map(\.text) == ["in Cloudy"])
    }

    @Test func namesFromTwoBrowsersAreBothKept() throws {
        let id = try add()
        one.rename("a", "in one")
        two.rename("a", "in two")
        try sync(one)
        try sync(two)
        let after = try #require(try desk.bookmark(id))
        #expect(after.name == "in two")
        #expect(after.lostValues.map(\.text) == ["in one"])
    }

    @Test func browserDoesNotDeleteABookmarkAnotherBrowserEdited() throws {
        let id = try add()
        one.rename("a", "in one")
        two.remove("a")
        try sync(one)
        try sync(two)
        #expect(try desk.bookmark(id)?.name == "in one")
        // A bookmark that nobody edited since is deleted, though its folder was renamed.
        _ = try desk.controller.rename(folder: "x", to: "z")
        try sync(one)
        two.remove("b")
        try sync(two)
        #expect(try desk.bookmarks.map(\.name) == ["in one"])
    }

    @Test func keptBookmarksDoNotCountAsHeldDeletions() throws {
        for number in 0..<20 { try desk.add("\(number)", "https://\(number).example/") }
        try sync(one)
        for bookmark in try desk.bookmarks.prefix(11) {
            one.remove(bookmark.name)
            try desk.change(bookmark.id) { $0.tags = ["t"] }
        }
        try sync(one)
        #expect(try desk.bookmarks.count == 20)
        #expect(try desk.home.browserDeletionCount() == 0)
    }
}

extension FloccusProfile {
    private func id(_ title: String) -> Int? {
        local.items.first { $0.value.title == title }?.key
    }

    fileprivate func item(_ title: String) -> FloccusTree.Item? {
        id(title).flatMap { local.items[$0] }
    }

    fileprivate func rename(_ title: String, _ new: String) {
        if let id = id(title) { local.items[id]?.title = new }
    }

    fileprivate func remove(_ title: String) {
        if let id = id(title) { local.remove(id) }
    }

    fileprivate func move(_ title: String, into folder: String?) {
        if let id = id(title) { local.move(id, to: folder.flatMap { self.id($0) } ?? 0) }
    }

    /// Floccus treats a bookmark with another address as another bookmark.
    fileprivate func changeAddress(of title: String, to url: String) {
        guard let id = id(title), var item = local.items[id] else { return }
        local.remove(id)
        item.url = url
        local.add(newID(), item)
    }
}
