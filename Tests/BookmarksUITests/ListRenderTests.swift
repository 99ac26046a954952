import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct ListRenderTests {
    /// A list with a selection, a mark, a filter's worth of rows and wide text.
    func person(_ columns: Int, _ rows: Int) -> Person {
        var person = Person(
            rows: [
                BookmarkRow(
                    id: "a", name: "Hummingbird", url: "https://hummingbird.codes/",
                    tags: "swift server", added: 1, modified: 1),
                BookmarkRow(
                    id: "b", name: "Swift.org", url: "https://www.swift.org/", tags: "swift lang",
                    added: 2, modified: 2),
                BookmarkRow(
                    id: "c", name: "日本語のページ", url: "https://ja.example/とても長い道/そのさき/もっと",
                    tags: "wide", added: 3, modified: 3),
                BookmarkRow(
                    id: "d", name: "", url: "https://no-name.example/", added: 4, modified: 4),
            ], columns: columns, rows: rows)
        person.press("j", "j")
        person.receive(
            .edited,
            BookmarkRow(
                id: "a", name: "Hummingbird", url: "https://hummingbird.codes/",
                tags: "swift server", added: 1, modified: 5))
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.outcome(.deleted(id: "x", name: "Old wiki")))
        return person
    }

    @Test func listIsDrawnOnAWideScreen() {
        #expect(
            person(80, 24).screen == """
                 Cloudy  4                                                    ● synced · laptop
                   Name ▲                                              Host               Added
                   https://no-name.example/                            no-name.example    16min
                   Hummingbird                                         hummingbird.co…  ← phone
                 > Swift.org                                           swift.org          16min
                   日本語のページ                                      ja.example         16min
                \(String(repeating: "\n", count: 15))
                 Deleted “Old wiki”   u undo
                 a add  ⏎ open  / filter  e edit  d delete  u undo  l details  ? help  q quit
                """)
    }

    @Test func listIsDrawnOnANarrowScreen() {
        #expect(
            person(40, 10).screen == """
                 Cloudy  4            ● synced · laptop
                   Name ▲
                   https://no-name.example/
                     https://no-name.example/
                   Hummingbird                  ← phone
                     https://hummingbird.codes/
                 > Swift.org
                     https://www.swift.org/
                 Deleted “Old wiki”   u undo
                 a add  ⏎ open  / filter  ? help  q quit
                """)
    }

    @Test func listIsDrawnOnASmallScreen() {
        #expect(
            person(20, 4).screen == """
                 4         ● synced
                   Hummingbird    ←
                 > Swift.org
                 Deleted “…   u undo
                """)
    }

    @Test func listIsDrawnOnTinyScreens() {
        #expect(person(3, 1).screen == "De…")
        #expect(person(1, 1).screen == "…")
        #expect(person(0, 0).screen == "")
        var quiet = person(12, 3)
        quiet.send(.tick(1_000_000))
        #expect(quiet.screen == "> Swift.org\n\n")
    }

    @Test func listHasAnASCIIForm() {
        var person = person(60, 8)
        person.state.shell.symbols = .ascii
        let lines = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == " Cloudy  4                                * synced - laptop")
        #expect(lines[1].hasPrefix("   Name ^ "))
        #expect(lines[3].hasSuffix("<- phone"))
    }

    @Test func selectedRowIsDrawnAsABar() {
        let mask = person(40, 10).canvas.styleMask { style in
            style.background != nil
                ? "r" : style.bold ? "b" : style.underline ? "u" : style == .plain ? "." : "c"
        }
        #expect(
            mask == """
                .bbbbbbbbb............ccccccccccccccccc.
                ...uuuuuu...............................
                ........................................
                .....cccccccccccccccccccccccc...........
                ................................bbbbbbb.
                .....cccccccccccccccccccccccccc.........
                rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr
                rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr
                .ccccccccccccccccccbbbbbbbbb............
                .b.ccc..b.cccc..b.cccccc..b.cccc..b.cccc
                """)
    }

    @Test func anEmptyLibrarySaysWhatToPress() {
        let person = Person([], columns: 44, rows: 9)
        #expect(
            person.screen == """
                 Cloudy  0                ● synced · laptop

                    Bookmarks, the same on all machines.
                    No bookmarks yet. Begin with a key:
                    a  Add one, or paste a URL
                    i  Import a file or a URL
                    W  Try two terminals, or a server

                 a add  : actions  ? help  q quit
                """)
    }

    @Test func emptiedListSaysHowToRestoreBookmarks() {
        var person = Person(["A"], columns: 44, rows: 10)
        person.list.apply([.remove(id: "0")])
        person.send(.listChanged)
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        #expect(
            person.screen == """
                 Cloudy  0                ● synced · laptop


                   The list is empty.
                   Press u to undo the latest edit.
                   Press D to restore deleted bookmarks.
                   Press a to add one, or paste a URL.


                 a add  u undo  : actions  ? help  q quit
                """)
        // If undo can't restore the deleted bookmarks, the screen offers the trash.
        person.state.shell.undoOffer.next = nil
        #expect(!person.screen.contains("undo the latest edit"))
        #expect(person.screen.contains("Press D"))
        // Once the trash is empty, the list looks new.
        person.press("D")
        person.send(.deleted([]))
        person.press("q")
        #expect(person.screen.contains("No bookmarks yet."))
    }

    @Test func emptyListOffersTheTrashIfItHadBookmarks() {
        var person = Person([])
        person.state.hadBookmarks = true
        #expect(person.screen.contains(/The list is empty.\n +Press D to restore deleted/))
    }

    @Test func onlyVisibleRowsAreDrawn() {
        var person = Person(Person.names(1_000), columns: 300, rows: 100)
        person.press("G")
        #expect(person.screen.contains("Name 999"))
        #expect(!person.screen.contains("Name 900"))
    }

    @Test func listThatShrankSinceTheLastEventIsDrawn() {
        var person = Person(Person.names(50))
        person.press("G")
        person.list = BookmarkList(rows: [Person.row(0, "A")], sortedBy: SortOrder(.name))
        #expect(person.screen.contains("A"))
        person.list = BookmarkList()
        #expect(person.screen.contains("The list is empty."))
    }
}
