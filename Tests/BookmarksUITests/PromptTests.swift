import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct PromptTests {
    /// A list with the tag `swift` on most bookmarks, `swimming` on one, and some others.
    func person(_ columns: Int = 80, _ rows: Int = 24) -> Person {
        let tags = ["swift", "Swift server", "swift", "swimming", "日本語", "😀 swift"]
        var person = Person(
            rows: tags.enumerated().map { index, tags in
                BookmarkRow(
                    id: "\(index)", name: "Name \(index)", url: "https://\(index).example/",
                    tags: tags, added: 0, modified: 0)
            }, columns: columns, rows: rows)
        person.press("j")
        return person
    }

    func change(_ tags: String...) -> Effect { .change(.addTags(tags), ids: ["1"]) }

    @Test func promptForTagsAddsTheTypedTags() {
        var person = person()
        person.press("+")
        #expect(person.state.shell.context == .prompt)
        person.type("#new, newer")
        #expect(person.messageLine == " Add tags to “Name 1”: #new, newer")
        #expect(person.lines.last?.contains("⏎ add") == true)
        person.press("Enter")
        #expect(person.effects == [change("new", "newer")])
        #expect(person.state.shell.context == .list)
    }

    @Test func promptInTheDetailsTagsTheShownBookmark() {
        var person = person()
        person.press("l")
        _ = person.takeEffects()
        person.press("+")
        person.type("x")
        person.press("Enter")
        #expect(person.takeEffects() == [change("x")])
        person.send(.outcome(.changed(what: "Added #x to “Name 1”", ids: ["1"])))
        #expect(person.effects == [.loadDetails(id: "1")])
        #expect(person.state.shell.context == .detail)
    }

    @Test(arguments: ["Esc", "Backspace"]) func leavingThePromptChangesNothing(_ key: String) {
        var person = person()
        person.press("+")
        if key == "Esc" { person.type("new") }
        person.press(key)
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .list)
    }

    @Test func invalidTextKeepsThePromptOpenAndSaysWhy() {
        var person = person()
        person.press("+")
        person.type(" ,#")
        person.press("Enter")
        #expect(person.said?.hasPrefix("Type tags") == true)
        #expect(person.state.shell.context == .prompt)
        #expect(person.effects.isEmpty)
        person.press("Ctrl-T")
        #expect(person.said == "Ctrl-T does nothing here; F1 to see all keys")
    }

    @Test func urlIsNoTagToAdd() {
        var person = person()
        person.press("+")
        person.type("new https://a.example/")
        person.press("Enter")
        #expect(person.said?.hasPrefix("A URL is not a tag") == true)
        #expect(person.state.shell.context == .prompt)
        #expect(person.effects.isEmpty)
    }

    @Test func mostUsedTagIsSuggested() {
        var person = person()
        person.press("+")
        #expect(person.messageLine == " Add tags to “Name 1”:")
        person.type("sw")
        #expect(person.messageLine == " Add tags to “Name 1”: swift")
        let cursor = person.canvas.cursor
        #expect(cursor?.column == 25)
        #expect(person.canvas[22, 25].style.dim)
        #expect(!person.canvas[22, 24].style.dim)
        person.press("Tab")
        person.type("sw")
        // Tags in the line are not offered again.
        #expect(person.messageLine == " Add tags to “Name 1”: swift swimming")
        person.press("Right", "Enter")
        #expect(person.effects == [change("swift", "swimming")])
    }

    /// Without colors, a suggestion could look typed.
    @Test(arguments: ["+", "/"]) func suggestionNamesItsKey(_ line: String) {
        var person = person()
        person.press(line)
        person.type(line == "/" ? "#swim" : "swim")
        #expect(person.screen.contains("swimming  Tab to complete\n"), "\(person.screen)")
        person.resize(24, 12)
        #expect(person.screen.contains("swimming\n"), "\(person.screen)")
        person.resize(80, 24)
        person.press("Tab")
        #expect(!person.screen.contains("Tab to complete"))
    }

    @Test func arrowsChooseOtherSuggestions() {
        var person = person()
        person.press("+")
        person.type("SW")
        person.press("Down")
        #expect(person.messageLine.hasSuffix(": SWift"))
        person.press("Down", "Ctrl-N")
        #expect(person.messageLine.hasSuffix(": SWimming"))
        person.press("Up")
        #expect(person.messageLine.hasSuffix(": SWift"))
        person.press("Down", "Tab", "Enter")
        #expect(person.effects == [change("swimming")])
    }

    @Test func tabInAnEmptyPromptSuggestsTags() {
        var person = person()
        person.press("+", "Tab")
        #expect(person.messageLine.hasSuffix(": swift"))
        person.press("Tab", "Tab", "Tab")
        // Among tags that are used equally often, the first by alphabet.
        #expect(person.messageLine.hasSuffix(": swift server"))
        person.press("Enter")
        #expect(person.effects == [change("swift", "server")])
    }

    /// Tab and Down ask for a suggestion, and Enter puts what they show into the line.
    @Test(arguments: [("", ["Tab"], "swift"), ("SW", ["Down", "Down"], "swimming")])
    func enterAcceptsARequestedSuggestion(
        _ typed: String, _ keys: [String], _ tag: String
    ) {
        var person = person()
        person.press("+")
        person.type(typed)
        for key in keys { person.press(key) }
        person.press("Enter")
        #expect(person.effects.isEmpty && person.state.shell.context == .prompt)
        #expect(person.messageLine.hasSuffix(": \(tag)"))
        person.press("Enter")
        #expect(person.effects == [change(tag)])
        #expect(person.state.shell.context == .list)
    }

    @Test func enterAcceptsARequestedFolder() {
        var person = person()
        person.press("m")
        person.send(.folders([FolderCount(path: "Autre/Divers", own: 1, total: 1)]))
        person.press("Tab")
        #expect(person.messageLine.hasSuffix("to folder: Autre/Divers"))
        _ = person.takeEffects()
        person.press("Enter", "Enter")
        #expect(person.effects == [.change(.setFolder("Autre/Divers"), ids: ["1"])])
    }

    @Test func enterIgnoresAnUnrequestedSuggestion() {
        var person = person()
        person.press("+")
        person.type("swi")
        person.press("Enter")
        #expect(person.effects == [change("swi")])
    }

    @Test func cursorInsideTheTextGetsNoSuggestion() {
        var person = person()
        person.press("+")
        person.type("sw")
        person.press("Left")
        #expect(person.messageLine.hasSuffix(": sw"))
        person.press("Right")
        #expect(person.messageLine.hasSuffix(": swift"))
        person.press("Home", "Tab", "Down", "Enter")
        #expect(person.effects == [change("sw")])
    }

    @Test func pastingWorksUpToALimit() {
        var person = person()
        person.press("+")
        person.paste("one\ntwo\n")
        person.press("Enter")
        #expect(person.takeEffects() == [change("one", "two")])
        person.press("+")
        person.paste(String(repeating: "x", count: 5000))
        #expect(person.said?.hasPrefix("Nothing was pasted: the text has 5,000 bytes") == true)
        #expect(person.messageLine == " Add tags to “Name 1”:")
    }

    @Test func promptKeepsItsBookmarkWhileTheListChanges() {
        var person = person()
        person.press("+")
        person.type("x")
        person.receive(.deleted, Person.row(0, "Name 0"))
        person.press("Enter")
        #expect(person.effects == [change("x")])
    }

    @Test(arguments: [(40, 12, "Add tags: 日本語"), (20, 8, "+ 日本語"), (20, 4, "+ 日本語")])
    func promptFitsSmallScreens(_ columns: Int, _ rows: Int, _ line: String) {
        var person = person(columns, rows)
        person.press("+")
        person.type("日")
        let row = person.canvas.cursor?.row ?? 0
        let shown = person.screen.split(separator: "\n", omittingEmptySubsequences: false)[row]
        #expect(shown == " \(line)" + (columns >= 40 ? "  Tab to complete" : ""))
        #expect(row == (rows < 8 ? rows - 1 : rows - 2))
        person.press("Tab")
        person.type("a long tag that does not fit")
        #expect(person.canvas.cursor.map { $0.column < columns } == true)
        #expect(person.screen.contains("…"))
    }

    @Test func oneLineScreenShowsOnlyThePrompt() {
        var person = person(12, 1)
        person.press("+")
        person.type("new")
        #expect(person.screen == "+ new")
        person.resize(3, 1)
        #expect(person.canvas.cursor == Position(column: 2, row: 0))
    }

    @Test func changingSeveralBookmarksKeepsTheSelection() {
        var person = person()
        person.send(.outcome(.changed(what: "Added #x to 2 bookmarks", ids: ["4", "5"])))
        #expect(person.selectedName == "Name 1")
        #expect(person.said == "Added #x to 2 bookmarks")
        person.send(.outcome(.answered("They have #x already")))
        #expect(person.said == "They have #x already")
        #expect(person.state.shell.log.count == 1)
    }

    /// Enter takes the beginning of a name as a new folder.
    @Test func hintCallsAnUnknownFolderNew() {
        var person = Person(["A"])
        person.press("m")
        person.send(.folders([FolderCount(path: "Travel", own: 1, total: 1)]))
        person.type("trav")
        #expect(person.lines.last?.contains("new folder") == true, "\(person.screen)")
        person.type("el")
        #expect(person.lines.last?.contains("new folder") == false)
        #expect(person.lines.last?.contains("move") == true)
    }
}
