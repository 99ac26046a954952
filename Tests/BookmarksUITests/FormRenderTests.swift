import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct FormRenderTests {
    func person(_ columns: Int, _ rows: Int) -> Person {
        var person = Person(["A"], columns: columns, rows: rows)
        person.press("a")
        person.type("//swift.org")
        person.press("Enter")
        return person
    }

    @Test func formIsDrawnOnAWideScreen() {
        let person = person(80, 12)
        #expect(
            person.screen == """
                 Cloudy  Add a bookmark                                       ● synced · laptop

                 > URL    //swift.org
                          ! A URL begins with its scheme. Did you mean https://swift.org? Press
                            Enter to accept.
                   Name   the name; default: the URL
                   Tags   words separated by spaces
                   Folder a path such as work/swift
                   Notes  anything else
                   About  how the page describes itself

                 ⏎ accept  Ctrl-O save  Esc leave  Tab next field  Ctrl-T fetch title  F1 help
                """)
        #expect(person.canvas.cursor == Position(column: 21, row: 2))
    }

    @Test func formIsDrawnOnANarrowScreen() {
        #expect(
            person(40, 10).screen == """
                 Add a bookmark       ● synced · laptop
                 > URL    //swift.org
                          ! A URL begins with its
                            scheme. Did you mean
                            https://swift.org? Press
                            Enter to accept.
                   Name   the name; default: the URL
                   Tags   words separated by spaces

                 ⏎ accept  Ctrl-O save  F1 help
                """)
    }

    /// A person who opened the form by mistake sees how to leave it.
    @Test func keyThatLeavesTheFormShowsOnANarrowScreen() {
        var person = Person(["A"], columns: 40, rows: 12)
        person.press("a")
        #expect(person.lines.last == " ⏎ next  Ctrl-O save  Esc leave  F1 help")
    }

    /// The message about a duplicate does not push the URL off the screen.
    @Test func theURLOfADuplicateShowsOnASmallScreen() {
        var person = Person(["A"], columns: 20, rows: 6)
        person.press("a")
        person.type("https://a.example/")
        let row = Person.row(0, "A")
        person.press("Enter")
        person.send(.pageThere(url: "https://a.example/", row))
        #expect(person.lines[1].hasPrefix("   URL    https://"), "\(person.screen)")
        #expect(person.lines[3].contains("“A”"), "\(person.screen)")
        #expect(person.lines[4].hasPrefix(" > Name   "), "\(person.screen)")
        person.resize(20, 5)
        #expect(person.lines[1].hasPrefix("   URL    https://"), "\(person.screen)")
    }

    @Test func formIsDrawnOnTinyScreens() {
        var person = Person(["A"], columns: 20, rows: 4)
        person.press("a", "Tab", "Tab", "Tab", "Tab")
        person.type("note")
        #expect(
            person.screen == """
                 Add a bookmark   ●
                   Folder a path s…
                 > Notes  note
                 ⏎ save  F1 help
                """)
        #expect(person.canvas.cursor == Position(column: 14, row: 2))
        person.resize(3, 1)
        #expect(person.screen == "te")
        #expect(person.canvas.cursor == Position(column: 2, row: 0))
        person.resize(1, 1)
        #expect(person.screen == "")
        #expect(person.canvas.cursor == Position(column: 0, row: 0))
        person.resize(80, 24)
        #expect(person.screen.contains(" > Notes  note\n"))
    }

    @Test func questionShowsInTheMessageLine() {
        var person = person(40, 10)
        person.press("Esc")
        let lines = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[8] == " Discard your text? [y/N]")
        #expect(lines[9] == " y discard  Esc keep")
        #expect(person.canvas.cursor == Position(column: 26, row: 8))
        person.resize(12, 1)
        #expect(person.screen == "Disc… [y/N]")
    }

    @Test func lineBreakSignHasAnASCIIForm() {
        var person = Person(["A"], symbols: .ascii)
        person.press("e")
        person.send(.details(Bookmark(id: "0", name: "A", url: "u:x", notes: "1\n2", added: 0)))
        #expect(person.screen.contains("Notes  1|2"))
    }
}
