import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct PickingTests {
    private func person(_ picking: Picking) -> Person {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.state.beginPicking(picking, in: person.list)
        return person
    }

    private func hints(_ person: Person) -> String { person.lines.last ?? "" }

    @Test func tabMarksWithoutLeavingTheFilter() {
        var person = person(.several)
        #expect(hints(person).contains("Tab mark"))
        #expect(hints(person).contains("choose ") && hints(person).contains("Esc cancel"))
        person.press("Tab")
        #expect(person.state.listView.marks.ids == ["0"])
        #expect(person.selectedName == "Apricot")
        #expect(person.lines[0].contains("1 marked"))
        person.type("ban")
        person.press("Tab")
        #expect(hints(person).contains("choose 2"))
        person.press("Enter")
        #expect(person.effects == [.choose(ids: ["2", "0"])])
    }

    @Test func tabRemovesAMark() {
        var person = person(.several)
        person.press("Tab", "Up", "Tab")
        #expect(person.state.listView.marks.ids == [])
        person.press("Up", "Enter")
        #expect(person.effects == [.choose(ids: ["0"])])
    }

    @Test func tabMarksNoBookmarkWhenPickingOne() {
        var person = person(.one)
        #expect(!hints(person).contains("mark"))
        person.press("Tab")
        #expect(person.state.listView.marks.ids == [])
        #expect(person.said?.contains("cloudy pick --multi") == true)
        person.press("Backspace")
        #expect(!hints(person).contains("mark"))
    }

    @Test(arguments: [Picking.one, .several])
    func filterWithoutAMatchNamesThePickingKeys(_ picking: Picking) {
        var person = person(picking)
        person.type("zzzz")
        #expect(person.screen.contains("No match for “zzzz”"))
        #expect(person.screen.contains("Press Ctrl-U to empty the filter, Esc to cancel."))
        #expect(!person.screen.contains("clear it"))
        person.press("Tab")
        #expect(person.said?.contains("clear it") != true)
        person.press("Enter")
        #expect(person.said == "No bookmark matches the filter, so there is nothing to choose")
        person.press("Ctrl-U")
        #expect(person.list.count == 3)
    }

    @Test func helpDescribesThePickingKeys() {
        var person = person(.several)
        person.press("F1")
        #expect(person.screen.contains("Choose the marked bookmarks, or else this one"))
        #expect(person.screen.contains("Cancel, and choose nothing"))
        #expect(person.screen.contains("Tab "))
        #expect(person.screen.contains("Accept the suggestion; without one, mark"))
        #expect(!person.screen.contains("Keep the filter"))
        #expect(!person.screen.contains("Clear the filter"))
    }

    @Test func tabMarksInAnOrdinaryFilter() {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.press("/")
        #expect(!hints(person).contains("mark"))
        person.press("Tab", "Tab")
        #expect(person.state.listView.marks.ids == ["0", "1"])
    }
}
