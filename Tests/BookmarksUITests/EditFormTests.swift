import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct EditFormTests {
    let bookmark = Bookmark(
        id: "1", name: "B", url: "https://b.example/", tags: ["b"], notes: "One\nTwo ⏎",
        folder: "work", added: 1, device: "laptop")
    var draft: BookmarkDraft {
        BookmarkDraft(
            name: "B", url: "https://b.example/", tags: ["b"], notes: "One\nTwo ⏎", folder: "work")
    }

    func opened() -> Person {
        var person = Person(["A", "B"])
        person.press("j", "e")
        person.send(.details(bookmark))
        _ = person.takeEffects()
        return person
    }

    @Test func savingChangesOnlyTheEditedField() {
        var person = opened()
        person.press("Tab")
        person.type("2")
        person.press("Enter")
        var edited = draft
        edited.name = "B2"
        #expect(person.effects == [.edit(id: "1", from: draft, to: edited)])
        person.send(.outcome(.edited(id: "1", name: "B2")))
        #expect(person.state.shell.context == .list)
        #expect(person.messageLine == " Saved “B2”   u undo")
    }

    /// An import may have made tags of URLs.
    @Test func tagThatIsAURLDoesNotPreventSaving() {
        var person = Person(["A"])
        person.press("e")
        let bookmark = Bookmark(
            id: "0", name: "A", url: "https://a.example/", tags: ["docs://x"], added: 1)
        person.send(.details(bookmark))
        person.press("Tab", "Tab")
        person.type(" new")
        _ = person.takeEffects()
        person.press("Enter")
        var edited = bookmark.draft
        edited.tags = ["docs://x", "new"]
        #expect(person.takeEffects() == [.edit(id: "0", from: bookmark.draft, to: edited)])
        person.send(.outcome(.failed("The disk is full")))
        person.type(" docs://y")
        person.press("Enter")
        #expect(person.takeEffects() == [.bell])
        #expect(person.screen.contains("! A URL is not a tag."))
    }

    @Test func lineBreaksInNotesShowAsSignsAndAreKept() {
        var person = opened()
        #expect(person.screen.contains("Notes  One↵Two ⏎"))
        person.press("Up", "Up")
        person.type("!")
        person.paste("\nThree")
        person.press("Enter")
        var edited = draft
        edited.notes = "One\nTwo ⏎!\nThree"
        #expect(person.effects.last == .edit(id: "1", from: draft, to: edited))
    }

    @Test func savingWithoutAChangeChangesNothing() {
        var person = opened()
        person.press("Tab")
        person.type("x")
        person.press("Backspace", "Enter")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Nothing was changed, so nothing was saved")
        #expect(person.state.shell.context == .list)
    }

    @Test func nameCanBeEditedWithoutFixingABrokenURL() {
        var person = Person(["A"])
        person.press("e")
        person.send(.details(Bookmark(id: "0", name: "A", url: "broken", added: 0)))
        person.press("Tab")
        person.type("!")
        person.press("Ctrl-O")
        #expect(
            person.effects.last
                == .edit(
                    id: "0", from: BookmarkDraft(name: "A", url: "broken"),
                    to: BookmarkDraft(name: "A!", url: "broken")))
        person.send(.outcome(.failed("No")))
        person.press("Shift-Tab")
        person.type("er")
        person.press("Ctrl-O")
        #expect(person.screen.contains("Did you mean https://brokener?"))
    }

    @Test func textTypedBeforeTheNotesLoadIsKept() {
        var person = Person(["A", "B"])
        person.press("j", "e", "Tab")
        person.type("!")
        person.send(.details(bookmark))
        person.press("Ctrl-O")
        var edited = draft
        edited.name = "B!"
        #expect(person.effects.last == .edit(id: "1", from: draft, to: edited))
    }

    @Test func unloadedNotesCannotBeOverwritten() {
        var person = Person(["A", "B"])
        person.press("j", "e", "Up", "Up")
        person.type("typed")
        person.paste("pasted")
        #expect(!person.state.shell.hasUnsavedText)
        person.send(.details(bookmark))
        #expect(person.screen.contains(" > Notes  One↵Two ⏎\n"))
    }

    @Test func remoteEditIsReportedAndLeavesTheFormUnchanged() {
        var person = opened()
        person.press("Tab")
        person.type("!")
        let fields = person.screen.split(separator: "\n")[1..<5]
        person.receive(
            .edited, BookmarkRow(id: "1", name: "Other", url: "v", added: 1, modified: 3))
        #expect(
            person.said == "“Other” was edited on phone. Saving changes only the fields that you "
                + "changed here")
        #expect(person.screen.split(separator: "\n")[1..<5] == fields)
        person.press("Enter")
        var edited = draft
        edited.name = "B!"
        #expect(person.effects.last == .edit(id: "1", from: draft, to: edited))
    }

    @Test func remoteChangesToOtherBookmarksLeaveTheFormAlone() {
        var person = opened()
        person.press("Tab")
        person.type("!")
        let before = person.canvas.cursor
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.state.shell.context == .form)
        #expect(person.canvas.cursor == before)
        #expect(person.screen.contains("B!"))
    }

    @Test func savingABookmarkDeletedElsewhereAddsItAgain() {
        var person = opened()
        person.press("Tab")
        person.type("!")
        person.receive(.deleted, Person.row(1, "B"))
        #expect(person.said == "“B” was deleted on phone. Saving adds it again; Esc to discard it")
        person.press("Enter")
        var edited = draft
        edited.name = "B!"
        #expect(person.effects == [.addAgain(id: "1", from: draft, to: edited)])
    }

    @Test func escapeWithoutAChangeAsksNothing() {
        var person = opened()
        person.press("Tab", "Esc")
        #expect(person.state.shell.context == .list)
    }

    @Test func formReportsARemoteEditOnceTheHelpCloses() {
        var person = opened()
        person.press("F1")
        person.receive(
            .edited, BookmarkRow(id: "1", name: "Other", url: "v", added: 1, modified: 3))
        var theirs = bookmark
        theirs.name = "Other"
        person.send(.details(theirs))
        #expect(person.state.shell.context == .help && person.said == nil)
        person.press("Esc")
        #expect(person.state.shell.context == .form)
        #expect(person.said?.contains("The name was changed to “Other” on phone") == true)
    }

    /// Two long texts with the same beginning would look the same if cut at the end.
    @Test func longTextIsCutToShowWhereItDiffers() {
        let start = String(repeating: "word ", count: 20)
        var person = Person([start + "end"])
        var long = bookmark
        (long.id, long.name) = ("0", start + "end")
        person.press("e")
        person.send(.details(long))
        person.press("Tab")
        person.type("!")
        person.receive(
            .edited, BookmarkRow(id: "0", name: "Other", url: "v", added: 1, modified: 3))
        long.name = start + "other"
        person.send(.details(long))
        let said = person.said ?? ""
        #expect(said.contains("The name was changed to “…word word word word other” on"), "\(said)")
    }

    @Test func remoteEditOfTheSameFieldSaysWhatSavingWillDo() {
        var person = opened()
        person.press("Tab")
        person.type("!")
        person.receive(
            .edited, BookmarkRow(id: "1", name: "Other", url: "v", added: 1, modified: 3))
        #expect(person.takeEffects() == [.loadDetails(id: "1")])
        var theirs = bookmark
        theirs.name = "Other"
        person.send(.details(theirs))
        #expect(
            person.said == "The name was changed to “Other” on phone. Saving replaces it with "
                + "your text; Esc to discard it")
        #expect(person.screen.contains("> Name   B!"))
    }

    @Test func remoteEditOfAnotherFieldIsKept() {
        var person = opened()
        person.press("Tab")
        person.type("!")
        person.receive(.edited, BookmarkRow(id: "1", name: "B", url: "v", added: 1, modified: 3))
        var theirs = bookmark
        theirs.tags = ["new"]
        person.send(.details(theirs))
        #expect(person.said == "The tags were changed to “new” on phone. The form shows it now")
        #expect(person.screen.contains("  Tags   new") && person.screen.contains("> Name   B!"))
        // Saving does not touch the tags.
        person.press("Enter")
        var original = draft
        original.tags = ["new"]
        var edited = original
        edited.name = "B!"
        #expect(person.effects.last == .edit(id: "1", from: original, to: edited))
    }

    /// A typed text keeps its line breaks, even if the new text has the sign that shows them.
    @Test func remoteTextWithTheLineBreakSignShows() {
        var person = opened()
        person.press("Up")
        person.type("a")
        person.press("Tab", "Tab")
        person.receive(.edited, BookmarkRow(id: "1", name: "B", url: "v", added: 1, modified: 3))
        var theirs = bookmark
        theirs.notes = "three↵\nsigns"
        person.send(.details(theirs))
        #expect(person.screen.contains("  Notes  three↵⏎signs"), "\(person.screen)")
        person.press("Ctrl-O")
        var original = draft
        original.notes = theirs.notes
        var edited = original
        edited.description = "a"
        #expect(person.effects.last == .edit(id: "1", from: original, to: edited))
    }

    @Test func controlCharacterIsVisibleAndCanBeDeleted() {
        let row = BookmarkRow(
            id: "0", name: "a\u{1B}b", url: "https://a.example/", added: 0, modified: 0)
        var person = Person(rows: [row], columns: 80, rows: 24)
        person.press("e")
        person.send(.details(Bookmark(id: "0", name: row.name, url: row.url, added: 0)))
        #expect(person.screen.contains("Name   a\u{FFFD}b"))
        #expect(!person.state.shell.hasUnsavedText)
        person.press("Tab", "Left", "Backspace", "Ctrl-O")
        #expect(
            person.effects.last
                == .edit(
                    id: "0", from: BookmarkDraft(name: row.name, url: row.url),
                    to: BookmarkDraft(name: "ab", url: row.url)))
    }
}
