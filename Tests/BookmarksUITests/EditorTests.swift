import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Edits in the person's own editor.
@Suite struct EditorTests {
    private let bookmark = Bookmark(
        id: "0", name: "A", url: "https://a.example/", notes: "One\nTwo ⏎", folder: "work",
        added: 0)

    private func form() -> Person {
        var person = Person(["A", "B"])
        person.press("e")
        person.send(.details(bookmark))
        _ = person.takeEffects()
        return person
    }

    @Test func selectedOrMarkedBookmarksAreEditedAsText() {
        var person = Person(["A", "B", "C"])
        person.press("j", "E", "l", "E", "Esc", "Space", "Space", "e", "E")
        #expect(
            person.effects == [
                .editText(ids: ["1"]), .loadDetails(id: "1"), .editText(ids: ["1"]),
                .editText(ids: ["1", "2"]),
            ])
        #expect(person.state.shell.context == .list)
    }

    @Test func refusedTextCanBeEditedAgainOrGivenUp() {
        var person = Person(["A"])
        person.press("E")
        person.send(.textRefused("Line 12: This is no field."))
        #expect(person.messageLine == " Line 12: This is no field. Edit it again? [Y/n]")
        person.press("Enter")
        person.send(.textRefused("Line 13: Nor is this."))
        person.press("n")
        #expect(person.effects == [.editText(ids: ["0"]), .editTextAgain, .giveTextUp])
        #expect(person.state.shell.context == .list)
    }

    @Test func editorReceivesTheNotesAsTyped() {
        var person = form()
        person.press("Up", "Up")
        person.type("!")
        person.press("Home", "Ctrl-G")
        #expect(person.takeEffects() == [.editNotes("One\nTwo ⏎!")])
        person.send(.notesEdited("Öne ↵\n\nThree\n"))
        #expect(person.screen.contains(" > Notes  Öne ↵␤␤Three\n"))
        person.press("Ctrl-O")
        var edited = bookmark.draft
        edited.notes = "Öne ↵\n\nThree"
        #expect(person.effects == [.edit(id: "0", from: bookmark.draft, to: edited)])
    }

    @Test func unchangedNotesFromTheEditorChangeNothing() {
        var person = form()
        person.press("Ctrl-G")
        person.send(.notesEdited("One\nTwo ⏎\n"))
        #expect(!person.state.shell.hasUnsavedText)
        person.press("Ctrl-O")
        #expect(person.state.shell.context == .list)
    }

    @Test func unloadedNotesCannotBeEdited() {
        var person = Person(["A"])
        person.press("e", "Ctrl-G")
        #expect(person.effects == [.loadDetails(id: "0")])
        #expect(person.said?.contains("still loading") == true)
        // The form is closed, so the notes are dropped.
        person.press("Esc")
        person.send(.notesEdited("late"))
        #expect(person.state.shell.context == .list)
    }

    @Test func folderCanBeEditedInTheForm() {
        var person = form()
        #expect(person.screen.contains("   Folder work\n"))
        person.press("Tab", "Tab", "Tab")
        person.type("//swift / x/")
        person.press("Enter")
        var edited = bookmark.draft
        edited.folder = "work/swift/x"
        #expect(
            person.effects == [
                .loadFolders, .edit(id: "0", from: bookmark.draft, to: edited),
            ])
    }

    @Test func unloadedFolderCannotBeOverwritten() {
        var person = Person(["A"])
        person.press("e", "Tab", "Tab", "Tab")
        person.type("typed")
        #expect(person.screen.contains(" > Folder …"))
        #expect(!person.state.shell.hasUnsavedText)
        person.send(.details(bookmark))
        #expect(person.screen.contains(" > Folder work\n"))
    }

    @Test func newBookmarkCanHaveAFolder() {
        var person = Person(["A"])
        person.press("a")
        person.type("https://x.example/")
        person.press("Up", "Up", "Up")
        person.type("日本")
        #expect(person.screen.contains(" > Folder 日本\n"))
        person.press("Ctrl-O")
        #expect(
            person.effects.last
                == .add(
                    BookmarkDraft(url: "https://x.example/", folder: "日本"), evenIfThere: false))
    }
}
