import Bookmarks
import BookmarksUI
import Testing

@Suite struct SortTests {
    @Test(arguments: [
        ("a", SortOrder(.added, descending: true)), ("m", SortOrder(.modified, descending: true)),
        ("u", SortOrder(.url)),
    ]) func oneKeyChooses(_ key: String, _ order: SortOrder) {
        var person = Person(["B", "A", "C"])
        person.press("s", key)
        #expect(person.list.order == order)
        #expect(person.state.context == .list)
        person.press("s", key)
        #expect(person.list.order == SortOrder(order.field, descending: !order.isDescending))
    }

    @Test func choosingTheSameAgainReverses() {
        var person = Person(["A", "B", "C"])
        person.press("s", "n")
        #expect(person.list.order == SortOrder(.name, descending: true))
    }

    @Test func theSelectedBookmarkStaysSelected() {
        var person = Person(["A", "B", "C"])
        person.press("s", "n")
        #expect(person.selectedName == "A")
        #expect(person.state.selection.index == 2)
    }

    @Test(arguments: ["Esc", "q"]) func theMenuCanBeLeft(_ key: String) {
        var person = Person(["A"])
        person.press("s", key)
        #expect(person.state.context == .list)
        #expect(person.list.order == SortOrder(.name))
    }

    @Test func otherKeysDoNothingWhileTheMenuWaits() {
        var person = Person(["A"])
        person.press("s", "d")
        #expect(person.effects.isEmpty)
        #expect(person.state.context == .sortMenu)
    }

    @Test(arguments: [
        ("a", "Name", "Added ▼"), ("m", "Name", "Modified ▼"), ("u", "Name", "URL ▲"),
        ("n", "Name ▼", "URL"),
    ]) func theHeadingsShowTheOrder(_ key: String, _ name: String, _ other: String) {
        var person = Person(["A"])
        person.press("s", key)
        let heading = person.screen.split(separator: "\n")[1]
        #expect(heading.contains(name + " "))
        #expect(heading.contains(other))
    }
}
