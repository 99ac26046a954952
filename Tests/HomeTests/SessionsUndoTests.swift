import BookmarkLibrary
import Bookmarks
import Testing

/// Undo that all terminals of a device share, and that is kept when they close.
struct SessionsUndoTests {
    let first: Desk
    let second: Desk
    let command: Desk

    init() throws {
        first = try Desk(session: .list(1))
        second = try first.other("desk", session: .list(2))
        command = try first.other("desk")
        try first.controller.open(firstPage: 100)
        try second.controller.open(firstPage: 100)
    }

    @Test func undoSurvivesTheEndOfTheProgram() throws {
        let id = try first.add("One", "https://one.example/")
        try first.edit(id) { $0.name = "Two" }
        // The list crashed: the next list gets its number.
        let next = try first.other("desk", session: .list(1))
        #expect(next.controller.nextUndo == "Changed “Two”")
        #expect(try next.controller.undo()?.isOwn == true)
        #expect(try next.draft(id)?.name == "One")
        let last = try first.other("desk", session: .list(1))
        #expect(last.controller.nextRedo == "Changed “Two”")
        #expect(try last.controller.redo()?.isWhole == true)
        #expect(try last.draft(id)?.name == "Two")
    }

    @Test func eachListUndoesItsOwnEdits() throws {
        try first.add("A", "https://a.example/")
        try second.add("B", "https://b.example/")
        try command.add("C", "https://c.example/")
        #expect(try first.controller.undo()?.title == "Added “A”")
        #expect(try first.controller.undo() == nil)
        #expect(try second.controller.undo()?.title == "Added “B”")
        #expect(try second.controller.undo() == nil)
        #expect(try command.names == ["C"])
        #expect(try first.controller.redo()?.title == "Added “A”")
        #expect(first.controller.nextRedo == nil && second.controller.nextRedo == "Added “B”")
    }

