import BookmarkLibrary
import Bookmarks
import Testing

/// One change to several bookmarks.
struct BulkEditTests {
    let desk: Desk
    let ids: [String]
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
        ids = [
            try desk.add("One", "https://example.com/1", tags: ["a"]),
            try desk.add("Two", "https://example.com/2", tags: ["B", "c"]),
            try desk.add("Three", "https://example.com/3"),
        ]
    }

    private func tags() throws -> [[String]] {
        try ids.map { try desk.draft($0)?.tags ?? ["gone"] }
    }

    @Test func addingOrRemovingTagsIsOneUndoStep() throws {
        let added = try controller.change(.addTags(["b", "x"]), ids: ids)
        #expect(added?.what == "Added #b #x to 3 bookmarks")
        #expect(added?.ids == ids)
        #expect(try tags() == [["a", "b", "x"], ["B", "c", "x"], ["b", "x"]])
        #expect(controller.nextUndo == "Added #b #x to 3 bookmarks")
        let taken = try controller.change(.removeTags(["b", "a"]), ids: ids)
        #expect(taken?.what == "Removed #b #a from 3 bookmarks")
        #expect(try tags() == [["x"], ["c", "x"], ["x"]])
        _ = try controller.undo()
        _ = try controller.undo()
        #expect(try tags() == [["a"], ["B", "c"], []])
        _ = try controller.redo()
        #expect(try tags() == [["a", "b", "x"], ["B", "c", "x"], ["b", "x"]])
    }

    @Test func bookmarksThatAlreadyHaveTheTagAreLeftOut() throws {
        let changed = try controller.change(.addTags(["A"]), ids: Array(ids.prefix(2)))
        #expect(changed?.what == "Added #A to “Two”")
        #expect(changed?.ids == [ids[1]])
        #expect(try controller.change(.addTags(["a"]), ids: Array(ids.prefix(2))) == nil)
        #expect(controller.nextUndo == "Added #A to “Two”")
    }

    @Test func bookmarksMoveIntoAndOutOfFolders() throws {
        #expect(
            try controller.change(.setFolder("work/x"), ids: ids)?.what
                == "Moved 3 bookmarks to work/x")
        #expect(try ids.map { try desk.draft($0)?.folder } == ["work/x", "work/x", "work/x"])
        #expect(
            try controller.change(.setFolder(""), ids: [ids[0]])?.what
                == "Moved “One” out of all folders")
        #expect(try desk.draft(ids[0])?.folder == "")
    }

    @Test func deletedBookmarksAreLeftOut() throws {
        try controller.delete(ids: [ids[0]])
        let changed = try controller.change(.addTags(["x"]), ids: ids + ["nobody"])
        #expect(changed?.ids == Array(ids.dropFirst()))
        #expect(try controller.isLive(id: ids[0]) == false)
    }

    @Test func tooLongTagChangesNoBookmark() throws {
        let long = String(repeating: "x", count: BookmarkDraft.maximumTagLength + 1)
        #expect(throws: DraftError.self) { try controller.change(.addTags([long]), ids: ids) }
        #expect(try tags() == [["a"], ["B", "c"], []])
    }

    @Test(arguments: [
        (BulkEdit.addTags(["a", "b", "c", "d", "e"]), 2, "They have #a #b #c and 2 more already"),
        (.addTags(["a"]), 1, "“X” has #a already"), (.removeTags(["a"]), 1, "“X” has no tag #a"),
        (.removeTags(["a", "b"]), 3, "They have none of the tags #a #b"),
        (.setFolder("w"), 2, "They are in w already"), (.setFolder(""), 1, "“X” is in no folder"),
    ]) func editWithoutEffectGivesAReason(_ bulk: BulkEdit, _ count: Int, _ reason: String) {
        #expect(bulk.reasonForNothing(in: count, name: "X") == reason)
    }
}
