import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The message that a form got no title.
@Suite struct MissingTitleTests {
    private let url = "https://a.example/"
    private let failure = "The title was not fetched: no answer came in time"

    private func fetching() -> Person {
        var person = Person(["A"])
        person.press("a")
        person.type(url)
        person.press("Ctrl-T")
        return person
    }

    @Test func messageGoesWhenTheURLOrTheNameChanges() {
        var person = fetching()
        person.send(.page(FetchedPage(url: url, problem: "no answer came in time")))
        person.press("Tab")
        #expect(person.said == failure)
        var other = person
        person.type("M")
        #expect(person.said == nil)
        other.press("Tab")
        other.type("z")
        #expect(other.said == failure, "a tag says nothing about the title")
        other.press("Up", "Up")
        other.paste("b")
        #expect(other.screen.contains("> URL    \(url)b"), "\(other.screen)")
        #expect(other.said == nil)
    }

    @Test func messageAboutAPageWithoutATitleGoesWhenANameIsTyped() {
        var person = fetching()
        person.send(.page(FetchedPage(url: url)))
        #expect(person.said == "The page has no title")
        person.press("Tab")
        person.type("M")
        #expect(person.said == nil)
    }

    /// The title of the former URL no longer matters.
    @Test func failureForAFormerURLIsOnlyLogged() {
        var person = fetching()
        person.type("b")
        person.send(.page(FetchedPage(url: url, problem: "no answer came in time")))
        #expect(person.said == nil)
        #expect(person.state.shell.log.last?.text == failure)
    }
}