    @Test func listWithoutEditsUndoesTheLatestOfTheDevice() throws {
        try command.add("C", "https://c.example/")
        try second.add("B", "https://b.example/")
        let undone = try #require(try first.controller.undo())
        #expect(undone.title == "Added “B”" && !undone.isOwn && undone.session == .list(2))
        #expect(
            second.controller.nextUndo == "Added “C”",
            "the list must offer the command's step, which was earlier")
        #expect(try first.controller.undo()?.session == .command)
        #expect(try command.names.isEmpty)
        #expect(try first.controller.redo()?.title == "Added “C”")
        #expect(try first.controller.redo()?.title == "Added “B”")
        // After its own first edit, undo in this list no longer covers the other open list.
        try first.add("A", "https://a.example/")
        #expect(try first.controller.undo()?.title == "Added “A”")
        #expect(try first.controller.undo()?.title == "Added “C”")
        #expect(try first.controller.undo() == nil)
    }

    @Test func editsOfAClosedListBelongToTheDevice() throws {
        try first.add("A", "https://a.example/")
        try first.controller.closeSession()
        let next = try first.other("desk", session: .list(1))
        try command.add("C", "https://c.example/")
        #expect(next.controller.nextUndo == "Added “C”")
        #expect(try command.controller.undo()?.title == "Added “C”")
        let undone = try next.controller.undo()
        #expect(undone?.title == "Added “A”" && undone?.session == .closedList)
    }

    /// After its own edits, a list can undo what the device did before them.
    @Test func listUndoesEditsOfEarlierListsAfterItsOwn() throws {
        for name in ["1", "2"] { try first.add(name, "https://\(name).example/") }
        try first.controller.closeSession()
        try command.add("3", "https://3.example/")
        let next = try first.other("desk", session: .list(1))
        try next.controller.open(firstPage: 100)
        try next.add("4", "https://4.example/")
        // These steps are by other open terminals, or were made later.
        try second.add("theirs", "https://theirs.example/")
        try command.add("later", "https://later.example/")
        let expected = ["4", "3", "2", "1"]
        #expect(
            try next.controller.undoableSteps().map(\.title) == expected.map { "Added “\($0)”" })
        for name in expected { #expect(try next.controller.undo()?.title == "Added “\(name)”") }
        #expect(try next.controller.undo() == nil && next.controller.nextUndo == nil)
        #expect(try command.names.sorted() == ["later", "theirs"])
        for name in expected.reversed() {
            #expect(try next.controller.redo()?.title == "Added “\(name)”")
        }
        #expect(try next.controller.redo() == nil)
    }

    /// The steps of a list that is open in another terminal are its own, however old they are.
    @Test func listDoesNotUndoEditsOfOtherOpenLists() throws {
        try second.add("theirs", "https://theirs.example/")
        try first.add("own", "https://own.example/")
        #expect(try first.controller.undo()?.title == "Added “own”")
        #expect(try first.controller.undo() == nil)
        // Once that list is closed, its steps belong to the device.
        try second.controller.closeSession()
        #expect(first.controller.nextUndo == "Added “theirs”")
    }

    @Test func stepUndoneInAnotherSessionIsNoLongerOffered() throws {
        try first.add("A", "https://a.example/")
        #expect(command.controller.nextUndo == "Added “A”")
        _ = try command.controller.undo()
        #expect(first.controller.nextUndo == nil)
        #expect(try first.controller.undo() == nil)
        // Redo is offered only to the session that undid the step, and to commands.
        #expect(first.controller.nextRedo == nil)
        #expect(command.controller.nextRedo == "Added “A”")
    }

    @Test func editEndsRedoOnlyInItsSession() throws {
        try first.add("A", "https://a.example/")
        try second.add("B", "https://b.example/")
        _ = try first.controller.undo()
        _ = try second.controller.undo()
        try first.add("C", "https://c.example/")
        #expect(first.controller.nextRedo == nil)
        #expect(second.controller.nextRedo == "Added “B”")
        #expect(
            try command.controller.redoableSteps().isEmpty,
            "a command must not redo after a later change")
        _ = try first.controller.undo()
        #expect(try command.controller.redoableSteps().map(\.title) == ["Added “C”"])
    }

    @Test func commandCannotRedoAfterALaterChange() throws {
        for name in ["A", "B"] { try first.add(name, "https://\(name).example/") }
        for _ in 0..<2 { _ = try first.controller.undo() }
        #expect(try command.controller.redoableSteps().map(\.title) == ["Added “A”", "Added “B”"])
        try command.add("C", "https://c.example/")
        #expect(command.controller.nextRedo == nil)
        #expect(try command.controller.redo() == nil)
        #expect(try first.controller.redo()?.title == "Added “A”", "a list must keep its own redo")
        #expect(try command.names.sorted() == ["A", "C"])
    }

    @Test func failedRedoIsNotAStep() throws {
        let id = try first.add("A", "https://a.example/")
        try first.controller.delete(ids: [id])
        _ = try first.controller.undo()
        try second.edit(id) { $0.name = "Theirs" }
        let again = try #require(try first.controller.redo())
        #expect(again.title == "Deleted “A”" && !again.isWhole && !again.isAnything)
        #expect(
            try command.controller.undoableSteps().map(\.title)
                == ["Changed “Theirs”", "Added “A”"])
        #expect(first.controller.nextRedo == nil && first.controller.nextUndo == "Added “A”")
        #expect(try command.names == ["Theirs"])
    }

    @Test func undoReportsFieldsThatKeepALaterValue() throws {
        let id = try first.add("A", "https://a.example/")
        try first.edit(id) {
            $0.name = "B"
            $0.notes = "mine"
        }
        try second.edit(id) { $0.name = "Theirs" }
        let undone = try #require(try first.controller.undo())
        #expect(undone.changed == 1 && undone.stayingCount == 1 && !undone.isWhole)
        #expect(undone.staying.map(\.fields) == [["name"]])
        #expect(undone.staying.first?.name == "Theirs")
        #expect(try first.draft(id)?.notes == "" && first.draft(id)?.name == "Theirs")
    }

    @Test func undoKeepsATagAddedLater() throws {
        let id = try first.add("A", "https://a.example/", tags: ["a"])
        try first.edit(id) { $0.tags = ["a", "b"] }
        try second.edit(id) { $0.tags = ["a", "b", "c"] }
        #expect(try first.controller.undo()?.isWhole == true)
        #expect(try first.draft(id)?.tags == ["a", "c"])
        _ = try first.controller.redo()
        #expect(try first.draft(id)?.tags == ["a", "c", "b"])
    }

    @Test func editWithoutChangesIsNotAStep() throws {
        let id = try first.add("A", "https://a.example/")
        let steps = try command.controller.undoableSteps().count
        let draft = try #require(try first.draft(id))
        try first.controller.perform([BookmarkEdit(id: id, original: draft, edited: draft)])
        #expect(try command.controller.undoableSteps().count == steps)
    }

    @Test func undoWorksAfterASync() async throws {
        let id = try first.add("A", "https://a.example/")
        try first.edit(id) { $0.name = "B" }
        try await first.sync()
        let laptop = try first.other()
        try await laptop.sync()
        #expect(laptop.controller.nextUndo == nil)
        #expect(try command.controller.undo()?.title == "Changed “B”")
        try await command.sync()
        try await laptop.sync()
        #expect(try laptop.draft(id)?.name == "A")
    }

    @Test func undoCountsWhatWasDeletedForever() throws {
        let ids = try (0..<3).map { try first.add("\($0)", "https://example.com/\($0)") }
        try first.controller.delete(ids: ids)
        try first.controller.deleteForever(ids: Array(ids.prefix(2)))
        let undone = try #require(try first.controller.undo())
        #expect(undone.changed == 1 && undone.forgottenCount == 2 && undone.ids == [ids[2]])
        #expect(try first.controller.redo()?.forgottenCount == 2)
    }

    /// A bookmark that was deleted forever is in no history, and can't be restored.
    @Test func deletingForeverRemovesTheBookmarkFromUndo() throws {
        let id = try first.add("Secret", "https://secret.example/")
        try first.edit(id) { $0.notes = "very secret" }
        let other = try first.add("Kept", "https://kept.example/")
        try first.controller.delete(ids: [id])
        try first.controller.deleteForever(ids: [id])
        let piece = try #require(try first.home.journal.piece(0, of: 2))
        #expect(!String(decoding: piece, as: UTF8.self).contains("very secret"))
        while try first.controller.undo() != nil {}
        #expect(try command.names.isEmpty)
        while try first.controller.redo() != nil {}
        #expect(try command.names == ["Kept"])
        #expect(try first.draft(other)?.name == "Kept")
    }
}
