import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct AddFormTests {
    func opened() -> Person {
        var person = Person(["A", "B"])
        person.press("a")
        return person
    }

    func added(_ url: String, _ name: String = "", _ tags: [String] = [], _ notes: String = "")
        -> Effect
    {
        .add(
            BookmarkDraft(name: name, url: url, tags: tags, notes: notes), evenIfThere: false)
    }

    @Test func pastedURLIsSavedWithTwoEnters() {
        var person = opened()
        person.paste("https://swift.org/\n")
        person.press("Enter", "Enter")
        #expect(person.effects == [added("https://swift.org/")])
    }

    @Test func formSavesAllFieldsTypedInOrder() {
        var person = opened()
        person.type("https://swift.org/")
        person.press("Enter")
        person.type(" Swift ")
        person.press("Tab")
        person.type("#lang, apple lang")
        person.press("Down", "Down")
        person.type("Good")
        person.press("Enter")
        #expect(
            person.effects == [
                .loadFolders, added("https://swift.org/", "Swift", ["lang", "apple"], "Good"),
            ])
    }

    @Test func movingPastTheEndOfTheFormWrapsAround() {
        var person = opened()
        person.press("Shift-Tab", "Shift-Tab")
        person.type("n")
        person.press("Up", "Up")
        person.type("t")
        person.press("Tab", "Tab", "Tab", "Tab")
        person.type("u:x")
        person.press("Ctrl-O")
        #expect(person.effects == [.loadFolders, added("u:x", "", ["t"], "n")])
    }

    @Test func formClosesAndSelectsTheAddedBookmark() {
        var person = opened()
        person.type("https://z.example/")
        person.press("Ctrl-O")
        #expect(person.state.shell.context == .form)
        person.list.apply([.upsert(Person.row(9, "Z"))])
        person.send(.outcome(.added(id: "9", name: "Z")))
        #expect(person.state.shell.context == .list)
        #expect(person.selectedName == "Z")
        #expect(person.messageLine == " Added “Z”   u undo")
    }

    @Test func messageSaysThatTheFilterHidesTheNewBookmark() {
        var person = Person(["A", "B"])
        person.press("/")
        person.type("a")
        person.press("Enter", "a")
        person.paste("https://zzz.org/")
        person.press("Ctrl-O")
        person.list.apply([
            .upsert(BookmarkRow(id: "9", name: "Z", url: "u", added: 0, modified: 0))
        ])
        person.send(.outcome(.added(id: "9", name: "Z")))
        #expect(person.said == "Added “Z”, but the filter hides it; Esc to clear the filter")
    }

    @Test func savingTwiceSendsOneRequest() {
        var person = opened()
        person.paste("https://swift.org/")
        person.press("Ctrl-O", "Ctrl-O", "Enter", "x")
        #expect(person.effects.count == 1)
    }

    @Test func enterAcceptsTheSchemeOfferedForAURLWithoutOne() {
        var person = opened()
        person.type("//swift.org")
        person.press("Enter")
        #expect(person.screen.contains(/https:\/\/swift.org\? Press\n +Enter to accept\./))
        #expect(person.screen.contains("⏎ accept"))
        person.press("Enter")
        #expect(person.screen.contains(" > URL    https://swift.org\n"))
        person.press("Enter", "Enter")
        #expect(person.effects == [added("https://swift.org")])
    }

    @Test func enterCorrectsAMistypedScheme() {
        var person = opened()
        person.type("htps://swift.org")
        person.press("Ctrl-O")
        #expect(person.effects.isEmpty)
        #expect(person.screen.contains("“htps” is not a scheme. Did you mean https? Press Enter"))
        person.press("Enter", "Ctrl-O")
        #expect(person.effects == [added("https://swift.org")])
    }

    @Test func hostAloneBecomesAURLAndAMessageSaysSo() {
        var person = opened()
        person.type("swift.org/a b")
        person.press("Enter")
        #expect(person.screen.contains("   URL    https://swift.org/a%20b\n"))
        #expect(person.said == "Reading the URL as https://swift.org/a%20b")
        person.press("Enter")
        #expect(person.effects == [added("https://swift.org/a%20b")])
        var quick = opened()
        quick.type("localhost:8080")
        quick.press("Ctrl-O")
        #expect(quick.effects == [added("http://localhost:8080")])
    }

    @Test func anEmptyURLIsNotSaved() {
        var person = opened()
        person.press("Tab")
        person.type("Name")
        person.press("Enter")
        #expect(person.effects.isEmpty)
        #expect(person.screen.contains(" > URL "))
        #expect(person.screen.contains("! The URL is empty."))
        person.type("u")
        #expect(!person.screen.contains("The URL is empty."))
    }

    @Test func typedURLDoesNotBecomeATag() {
        var person = opened()
        person.type("https://swift.org/")
        person.press("Enter", "Tab")
        person.type("lang docs://x")
        person.press("Shift-Tab", "Enter")
        #expect(person.effects.isEmpty)
        #expect(person.screen.contains("! A URL is not a tag. Type it in the URL field"))
        #expect(person.screen.contains(" > Tags   lang docs://x"))
        for _ in "docs://x" { person.press("Backspace") }
        #expect(!person.screen.contains("A URL is not a tag"))
        person.press("Enter")
        #expect(person.effects == [added("https://swift.org/", "", ["lang"])])
    }

    @Test func escapeAsksBeforeTypedTextIsLost() {
        var person = opened()
        person.press("Esc")
        #expect(person.state.shell.context == .list)
        person.press("a")
        person.type("x")
        person.press("Esc")
        #expect(person.messageLine == " Discard your text? [y/N]")
        person.press("Esc")
        #expect(person.state.shell.context == .form)
        #expect(person.screen.contains(" > URL    x"))
        person.press("Esc", "y")
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
    }

    /// A second Escape changes nothing, and says so.
    @Test func secondEscapeKeepsTheTypedText() {
        var person = opened()
        person.type("x")
        person.press("Esc")
        #expect(person.lines.last == " y discard  Esc keep")
        person.press("Esc")
        #expect(person.state.shell.context == .form)
        #expect(person.said == "Your text is kept; Esc to discard")
        person.type("y")
        #expect(person.said == nil)
        #expect(person.screen.contains(" > URL    xy"))
        person.press("Ctrl-C")
        #expect(person.lines.last == " y quit  Esc keep")
        person.press("Ctrl-C")
        #expect(person.said == "Your text is kept; Ctrl-C to quit")
        #expect(person.effects.isEmpty)
    }

    /// Declining the question does not hide a warning about the form's bookmark.
    @Test func decliningToDiscardKeepsTheWarning() {
        var person = Person(["A"])
        person.press("e")
        person.type("x")
        let change = ReceivedChanges.Change(
            id: "0", name: "A", kind: .edited, device: "phone", isRemote: true)
        person.send(.received(ReceivedChanges(changes: [change])))
        let warning = person.said
        #expect(warning?.contains("was edited on phone") == true)
        person.press("Esc", "Esc")
        #expect(person.state.shell.context == .form)
        #expect(person.said == warning)
    }

    @Test func quittingAsksOnlyWhenTypedTextWouldBeLost() {
        var person = opened()
        person.type("x")
        #expect(person.state.shell.hasUnsavedText)
        person.press("Ctrl-C")
        #expect(person.messageLine == " Quit and discard your text? [y/N]")
        #expect(person.effects.isEmpty)
        person.press("Ctrl-C")
        #expect(person.effects.isEmpty)
        person.press("Ctrl-C", "y")
        #expect(person.effects == [.quit])
        person = opened()
        person.press("Ctrl-C")
        #expect(person.effects == [.quit])
    }

    @Test func duplicateIsAddedOnlyAfterConfirmation() {
        var person = opened()
        person.paste("https://a.example/")
        person.press("Ctrl-O")
        #expect(person.takeEffects() == [added("https://a.example/")])
        person.send(.outcome(.alreadyThere(name: "A")))
        #expect(person.messageLine == " You already have this page: “A”. Add it again? [y/N]")
        person.press("Enter")
        #expect(person.state.shell.context == .form)
        #expect(person.effects.isEmpty)
        person.press("Ctrl-O")
        person.send(.outcome(.alreadyThere(name: "A")))
        _ = person.takeEffects()
        person.press("y")
        #expect(
            person.effects == [.add(BookmarkDraft(url: "https://a.example/"), evenIfThere: true)])
    }

    /// The answer to saving may come after the help was opened.
    @Test func duplicateQuestionCanBeAnsweredAboveTheHelp() {
        var person = opened()
        person.paste("https://a.example/")
        person.press("Ctrl-O", "F1")
        _ = person.takeEffects()
        person.send(.outcome(.alreadyThere(name: "A")))
        person.press("y")
        #expect(
            person.effects == [.add(BookmarkDraft(url: "https://a.example/"), evenIfThere: true)])
        person.send(.outcome(.added(id: "1", name: "https://a.example/")))
        let hasForm = person.state.shell.hasForm
        #expect(!hasForm)
    }

    /// Both forms report a duplicate in the same words, and the edit form asks, too.
    @Test func bothFormsReportADuplicateInTheSameWords() {
        var person = Person(["A", "B"])
        person.send(.outcome(.alreadyThere(name: "A")))
        #expect(person.said == "You already have this page: “A”. Nothing was added")
        person.press("j", "e")
        person.send(.details(Bookmark(id: "1", name: "B", url: "https://b.example/", added: 1)))
        person.type("x")
        person.press("Ctrl-O")
        person.send(.outcome(.alreadyThere(name: "A")))
        let question = " You already have this page: “A”. Keep both? [y/N]"
        #expect(person.messageLine == question)
        person.press("Enter")
        #expect(person.state.shell.context == .form)
        _ = person.takeEffects()
        person.press("Ctrl-O")
        person.send(.outcome(.alreadyThere(name: "A")))
        person.press("y")
        let asked = person.takeEffects()
        guard var saved = asked.first?.sent(SaveBookmark.self), saved.id == "1",
            !saved.evenIfThere
        else {
            Issue.record("\(asked)")
            return
        }
        saved.evenIfThere = true
        #expect(asked.dropFirst() == [.send(saved)])
        person.send(.outcome(.edited(id: "1", name: "B")))
        #expect(person.state.shell.context == .list)
    }

    private static let alpha = BookmarkRow(
        id: "0", name: "Alpha", url: "https://a.example/", added: 0, modified: 0)

    @Test(arguments: ["Enter", "Tab", "Shift-Tab", "Down"])
    func formReportsADuplicateOnceItsURLIsTyped(_ key: String) {
        var person = opened()
        person.type("a.example")
        #expect(person.pages.isEmpty)
        person.press(key)
        #expect(person.pages == ["https://a.example"])
        // An answer for another URL is ignored.
        person.send(.pageThere(url: "https://b.example", Self.alpha))
        #expect(!person.screen.contains("You already have this page"))
        person.send(.pageThere(url: "https://a.example", Self.alpha))
        let note =
            "You already have this page: “Alpha”. Saving asks before adding it again; Esc to leave."
        #expect(person.lines.joined(separator: " ").contains(note.prefix(60)))
        person.press("Tab", "Tab")
        #expect(person.pages.count == 1)
        for _ in 0..<5 where !person.screen.contains("> URL") { person.press("Tab") }
        person.type("x")
        #expect(!person.screen.contains("You already have this page"))
        person.press("Tab")
        #expect(person.pages == ["https://a.example", "https://a.examplex"])
    }

    @Test func formWithOnlyTheURLOfAKnownPageIsLeftAtOnce() {
        var person = Person(["Alpha"])
        person.paste("https://alpha.example/")
        person.send(.pageThere(url: "https://alpha.example/", person.list[0]))
        var other = person
        person.press("Esc")
        #expect(person.state.shell.context == .list)
        other.type("x")
        other.press("Esc")
        #expect(other.messageLine.contains("Discard your text?"))
    }

    @Test func duplicateNoteGoesWhenTheOtherBookmarkIsDeleted() {
        var person = Person(["Alpha"])
        person.paste("https://alpha.example/")
        #expect(person.pages == ["https://alpha.example/"])
        person.send(.pageThere(url: "https://alpha.example/", person.list[0]))
        #expect(person.screen.contains("You already have this page: “Alpha”"))
        person.receive(.deleted, person.list[0])
        #expect(!person.screen.contains("You already have this page") && person.pages.count == 2)
    }

    /// As long as the URL is unchanged, the form does not look for it.
    @Test func editFormDoesNotLookUpItsUnchangedURL() {
        var person = Person(["A", "B"])
        person.press("e", "Tab", "Tab")
        #expect(person.pages.isEmpty)
        person.press("Shift-Tab", "Shift-Tab", "Ctrl-U")
        person.type("https://b.example/")
        person.press("Tab")
        person.send(.pageThere(url: "https://b.example/", person.list[1]))
        #expect(
            person.screen.contains(
                "You already have this page: “B”. Saving asks before keeping both"))
    }

    @Test func failedSaveLeavesTheFormOpen() {
        var person = opened()
        person.paste("https://swift.org/")
        person.press("Ctrl-O")
        person.send(.outcome(.failed("The disk is full")))
        #expect(person.state.shell.context == .form)
        #expect(person.said == "The disk is full")
        _ = person.takeEffects()
        person.press("Ctrl-O")
        #expect(person.effects == [added("https://swift.org/")])
    }

    @Test func lettersAreTextInTheForm() {
        var person = opened()
        person.type("q?/dM")
        #expect(person.screen.contains(" > URL    q?/dM\n"))
        #expect(person.effects.isEmpty)
    }

    @Test func unknownKeySaysHowToOpenHelp() {
        var person = opened()
        person.press("Ctrl-V")
        #expect(person.said == "The key Ctrl-V does nothing here; F1 to see all keys")
    }
}
