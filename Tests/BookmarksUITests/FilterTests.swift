import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct FilterTests {
    @Test func everyKeyNarrowsTheList() {
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
        #expect(person.state.context == .list)
        #expect(person.list.query == "hum")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
    }

    @Test func escapeClearsAndSelectsWhatWasSelected() {
        var person = Person(["A", "B", "C"])
        person.press("G", "/")
        person.type("a.ex")
        #expect(person.selectedName == "A")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
        #expect(person.selectedName == "C")
        #expect(person.state.context == .list)
    }

    @Test func theSelectedBookmarkStaysSelectedWhileItMatches() {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.press("j", "/")
        person.type("ap")
        #expect(person.selectedName == "Apricot")
    }

    @Test func anOpenFilterGoesOnWithWhatIsThere() {
        var person = Person(["Swift", "Hummingbird"])
        person.press("/")
        person.type("hum")
        person.press("Enter", "/")
        person.type("m")
        #expect(person.list.query == "humm")
    }

    @Test func arrowsMoveWithoutLeavingTheFilter() {
        var person = Person(["A1", "A2", "A3"])
        person.press("/")
        person.type("a")
        person.press("Down", "Ctrl-N", "Up")
        #expect(person.selectedName == "A2")
        #expect(person.state.context == .filter)
    }

    @Test func backspaceInAnEmptyFilterLeavesIt() {
        var person = Person(["A"])
        person.press("/", "Backspace")
        #expect(person.state.context == .list)
    }

    @Test func lettersThatAreKeysElsewhereAreText() {
        var person = Person(["A"])
        person.press("/")
        person.type("qd?ua ")
        #expect(person.list.query == "qd?ua ")
        #expect(person.effects.isEmpty)
    }

    @Test func aPasteIsSearchedForAndAHugeOneIsRefused() {
        var person = Person(["Swift"])
        person.press("/")
        person.paste("swift\n")
        #expect(person.list.query == "swift")
        person.paste(String(repeating: "x", count: 1_000_000))
        #expect(person.list.query == "swift")
        #expect(
            person.said
                == "Nothing was pasted: it has 1,000,000 bytes, and a filter at most 4,096")
    }

    @Test func noMatchSaysSo() {
        var person = Person(["Swift"])
        person.press("/")
        person.type("zig")
        #expect(person.screen.contains("No match for “zig”.\n   Esc clears the filter."))
    }

    @Test func theTitleCountsWhatMatches() {
        var person = Person(Person.names(340))
        person.press("/")
        person.type("name 01")
        #expect(person.screen.hasPrefix(" Cloudy  14 of 340  /name 01 "))
    }
}
