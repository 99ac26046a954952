import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The headings of pages, in the title bar and in a pane.
@Suite struct HeadingTests {
    /// A filter shows exactly as it was typed, even in the heading of a pane.
    @Test(arguments: [true, false]) func headingShowsTheFilterAsTyped(_ hasBorders: Bool) {
        var person = Person(["A"], columns: 160, rows: 30)
        person.state.shell.setPanes(Panes(hasBorders: hasBorders))
        person.send(.listChanged)
        person.press("t", "/")
        person.type("s  w")
        let headings = person.lines.dropLast(2).filter { $0.contains("[Tags] Folders Searches") }
        #expect(!headings.isEmpty)
        for heading in headings { #expect(heading.contains("/s  w"), "\(heading)") }
    }

    /// The parts of a heading stand apart in a pane, too.
    @Test(arguments: [100, 80]) func partsOfAHeadingHaveTwoBlanksBetweenThem(_ columns: Int) {
        var person = Person(["A"], columns: columns, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        if columns == 100 { #expect(person.lines[1].contains(" Bookmarks  1 ")) }
        person.press("D")
        let rows = (0..<4).map { DeletedRow(Person.row($0, "Gone \($0)"), device: "phone") }
        person.send(.deleted(rows))
        person.press("Space", "Space")
        #expect(person.screen.contains("Deleted bookmarks  4  2 marked"), "\(person.screen)")
    }

    /// With panes, a page's heading is on its own pane.
    @Test(arguments: [true, false]) func aHeadingShowsOnce(_ hasBorders: Bool) {
        var person = Person(["A"], columns: 160, rows: 30)
        person.state.shell.setPanes(Panes(hasBorders: hasBorders))
        person.send(.listChanged)
        for (key, heading) in [
            ("t", "[Tags] Folders Searches"), ("f", "Documents"), ("l", "Details"),
        ] {
            person.press(key)
            let lines = person.lines.dropLast(2)
            #expect(lines[0].hasPrefix(" Cloudy  "), "\(lines[0])")
            #expect(!lines[0].contains(heading), "\(lines[0])")
            #expect(lines[1].contains(heading), "\(lines[1])")
            person.resize(90, 30)
            #expect(person.lines[0].contains(heading), "\(person.lines[0])")
            person.resize(160, 30)
            person.press("Esc")
        }
    }
}
