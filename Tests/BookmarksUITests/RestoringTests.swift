import Bookmarks
import BookmarksUI
import Testing

@Suite struct RestoringTests {
    @Test func unsavedFormIsRestored() throws {
        var person = Person(["A"])
        person.press("a")
        person.type("https://x.example/")
        person.press("Tab", "Tab")
        person.type("one two")
        let unsaved = try #require(person.state.shell.unsavedForm)
        var next = Person(["A"])
        next.send(.restore(unsaved, isGone: false))
        #expect(next.lines[1..<5] == person.lines[1..<5])
        #expect(next.state.shell.unsavedForm == unsaved)
        #expect(next.said?.contains("Cloudy ended before you saved this") == true)
        next.press("Ctrl-O")
        #expect(
            next.effects == [
                .add(
                    BookmarkDraft(url: "https://x.example/", tags: ["one", "two"]),
                    evenIfThere: false)
            ])
    }

    @Test func unsavedEditIsRestoredAsAnEdit() throws {
        let bookmark = Bookmark(
            id: "0", name: "A", url: "https://a.example/", notes: "One\nTwo", added: 0)
        var person = Person(["A"])
        person.press("e")
        person.send(.details(bookmark))
        person.press("Up", "Up")
        person.type("!")
        let unsaved = try #require(person.state.shell.unsavedForm)
        var next = Person(["A"])
        next.send(.restore(unsaved, isGone: false))
        next.press("Ctrl-O")
        var edited = bookmark.draft
        edited.notes = "One\nTwo!"
        #expect(
            next.effects
                == [.loadDetails(id: "0"), .edit(id: "0", from: bookmark.draft, to: edited)])
    }

    /// Saving must not silently overwrite what another device has typed since.
    @Test func restoredFormReportsAnEditMadeMeanwhile() throws {
        var person = Person(["A"])
        let old = Bookmark(id: "0", name: "A", url: "https://a.example/", added: 0)
        person.press("e")
        person.send(.details(old))
        person.press("Tab")
        person.type("!")
        let unsaved = try #require(person.state.shell.unsavedForm)
        for isWhole in [true, false] {
            var kept = unsaved
            kept.isWhole = isWhole
            var next = Person(["A"])
            next.send(.restore(kept, isGone: false))
            var new = old
            new.name = "Changed"
            next.send(.details(new))
            #expect(
                next.said
                    == "You typed this before Cloudy ended, without saving. The name was "
                    + "changed to “Changed” meanwhile. Saving replaces it with your text; Esc "
                    + "to discard it")
        }
        var same = Person(["A"])
        same.send(.restore(unsaved, isGone: false))
        same.send(.details(old))
        #expect(same.said?.contains("meanwhile") == false)
    }

    @Test func restoredFormLoadsMissingNotesAgain() throws {
        var person = Person(["A"])
        person.press("e", "Tab")
        person.type("!")
        let unsaved = try #require(person.state.shell.unsavedForm)
        var next = Person(["A"])
        next.send(.restore(unsaved, isGone: false))
        #expect(next.effects == [.loadDetails(id: "0")])
        next.send(.details(Bookmark(id: "0", name: "A", url: "u", notes: "N", added: 0)))
        #expect(next.screen.contains("Name   A!"))
        #expect(next.screen.contains("Notes  N"))
    }

    @Test func restoredFormOfADeletedBookmarkAddsItAgain() throws {
        var person = Person(["A"])
        person.press("e")
        person.send(.details(Bookmark(id: "0", name: "A", url: "https://a.example/", added: 0)))
        person.press("Tab")
        person.type("!")
        let unsaved = try #require(person.state.shell.unsavedForm)
        var next = Person()
        next.send(.restore(unsaved, isGone: true))
        #expect(next.said?.contains("was deleted since; Ctrl-O to add it again") == true)
        next.press("Ctrl-O")
        #expect(
            next.effects == [
                .addAgain(
                    id: "0", from: BookmarkDraft(name: "A", url: "https://a.example/"),
                    to: BookmarkDraft(name: "A!", url: "https://a.example/"))
            ])
    }

    @Test func formWithoutTypedTextIsNotKept() {
        var person = Person(["A"])
        #expect(person.state.shell.unsavedForm == nil)
        person.press("a")
        #expect(person.state.shell.unsavedForm == nil)
        person.type("x")
        #expect(person.state.shell.unsavedForm != nil)
        person.press("Ctrl-C", "y")
        #expect(person.effects == [.quit])
        #expect(person.state.shell.unsavedForm == nil)
    }
}
