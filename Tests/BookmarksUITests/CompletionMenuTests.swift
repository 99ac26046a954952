import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The menu of suggestions has the same keys in a form, in a prompt and in the filter.
@Suite struct CompletionMenuTests {
    /// The lines in which a name is typed, and the keys that lead there.
    enum Line: CaseIterable, Sendable {
        case form, prompt, filter
    }

    /// A person who typed `sw`, which begins several tags.
    func typing(_ line: Line, _ text: String = "sw") -> Person {
        var person = Person.withTags()
        switch line {
        case .form:
            person.press("a")
            person.type("https://new.example/")
            person.press("Down", "Down")
            person.type(text)
        case .prompt:
            person.press("+")
            person.type(text)
        case .filter:
            person.press("/")
            person.type("#" + text)
        }
        _ = person.takeEffects()
        return person
    }

    /// The words of the menu, from top to bottom.
    func menu(_ person: Person) -> [String] {
        person.lines.compactMap { line in
            let parts = line.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return parts[1].split(separator: " ").joined(separator: " ")
        }
    }

    /// The last word typed, without the suggestion behind the cursor.
    func typed(_ person: Person) -> String {
        guard let cursor = person.canvas.cursor else { return "" }
        let row = person.canvas.row(cursor.row).prefix(cursor.column).map(\.text).joined()
        return String(row.split(separator: " ").last ?? "")
    }

    @Test func menuDoesNotHideTheMessage() {
        var person = Person.withTags()
        person.press("/")
        person.type("foo:bar #si")
        #expect(menu(person).count > 1)
        #expect(person.screen.contains("\n foo: is not a field; searching for it as text. Fields:"))
    }

    /// Korean may be composed or decomposed, in what is typed and in the words.
    @Test(arguments: [
        ("한국어", "\u{1112}\u{1161}\u{11AB}"), ("\u{1112}\u{1161}\u{11AB}국어", "한"),
    ])
    func wordIsCompletedInEverySpelling(_ word: String, _ typed: String) {
        let words = CompletionWords([word, "other"])
        #expect(words.fits(typed).words.map(\.text) == [word])
        #expect(words.fits(typed).begun == 1)
        #expect(words.has(word) && !words.has(typed))
    }

    /// Long paths differ at their ends.
    @Test func narrowMenuShowsTheEndsOfPaths() {
        let long = "work/" + String(repeating: "very-", count: 8)
        var person = Person(
            rows: ["one", "two"].map { end in
                BookmarkRow(
                    id: end, name: end, url: "https://\(end).example/", tags: "\(long)\(end)",
                    added: 0, modified: 0)
            }, columns: 50, rows: 24)
        person.press("+")
        person.type("wo")
        #expect(menu(person).map { $0.suffix(4) } == ["-one", "-two"])
        #expect(menu(person).allSatisfy { $0.hasPrefix("…") })
    }

    @Test(arguments: Line.allCases) func arrowsChooseInTheMenu(_ line: Line) {
        var person = typing(line)
        #expect(menu(person).prefix(2) == ["swift", "swimming"])
        let cursor = person.canvas.cursor
        person.press("Down")
        #expect(person.canvas.cursor == cursor, "the cursor must stay in the line")
        person.press("Down", "Up", "Down", "Enter")
        #expect(person.effects.allSatisfy { $0 != .bell } && menu(person).isEmpty)
        #expect(typed(person).hasSuffix("swimming"))
    }

    @Test(arguments: Line.allCases, ["Enter", "Tab"])
    func takingAChosenNameKeepsTheLineOpen(_ line: Line, _ key: String) {
        var person = typing(line)
        let context = person.state.shell.context
        person.press("Down", key)
        #expect(person.state.shell.context == context)
        #expect(typed(person).hasSuffix("swift") && menu(person).isEmpty)
        let isSaved = person.effects.contains {
            $0.sent(ChangeBookmarks.self) != nil || $0.added != nil
        }
        #expect(!isSaved)
    }

