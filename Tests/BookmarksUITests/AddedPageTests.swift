import Bookmarks
import KeyValueStore
import Testing

@testable import BookmarksUI

/// Adding a page takes its own file and one line that names it. The shell, the list and the other
/// pages need no change.
@Suite struct AddedPageTests {
    private func person() -> Person {
        var person = Person(["A", "B"])
        person.state.shell.keys = KeyMap(ActionTable(Pages.all + [SitesPage.self]))
        return person
    }

    private let answer = Event.answer(
        [SiteCount(site: "a.example", count: 2), SiteCount(site: "b.example", count: 1)],
        to: SitesRequest())

    @Test func addedPageOpensLoadsDrawsAndCloses() {
        var person = person()
        person.press("I")
        #expect(person.state.shell.context == .sites)
        #expect(person.takeEffects() == [.send(SitesRequest())])
        #expect(person.screen.contains("Loading"))
        person.press("Enter")
        #expect(person.said == "There is no site to show")
        person.send(answer)
        #expect(person.screen.contains("Sites  2") && person.lines[1].hasPrefix(" > a.example  2"))
        person.press("j", "q")
        #expect(person.state.shell.context == .list && person.effects.isEmpty)
    }

    @Test func actionsOfAnAddedPageWork() {
        var person = person()
        person.press("I")
        person.send(answer)
        #expect(person.lines.last?.contains("show") == true)
        person.press("j", "Enter")
        #expect(person.state.shell.context == .filter && person.list.query == "site:b.example")
    }

    @Test func addedPageReloadsAndIgnoresLateAnswers() {
        var person = person()
        person.press("I")
        _ = person.takeEffects()
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.takeEffects() == [.send(SitesRequest())])
        person.press("q")
        let before = person.screen
        person.send(answer)
        #expect(person.screen == before)
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.takeEffects().isEmpty)
    }

    @Test func helpListsTheActionsOfAnAddedPage() {
        var person = person()
        person.resize(120, 200)
        person.press("I", "?")
        #expect(person.screen.contains("Show the sites"))
        // A screen that does not know the page has no such key.
        var other = Person(["A"])
        other.press("I")
        #expect(other.state.shell.context == .list)
    }
}
