import BookmarksUI
import Screen
import Testing

/// The headings of pages, in the title and in a pane.
@Suite struct HeadingTests {
    /// A filter shows as it was typed, also in the heading of a pane.
    @Test(arguments: [true, false]) func aFilterShowsAsTyped(_ hasBorders: Bool) {
        var person = Person(["A"], columns: 160, rows: 30)
        person.state.setPanes(Panes(hasBorders: hasBorders))
        person.send(.listChanged)
        person.press("t", "/")
        person.type("s  w")
        let headings = person.lines.dropLast(2).filter { $0.contains("[Tags] Folders Searches") }
        #expect(!headings.isEmpty)
        for heading in headings { #expect(heading.contains("/s  w"), "\(heading)") }
    }
}
