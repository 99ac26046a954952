import BookmarkLibrary
import Bookmarks
import Testing

/// Many bookmarks changed in one step.
struct BatchTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    private func edit(
        _ id: String, _ change: (inout BookmarkDraft) -> Void
    ) throws -> BookmarkEdit {
        let original = try #require(try desk.draft(id))
        var edited = original
        change(&edited)
        return BookmarkEdit(id: id, original: original, edited: edited)
    }

    @Test func batchIsOneUndoStep() throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        let three = try desk.add("Three", "https://example.com/3")
        let outcome = try controller.perform(
            [edit(one) { $0.name = "1" }, edit(two) { $0.tags = ["t"] }],
            deleting: [BookmarkDeletion(id: three, seen: #require(try desk.draft(three)))])
        #expect(outcome.edited == [one, two])
        #expect(outcome.deleted == [three])
        #expect(Set(desk.listed) == ["1", "Two"])
        #expect(controller.nextUndo == "Changed 3 bookmarks, 1 of them deleted")
        #expect(try controller.undo()?.isWhole == true)
        #expect(Set(desk.listed) == ["One", "Two", "Three"])
        #expect(try desk.draft(two)?.tags == [])
    }

    @Test func batchMergesWithAnEditFromAnotherDevice() async throws {
        let id = try desk.add("One", "https://example.com/1", tags: ["a", "b"])
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        // The edit began on the desk, and the laptop edited the same bookmark before it was saved.
        let edit = try edit(id) { ($0.name, $0.tags) = ("Mine", ["b", "mine"]) }
        try laptop.edit(id) { ($0.notes, $0.tags) = ("theirs", ["a", "b", "theirs"]) }
        try await laptop.sync()
        try await desk.sync()
        try controller.perform([edit])
        let draft = try #require(try desk.draft(id))
        #expect(draft.name == "Mine")
        #expect(draft.notes == "theirs")
        #expect(draft.tags == ["b", "theirs", "mine"])
    }

    @Test func overwrittenValueOfAnotherDeviceIsKeptAsAConflict() async throws {
        let id = try desk.add("One", "https://example.com/1")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let mine = try edit(id) { ($0.name, $0.notes) = ("Mine", "same") }
        try laptop.edit(id) { ($0.name, $0.notes, $0.folder) = ("Theirs", "same", "work") }
        try await laptop.sync()
        try await desk.sync()
        let outcome = try controller.perform([mine])
        #expect(outcome.contested == [id])
        let bookmark = try #require(try controller.bookmark(id: id))
        #expect(bookmark.name == "Mine" && bookmark.folder == "work")
        #expect(bookmark.lostValues.map(\.text) == ["Theirs"])
        #expect(bookmark.lostValues.map(\.device) == ["laptop"])
        #expect(controller.list.row(id: id)?.hasConflict == true)
        // The conflict is on all devices, and undo brings the other value back.
        try await desk.sync()
        try await laptop.sync()
        #expect(try laptop.controller.bookmark(id: id)?.lostValues.map(\.text) == ["Theirs"])
        #expect(try controller.undo()?.isWhole == true)
        #expect(try desk.draft(id)?.name == "Theirs")
        #expect(try controller.bookmark(id: id)?.lostValues == [])
    }

    /// Another terminal of this device counts as another author, and its latest value is kept.
    @Test func overwrittenValueOfAnotherTerminalIsKeptAsAConflict() throws {
        let id = try desk.add("One", "https://example.com/1")
        let edits = try [edit(id) { $0.name = "Mine" }, edit(id) { $0.notes = "mine" }]
        let terminal = try desk.other("desk")
        try terminal.edit(id) { $0.name = "Not yet" }
        try terminal.edit(id) { ($0.name, $0.notes) = ("Theirs", "") }
        let outcome = try controller.perform(Array(edits.prefix(1)))
        #expect(outcome.contested == [id])
        let other = try #require(try controller.bookmark(id: id)?.lostValues.first)
        #expect(other.text == "Theirs" && other.device == "desk")
        try controller.choose(other, of: id)
        #expect(try desk.draft(id)?.name == "Theirs")
        #expect(try controller.bookmark(id: id)?.lostValues == [])
        #expect(try controller.perform(Array(edits.suffix(1))).contested == [])
    }

    @Test func deletedBookmarksAreReportedAndTheRestIsEdited() throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        let edits = try [edit(one) { $0.name = "1" }, edit(two) { $0.name = "2" }]
        try controller.delete(ids: [two])
        let outcome = try controller.perform(edits)
        #expect(outcome.gone == [two])
        #expect(outcome.edited == [one])
        #expect(desk.listed == ["1"])
        #expect(controller.nextUndo == "Changed “1”")
    }

    /// An edit beats a deletion that did not see it, even if the deletion comes from an editor's
    /// text.
    @Test func bookmarkEditedMeanwhileIsNotDeleted() async throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let deletions = try [one, two].map {
            BookmarkDeletion(id: $0, seen: try #require(try desk.draft($0)))
        }
        try laptop.edit(two) { $0.notes = "theirs" }
        try await laptop.sync()
        try await desk.sync()
        let outcome = try controller.perform([], deleting: deletions)
        #expect(outcome.deleted == [one] && outcome.kept == [two] && outcome.gone == [])
        #expect(try desk.draft(two)?.notes == "theirs")
        #expect(controller.nextUndo == "Deleted “One”" || controller.nextUndo == "Deleted “Two”")
        #expect(try controller.perform([], deleting: deletions).kept == [two])
    }

    /// Each bookmark has a page of its own afterwards, so the order of the edits does not matter.
    @Test func batchMaySwapURLsButNotCreateDuplicates() throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        let three = try desk.add("Three", "https://example.com/3")
        try controller.perform([
            edit(one) { $0.url = "https://example.com/2" },
            edit(two) { $0.url = "https://example.com/1" },
        ])
        #expect(try desk.draft(one)?.url == "https://example.com/2")
        let joining = try [edit(one) { $0.url = "https://example.com/3" }]
        #expect(throws: BookmarkError.self) { try controller.perform(joining) }
        let both = try [one, two].map { try edit($0) { $0.url = "https://example.com/4" } }
        #expect(throws: BookmarkError.self) { try controller.perform(both) }
        #expect(try desk.draft(two)?.url == "https://example.com/1")
        let seen = try #require(try desk.draft(three))
        try controller.perform(joining, deleting: [BookmarkDeletion(id: three, seen: seen)])
        #expect(try desk.draft(one)?.url == "https://example.com/3")
        try controller.perform(both, evenIfThere: true)
        #expect(try desk.draft(one)?.url == "https://example.com/4")
        #expect(try desk.draft(two)?.url == "https://example.com/4")
    }

    @Test func oneInvalidEditCancelsTheWholeBatch() throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        let edits = try [edit(one) { $0.name = "1" }, edit(two) { $0.url = "no address" }]
        #expect(throws: WebAddressError.self) { try controller.perform(edits) }
        #expect(Set(desk.listed) == ["One", "Two"])
    }
}
