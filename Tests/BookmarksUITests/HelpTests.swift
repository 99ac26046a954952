import Bookmarks
import BookmarksUI
import Testing

@Suite struct HelpTests {
    @Test func everyActionIsInIt() {
        var person = Person(["A"], columns: 120, rows: 200)
        person.press("?")
        for action in Action.all { #expect(person.screen.contains(action.help), "\(action.id)") }
    }

    @Test(arguments: ["?", "F1"]) func itOpensAndCloses(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        #expect(person.state.context == .help)
        person.press("q")
        #expect(person.state.context == .list)
        #expect(person.effects.isEmpty)
    }

    @Test func itScrolls() {
        var person = Person(["A"])
        person.press("?")
        #expect(!person.screen.contains("so does every other key"))
        person.press("G")
        #expect(person.screen.contains("so does every other key"))
        person.press("g")
        #expect(person.screen.contains("Add a bookmark"))
    }

    @Test func itCanBeFiltered() {
        var person = Person(["A"])
        person.press("?", "/")
        person.type("airplane")
        #expect(person.screen.contains("Turn airplane mode on or off"))
        #expect(!person.screen.contains("Add a bookmark"))
        person.press("Enter")
        #expect(person.state.context == .help)
        person.press("/", "Esc")
        #expect(person.screen.contains("Add a bookmark"))
        person.press("/")
        person.type("zzzz")
        #expect(person.screen.contains("No key matches “zzzz”."))
    }

    @Test func fromAFormItBeginsWithTheKeysOfForms() {
        var person = Person(["A"])
        person.press("a")
        person.type("typed")
        person.press("F1")
        let lines = person.screen.split(separator: "\n")
        #expect(lines[1] == " In a form")
        person.press("Esc")
        #expect(person.state.context == .form)
        #expect(person.screen.contains("typed"))
    }
}
