import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct FilterTests {
    @Test func typingFiltersTheListAfterEachKey() {
        var person = Person(["Swift", "Hummingbird", "Switzerland"])
        person.press("/")
        person.type("sw")
        #expect(person.list.query == "sw")
        #expect(person.list.count == 2)
        #expect(person.canvas.cursor == Position(column: 4, row: 22))
        person.type("itz")
        #expect(person.list.count == 1)
        person.press("Backspace", "Backspace", "Backspace")
        #expect(person.list.count == 2)
    }

    @Test func enterKeepsTheFilterAndEscapeInTheListClearsIt() {
        var person = Person(["Swift", "Hummingbird"])
        person.press("/")
        person.type("hum")
        person.press("Enter")
        #expect(person.state.shell.context == .list)
        #expect(person.list.query == "hum")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
    }

    @Test func escapeClearsTheFilterAndRestoresTheSelection() {
        var person = Person(["A", "B", "C"])
        person.press("G", "/")
        person.type("a.ex")
        #expect(person.selectedName == "A")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
        #expect(person.selectedName == "C")
        #expect(person.state.shell.context == .list)
    }

    @Test func theSelectedBookmarkStaysSelectedWhileItMatches() {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.press("j", "/")
        person.type("ap")
        #expect(person.selectedName == "Apricot")
    }

    @Test func reopenedFilterContinuesItsText() {
        var person = Person(["Swift", "Hummingbird"])
        person.press("/")
        person.type("hum")
        person.press("Enter", "/")
        person.type("bird")
        #expect(person.list.query == "hum bird")
        person.press("Ctrl-U")
        person.type("humm")
        #expect(person.list.query == "humm")
    }

    @Test func arrowsMoveWithoutLeavingTheFilter() {
        var person = Person(["A1", "A2", "A3"])
        person.press("/")
        person.type("a")
        person.press("Down", "Ctrl-N", "Up")
        #expect(person.selectedName == "A2")
        #expect(person.state.shell.context == .filter)
    }

    @Test func backspaceInAnEmptyFilterLeavesIt() {
        var person = Person(["A"])
        person.press("/", "Backspace")
        #expect(person.state.shell.context == .list)
    }

    @Test func lettersAreTextInTheFilter() {
        var person = Person(["A"])
        person.press("/")
        person.type("qd?ua ")
        #expect(person.list.query == "qd?ua ")
        #expect(person.effects.isEmpty)
    }

    @Test func pastedTextFiltersAndAHugePasteIsRefused() {
        var person = Person(["Swift"])
        person.press("/")
        person.paste("swift\n")
        #expect(person.list.query == "swift")
        person.paste(String(repeating: "x", count: 1_000_000))
        #expect(person.list.query == "swift")
        #expect(
            person.said
                == "Nothing was pasted: the text has 1,000,000 bytes; the limit for a filter is "
                + "4,096")
    }

    @Test func filterWithoutAMatchSaysSo() {
        var person = Person(["Swift"])
        person.press("/")
        person.type("zig")
        #expect(person.screen.contains(/No match for “zig”.\n +Press Esc to clear the filter./))
        #expect(!person.screen.contains("text:zig"))
        person.send(.saved(["0"]))
        #expect(person.screen.contains("To search saved pages, notes and files: text:zig"))
    }

    /// A list that ranks answers has already looked for the word's letters with gaps.
    @Test(arguments: [true, false])
    func searchForScatteredLettersIsSuggestedUnlessAlreadyDone(_ hasLooked: Bool) {
        var person = Person(["Swift"])
        person.list.ranksAnswers = hasLooked
        person.press("/")
        person.type("zig")
        #expect(person.screen.contains("No match for “zig”."))
        let advice = "To look for these letters with others between them: ~zig"
        #expect(person.screen.contains(advice) != hasLooked)
    }

    @Test func titleCountsTheMatches() {
        var person = Person(Person.names(340))
        person.press("/")
        person.type("name 01")
        #expect(person.screen.hasPrefix(" Cloudy  14 of 340  /name 01 "))
    }

    @Test func invalidFilterSaysWhyAndAppliesItsValidPart() {
        var person = Person(["Swift", "Hummingbird"])
        person.press("/")
        person.type("swift (h")
        #expect(person.said == "“(”: The closing bracket ) is missing.")
        // The query without the open bracket.
        #expect(person.list.query == "swift")
        #expect(person.list.count == 1)
        #expect(person.screen.contains("Hummingbird") == false)
        person.press("Enter")
        #expect(person.state.shell.context == .filter)
        #expect(person.said == "“(”: The closing bracket ) is missing.")
        person.type(" or i)")
        #expect(person.said == nil)
        #expect(person.list.query == "swift (h or i)")
        person.press("Enter")
        #expect(person.state.shell.context == .list)
    }

    @Test func unknownValueOfIsListsTheValidOnes() {
        var person = Person(["Swift"])
        person.press("/")
        person.paste("is:new")
        #expect(
            person.said
                == "“new”: is: takes unread, archived, unopened, conflict, duplicate, broken, "
                + "saved, remote, unsent or deleted."
        )
        person.press("Esc")
        #expect(person.state.shell.context == .list)
        #expect(person.list.query.isEmpty)
    }

    /// Hits also stand out without colors, and in the selected row.
    @Test(arguments: [Symbols.unicode, .ascii]) func hitsStandOut(_ symbols: Symbols) {
        var person = Person(["Swift", "Swim"], columns: 120, symbols: symbols)
        person.press("/")
        person.type("wi #s")
        let mask = person.canvas.styleMask {
            $0.underline ? ($0.background == nil ? "u" : "R") : " "
        }
        let rows = mask.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows[2].hasPrefix("    RR"))
        #expect(rows[3].hasPrefix("    uu"))
        let tags = person.canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[3]
        let hash = tags.distance(
            from: tags.startIndex, to: tags.firstIndex(of: "#") ?? tags.startIndex)
        #expect(rows[3].dropFirst(hash).hasPrefix("uu"))
    }

    @Test func hitsEndWhereTheTextIsCut() {
        var person = Person(
            [String(repeating: "long ", count: 40), String(repeating: "図", count: 90)], columns: 60,
            rows: 12)
        person.press("/")
        person.type("/.+/")
        let cut = (1..<9).map { person.canvas.row($0) }.filter { $0.contains { $0.text == "…" } }
        #expect(cut.count == 2)
        for row in cut {
            for cell in row where cell.style.underline { #expect(cell.text != "…") }
            #expect(row.contains { $0.style.underline })
            #expect(row.last?.style.underline == false)
        }
    }

    @Test func reenteredFilterUpdatesItsRelativeDates() {
        let day = 86_400.0
        var person = Person(
            rows: (0..<2).map { day in
                BookmarkRow(
                    id: "\(day)", name: "Day \(day)", url: "https://a.example/\(day)",
                    added: 86_400 * Double(day) + 10, modified: 0)
            }, columns: 80, rows: 24)
        person.type("/after:today")
        person.press("Enter")
        #expect(person.list.count == 2)
        person.send(.tick(day + 100))
        person.press("/", "Enter")
        #expect(person.list.count == 1)
    }
}