    @Test(arguments: Line.allCases) func escapeClosesTheMenuFirst(_ line: Line) {
        var person = typing(line)
        let context = person.state.shell.context
        person.press("Esc")
        #expect(menu(person).isEmpty && person.state.shell.context == context)
        #expect(typed(person).hasSuffix("sw"), "Esc must keep the typed text")
        person.press("Esc")
        #expect(person.state.shell.context != context)
    }

    @Test(arguments: Line.allCases) func hintsNameTheKeysOfTheMenu(_ line: Line) {
        var person = typing(line)
        #expect(person.lines.last?.contains("↓ choose") == true)
        #expect(person.lines.last?.contains("Esc close") == true)
        #expect(person.lines.last?.contains("⏎ take") == false)
        person.press("Down")
        #expect(person.lines.last?.contains("⏎ take") == true)
        person.press("Esc")
        #expect(person.lines.last?.contains("choose") == false)
    }

    @Test func tabAfterTakingANameGoesToTheNextField() {
        for key in ["Tab", "Enter"] {
            var person = typing(.form)
            person.press("Down", key, "Tab")
            person.type("work")
            #expect(person.screen.contains("Folder work"))
        }
    }

    /// A person who only passes the field on the way through the form wants no other tag.
    @Test(arguments: ["Down", "Tab"]) func passingThroughAFieldOpensNoMenu(_ key: String) {
        var person = Person.withTags()
        person.press("e")
        let bookmark = Bookmark(
            id: "0", name: "A", url: "https://0.example/", tags: ["sw"], added: 0)
        person.send(.details(bookmark))
        person.press(key, key)
        #expect(menu(person).isEmpty && person.screen.contains("> Tags"))
        person.press(key)
        #expect(person.screen.contains("> Folder"))
        person.press("Up", "Ctrl-N")
        #expect(menu(person).prefix(2) == ["swift", "swimming"], "Ctrl-N must open the menu")
    }

    @Test func closedMenuReopensOnTypingAndFreesTheArrows() {
        var person = typing(.form, "s")
        person.press("Esc")
        person.type("w")
        #expect(menu(person).prefix(2) == ["swift", "swimming"])
        person.press("Esc", "Down")
        #expect(person.screen.contains("> Folder"))
    }

    /// A person who typed a whole tag goes on with the arrows.
    @Test(arguments: Line.allCases) func completeNameOpensNoMenu(_ line: Line) {
        let person = typing(line, "swift")
        #expect(menu(person).isEmpty)
    }

    /// In the filter, arrows move through the list, unless a name is being typed.
    @Test func arrowsMoveTheListWhileAPlainWordIsTyped() {
        var person = Person(["Note a", "Note b"])
        person.press("/")
        person.type("no")
        person.press("Down")
        #expect(person.selectedName == "Note b" && menu(person).isEmpty)
    }

    /// Arrows move between fields if there is no room for a menu.
    @Test func screenWithoutRoomShowsNoMenu() {
        var person = typing(.form)
        person.resize(40, 7)
        person.press("Down")
        #expect(person.screen.contains("> Folder"))
    }

    /// There may be thousands of words, and one key press asks several times which of them fit.
    @Test(arguments: Line.allCases)
    func fittingWordsAreRememberedAfterEachKey(_ line: Line) throws {
        var person = typing(line, "s")
        for key in ["w", "Down", "Down", "i", "Backspace"] {
            person.press(key)
            let now = try #require(person.state.shell.completedLine)
            #expect(now.completion.knowsFits(for: now.editor), "\(key)")
            #expect(now.hasMenu && person.screen.contains("│"))
            // The remembered fits are the same as those found anew.
            let other = LineEditor("other")
            var fresh = now.completion
            fresh.findFits(for: other)
            #expect(!fresh.knowsFits(for: now.editor))
            let (shown, found) = (
                now.completion.menu(for: now.editor, rows: 9), fresh.menu(for: now.editor, rows: 9)
            )
            #expect(shown?.words == found?.words && shown?.words.isEmpty == false)
        }
    }
}
