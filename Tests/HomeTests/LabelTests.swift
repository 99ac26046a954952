import BookmarkLibrary
import Bookmarks
import ScratchFolder
import Testing

/// Renaming and deleting tags and folders on all bookmarks at once.
@Suite struct LabelTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @discardableResult
    private func add(_ tags: [String], in folder: String = "") throws -> String {
        let number = try desk.home.catalog.count()
        return try controller.add(
            BookmarkDraft(
                name: "\(number)", url: "https://example.com/\(number)", tags: tags, folder: folder)
        )
    }

    private func tags(_ id: String) throws -> [String]? { try desk.draft(id)?.tags }
    private func folder(_ id: String) throws -> String? { try desk.draft(id)?.folder }

    private func counted() throws -> [String] {
        try controller.tagCounts().map { "\($0.name) \($0.count)" }
    }

    private func tree() throws -> [String] {
        try FolderCount.tree(desk.home.catalog.folders(withArchived: true)).map {
            "\($0.path) \($0.own) \($0.total)"
        }
    }

    @Test func tagCountsIgnoreCase() throws {
        try add(["swift", "Lang"])
        try add(["Swift", "élan"])
        try add(["swift"])
        try add([])
        #expect(try counted() == ["élan 1", "Lang 1", "swift 3"])
    }

    @Test func renamedTagKeepsItsPosition() throws {
        let one = try add(["a", "Swift", "b"])
        let two = try add(["swift"])
        let three = try add(["swiftly"])
        let changed = try controller.rename(tags: ["swift"], to: "#swiftlang")
        #expect(changed.map { Set($0.ids) } == [one, two])
        #expect(try tags(one) == ["a", "swiftlang", "b"])
        #expect(try tags(two) == ["swiftlang"])
        #expect(try tags(three) == ["swiftly"])
        #expect(controller.nextUndo == "Renamed #swift to #swiftlang")
        #expect(try controller.undo()?.isWhole == true)
        #expect(try tags(one) == ["a", "Swift", "b"])
        #expect(try tags(two) == ["swift"])
        #expect(try controller.redo()?.isWhole == true)
        #expect(try counted() == ["a 1", "b 1", "swiftlang 2", "swiftly 1"])
    }

    @Test func renamingTagsToAnExistingTagMergesThem() throws {
        let one = try add(["js", "web", "JavaScript"])
        let two = try add(["ecma"])
        try controller.rename(tags: ["js", "ecma"], to: "javascript")
        #expect(try tags(one) == ["javascript", "web"])
        #expect(try tags(two) == ["javascript"])
        #expect(controller.nextUndo == "Merged #js, #ecma into #javascript")
    }

    @Test func renamingCanChangeTheCaseOfATag() throws {
        let one = try add(["Swift"])
        let two = try add(["swift"])
        #expect(try controller.rename(tags: ["Swift"], to: "swift")?.ids == [one])
        #expect(try tags(one) == ["swift"] && tags(two) == ["swift"])
        #expect(controller.nextUndo == "Renamed #Swift to #swift")
    }

    @Test func deletingATagLeavesItsBookmarks() throws {
        let one = try add(["old", "new"])
        try add(["old"])
        try controller.delete(tags: ["OLD"])
        #expect(try tags(one) == ["new"])
        #expect(try desk.home.catalog.count() == 2)
        #expect(controller.nextUndo == "Removed #OLD")
    }

    /// A message says what happened to the bookmarks.
    @Test func messagesTellWhatHappenedToTheBookmarks() throws {
        try add(["old", "new"], in: "a/b")
        #expect(try controller.change(.deleteTag("new"))?.what == "Removed #new from 1 bookmark")
        try add(["old"], in: "a/b/c")
        #expect(try controller.change(.deleteTag("old"))?.what == "Removed #old from 2 bookmarks")
        #expect(
            try controller.change(.deleteFolder("a/b"))?.what
                == "Removed the folder “a/b”; 2 bookmarks moved to the folder above")
        #expect(
            try controller.change(.renameFolder("a", to: "z"))?.what
                == "Renamed the folder “a” to “z” (2 bookmarks)")
        // There is no folder above.
        #expect(
            try controller.change(.deleteFolder("z"))?.what
                == "Removed the folder “z” from 2 bookmarks")
    }

    @Test(arguments: ["two words", "a,b", "", " #", "\t"])
    func invalidTagNameIsRefused(name: String) throws {
        let id = try add(["a"])
        #expect(throws: LabelError.notOneTag(name)) {
            try controller.rename(tags: ["a"], to: name)
        }
        #expect(throws: LabelError.noTag("b")) { try controller.delete(tags: ["a", "b"]) }
        #expect(throws: DraftError.self) {
            try controller.rename(tags: ["a"], to: String(repeating: "x", count: 257))
        }
        #expect(try tags(id) == ["a"])
    }

    /// Two devices rename one tag at the same moment: both names stay, on all devices.
    @Test func tagRenamedOnTwoDevicesAtOnceGetsBothNames() async throws {
        let both = try add(["swift", "x"])
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let late = try laptop.add("Late", "https://example.com/late", tags: ["swift"])
        try controller.rename(tags: ["swift"], to: "swiftlang")
        try laptop.controller.rename(tags: ["swift"], to: "apple")
        for device in [desk, laptop, desk, laptop] { try await device.sync() }
        for device in [desk, laptop] {
            #expect(try Set(device.draft(both)?.tags ?? []) == ["apple", "swiftlang", "x"])
            // The desk did not know this bookmark, and so did not rename its tag.
            #expect(try device.draft(late)?.tags == ["apple"])
        }
    }

    /// A rename changes the bookmarks that have the tag, and no later ones.
    @Test func bookmarkTaggedOnAnotherDeviceMeanwhileKeepsItsTag() async throws {
        let here = try add(["swift"])
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let there = try laptop.add("There", "https://example.com/there", tags: ["swift"])
        try controller.rename(tags: ["swift"], to: "apple")
        for device in [laptop, desk, laptop] { try await device.sync() }
        #expect(try laptop.draft(here)?.tags == ["apple"])
        #expect(try desk.draft(there)?.tags == ["swift"])
    }

    @Test func foldersAreCountedAsATree() throws {
        try add([], in: "work/swift")
        try add([], in: "work/swift/server")
        try add([], in: "work b")
        try add([], in: "work")
        try add([], in: "Home//garden/")
        try add([])
        #expect(
            try tree() == [
                "Home 0 1", "Home/garden 1 1", "work 1 3", "work/swift 1 2",
                "work/swift/server 1 1", "work b 1 1",
            ])
    }

    @Test func folderMovesWithItsSubfolders() throws {
        let top = try add([], in: "work")
        let below = try add([], in: "work/swift/server")
        let other = try add([], in: "workshop")
        let changed = try controller.rename(folder: "work/", to: " old / jobs")
        #expect(changed.map { Set($0.ids) } == [top, below])
        #expect(try folder(top) == "old/jobs" && folder(below) == "old/jobs/swift/server")
        #expect(try folder(other) == "workshop")
        #expect(controller.nextUndo == "Moved the folder “work” to “old/jobs”")
        try controller.rename(folder: "old/jobs/swift", to: "workshop")
        #expect(controller.nextUndo == "Merged the folder “old/jobs/swift” into “workshop”")
        #expect(try tree() == ["old 0 1", "old/jobs 1 1", "workshop 1 2", "workshop/server 1 1"])
        _ = try controller.undo()
        #expect(try controller.undo()?.isWhole == true)
        #expect(try folder(top) == "work" && folder(below) == "work/swift/server")
    }

    @Test func bookmarksOfADeletedFolderMoveToTheFolderAbove() throws {
        let one = try add([], in: "a/b")
        let two = try add([], in: "a/b/c")
        try controller.delete(folder: "a/b")
        #expect(try folder(one) == "a" && folder(two) == "a/c")
        #expect(controller.nextUndo == "Removed the folder “a/b”")
        try controller.delete(folder: "a")
        #expect(try folder(one) == "" && folder(two) == "c")
    }

    /// As with tags, case makes no difference to folders; stored paths keep their spelling.
    @Test func foldersIgnoreCaseAndKeepTheirSpelling() throws {
        let ids = [
            try add([], in: "Work/A"), try add([], in: "work/B"), try add([], in: "work/a"),
            try add([], in: "Work/Cafe\u{301}"), try add([], in: "work/CAFÉ"),
        ]
        #expect(try tree() == ["work 0 5", "work/A 2 2", "work/B 1 1", "work/CAFÉ 2 2"])
        for (id, path) in zip(ids, ["Work/A", "work/B", "work/a"]) {
            #expect(try folder(id) == path, "counting must not rename folders")
        }
        let all = controller.list.count
        try controller.filter(Query("folder:WORK/a"))
        #expect(controller.list.count == 2 && all == 5)
    }

    @Test func renamingAFolderIgnoresCase() throws {
        let one = try add([], in: "Work/A/x")
        let two = try add([], in: "work/B")
        try controller.rename(folder: "WORK", to: "jobs")
        #expect(try folder(one) == "jobs/A/x" && folder(two) == "jobs/B")
        try controller.rename(folder: "jobs", to: "Jobs")
        #expect(try folder(one) == "Jobs/A/x" && folder(two) == "Jobs/B")
        #expect(controller.nextUndo == "Renamed the folder “jobs” to “Jobs”")
        // The folders above the moved one keep their spelling.
        try controller.rename(folder: "JOBS/b", to: "jobs/a")
        #expect(controller.nextUndo == "Merged the folder “JOBS/b” into “jobs/a”")
        try controller.delete(folder: "jobs/a")
        #expect(try folder(one) == "Jobs/x" && folder(two) == "jobs")
        #expect(throws: LabelError.folderInItself("jobs")) {
            try controller.rename(folder: "jobs", to: "JOBS/x")
        }
    }

    @Test func folderCannotMoveIntoItself() throws {
        let id = try add([], in: "a/b")
        #expect(throws: LabelError.folderInItself("a")) {
            try controller.rename(folder: "a", to: "a/b/c")
        }
        #expect(throws: LabelError.noFolder("c")) { try controller.delete(folder: "c") }
        #expect(throws: DraftError.self) {
            try controller.rename(folder: "a", to: String(repeating: "x", count: 4095))
        }
        #expect(try folder(id) == "a/b")
    }
}
