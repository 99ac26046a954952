import BookmarkLibrary
import Bookmarks
import KeyValueStore
import Testing

/// Undo and redo.
struct UndoTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @Test func undoAndRedoGoStepByStep() throws {
        let id = try desk.add("One", "https://example.com")
        try desk.edit(id) { $0.name = "Two" }
        try controller.delete(ids: [id])
        #expect(controller.nextUndo == "Deleted “Two”")
        #expect(try controller.undo()?.title == "Deleted “Two”")
        #expect(desk.listed == ["Two"])
        #expect(try controller.undo()?.title == "Changed “Two”")
        #expect(desk.listed == ["One"])
        let first = try controller.undo()
        #expect(first?.title == "Added “One”")
        #expect(first?.ids == [id])
        #expect(desk.listed.isEmpty)
        #expect(try controller.undo() == nil)
        #expect(try controller.redo()?.title == "Added “One”")
        #expect(desk.listed == ["One"])
        #expect(try controller.redo()?.title == "Changed “Two”")
        #expect(desk.listed == ["Two"])
        #expect(try controller.redo()?.title == "Deleted “Two”")
        #expect(desk.listed.isEmpty)
        #expect(try controller.redo() == nil)
    }

    @Test func undoKeepsABookmarkThatAnotherDeviceEdited() async throws {
        let id = try desk.add("U", "https://undo.example")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.name = "Edited elsewhere" }
        try await laptop.sync()
        try await desk.sync()
        let undone = try #require(try controller.undo())
        #expect(!undone.isAnything && !undone.isWhole)
        #expect(try controller.bookmark(id: id)?.name == "Edited elsewhere")
        let redone = try controller.redo()
        #expect(redone?.isAnything == false)
        #expect(try controller.bookmark(id: id)?.name == "Edited elsewhere")
    }

    @Test func aNewCommandEndsRedo() throws {
        try desk.add("One", "https://example.com/1")
        _ = try controller.undo()
        try desk.add("Two", "https://example.com/2")
        #expect(controller.nextRedo == nil)
        #expect(desk.listed == ["Two"])
    }

    @Test func undoRestoresADeletedBookmarkCompletely() throws {
        let id = try desk.add("One", "https://example.com", tags: ["a", "b"])
        try desk.edit(id) {
            $0.notes = "notes"
            $0.folder = "work"
        }
        let before = try desk.draft(id)
        let added = try desk.home.catalog.row(id: id)?.added
        try controller.delete(ids: [id])
        _ = try controller.undo()
        #expect(try desk.draft(id) == before)
        #expect(try desk.home.catalog.row(id: id)?.added == added)
    }

    @Test func deletingSeveralBookmarksIsOneStep() throws {
        let ids = try (1...3).map { try desk.add("\($0)", "https://example.com/\($0)") }
        try controller.delete(ids: ids)
        #expect(controller.nextUndo == "Deleted 3 bookmarks")
        #expect(desk.listed.isEmpty)
        let undone = try controller.undo()
        #expect(undone?.ids == ids)
        #expect(undone?.isWhole == true && undone?.isAnything == true)
        #expect(Set(desk.listed) == ["1", "2", "3"])
    }

    /// An edit that another device made after a command is not undone with the command.
    @Test func undoKeepsALaterEditOfTheSameField() async throws {
        let id = try desk.add("One", "https://example.com")
        try desk.edit(id) { $0.name = "Two" }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.name = "Three" }
        try await laptop.sync()
        try await desk.sync()
        let undone = try controller.undo()
        #expect(undone?.isWhole == false)
        #expect(undone?.isAnything == false)
        #expect(try desk.draft(id)?.name == "Three")
        #expect(try controller.redo()?.isWhole == false)
        #expect(try desk.draft(id)?.name == "Three")
    }

    /// Of two edits that did not see each other, the later one shows, and the other can be read.
    @Test func losingValueOfSimultaneousEditsIsKept() async throws {
        let id = try desk.add("One", "https://example.com")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try desk.edit(id) { $0.name = "Earlier" }
        try laptop.edit(id) { $0.name = "Later" }
        try await laptop.sync()
        try await desk.sync()
        let bookmark = try controller.bookmark(id: id)
        let names = [bookmark?.name] + (bookmark?.lostValues.map(\.text) ?? [])
        #expect(Set(names) == ["Earlier", "Later"])
        #expect(bookmark?.lostValues.map(\.field) == ["name"])
    }

    /// Only the fields that the command changed are restored.
    @Test func undoKeepsOtherFieldsThatAnotherDeviceChanged() async throws {
        let id = try desk.add("One", "https://example.com", tags: ["a"])
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try desk.edit(id) { $0.name = "Two" }
        try await desk.sync()
        try await laptop.sync()
        try laptop.edit(id) {
            $0.notes = "from the laptop"
            $0.tags = ["a", "b"]
        }
        try await laptop.sync()
        try await desk.sync()
        _ = try controller.undo()
        let expected = BookmarkDraft(
            name: "One", url: "https://example.com", tags: ["a", "b"], notes: "from the laptop")
        #expect(try desk.draft(id) == expected)
        _ = try controller.redo()
        #expect(try desk.draft(id)?.name == "Two")
        #expect(try desk.draft(id)?.notes == "from the laptop")
    }

    /// Undoing an edit of a bookmark that was deleted meanwhile restores the whole bookmark.
    @Test func undoOfAnEditRestoresABookmarkDeletedElsewhere() async throws {
        let id = try desk.add("One", "https://example.com", tags: ["a"])
        let added = try desk.home.catalog.row(id: id)?.added
        try desk.edit(id) { $0.name = "Two" }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.notes = "from the laptop" }
        try laptop.controller.delete(ids: [id])
        try await laptop.sync()
        try await desk.sync()
        #expect(desk.listed.isEmpty)
        _ = try controller.undo()
        let expected = BookmarkDraft(
            name: "One", url: "https://example.com", tags: ["a"], notes: "from the laptop")
        #expect(try desk.draft(id) == expected)
        #expect(try desk.home.catalog.row(id: id)?.added == added)
    }
}
