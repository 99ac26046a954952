import Bookmarks
import BookmarksUI
import Testing

/// The feedback about typed text, on screens of any size.
@Suite struct AnswerTests {
    @Test(arguments: [
        (80, 2), (80, 3), (80, 4), (80, 5), (80, 6), (80, 7), (80, 8), (80, 9), (80, 10), (80, 24),
        (19, 8), (30, 8),
    ])
    func invalidFilterShowsItsErrorAtAnyScreenSize(_ columns: Int, _ rows: Int) {
        var person = Person(Person.names(40), columns: columns, rows: rows)
        person.press("/")
        person.type("n (a")
        #expect(person.screen.contains("/n ("))
        #expect(person.screen.contains("The closing"))
        person.press("Enter")
        #expect(person.state.shell.context == .filter)
        #expect(person.screen.contains("/n (") && person.screen.contains("The closing"))
        person.press("Backspace")
        #expect(!person.screen.contains("The closing"))
    }

    @Test func filterShowsNoErrorWhileACompletionIsOffered() {
        var person = Person.withTags()
        person.send(.searches(SavedSearches(["mine": "swift"])))
        person.press("/")
        person.type("@mi")
        #expect(person.said == nil)
        person.press("Enter")
        #expect(person.said?.contains("There is no saved search with this name") == true)
        person.type("x")
        #expect(person.said?.contains("There is no saved search with this name") == true)
        person.press("Backspace", "Tab")
        #expect(person.said == nil)
        #expect(person.list.query == "@mine ")
    }

    /// With nothing typed yet, Enter takes the faint suggestion.
    @Test func enterImportsFromTheOnlyBrowserFound() {
        var person = Person()
        let chrome = FoundBrowser(browser: "Chrome", profile: "Default", path: "/c/Bookmarks")
        person.press("i")
        person.send(.browsers([chrome]))
        #expect(person.screen.contains("browsers"))
        _ = person.takeEffects()
        person.press("Enter")
        #expect(person.takeEffects() == [.importFrom("/c/Bookmarks", name: "Chrome")])
    }

    @Test func secondEnterImportsFromTheOfferedBrowserOfSeveral() {
        var person = Person()
        let found = ["Firefox", "Chrome"].map {
            FoundBrowser(browser: $0, profile: "Default", path: "/\($0)")
        }
        person.press("i")
        person.send(.browsers(found))
        person.press("Enter")
        #expect(person.said?.hasPrefix("There are several") == true)
        _ = person.takeEffects()
        person.press("Enter")
        #expect(person.takeEffects() == [.importFrom("/Firefox", name: "firefox")])
    }

    @Test func messageOnAPageDoesNotMentionTheFilterOfTheList() {
        var person = Person(["A", "B"])
        person.press("/")
        person.type("a")
        person.press("Enter", "t")
        person.send(.outcome(.reversed(what: "Renamed the folder a", ids: ["1"], isUndo: true)))
        #expect(person.said == "Undone: Renamed the folder a")
    }

    @Test func redoWorksInTheDuplicatesView() {
        var person = Person(["A"])
        person.press("=")
        _ = person.takeEffects()
        person.press("u", "Ctrl-R")
        #expect(person.takeEffects() == [.undo, .redo])
    }
}
