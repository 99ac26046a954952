import Bookmarks
import KeyValueStore
import Screen
import Testing

@testable import BookmarksUI

/// The offer to fetch titles, which is made once.
@Suite struct TitleOfferTests {
    private let url = "https://a.example/"
    private let offer = "; F to fetch titles from now on"

    private func person() -> Person {
        var person = Person(["A"])
        person.state.activities.titles.isDecided = false
        return person
    }

    private func add(_ person: inout Person, _ url: String, name: String = "") {
        person.press("a")
        person.type(url)
        person.press("Enter")
        person.type(name)
        person.press("Ctrl-O")
        let row = BookmarkRow(id: "9", name: name, url: url, added: 9, modified: 9)
        person.list.apply([.upsert(row)])
        person.send(.outcome(.added(id: "9", name: row.title)))
        _ = person.takeEffects()
    }

    @Test func theFirstBookmarkWithoutANameOffersTitlesOnce() {
        var person = person()
        add(&person, url, name: "Named")
        #expect(person.said == "Added “Named”")
        add(&person, "mailto:ada@a.example")
        #expect(person.said == "Added “mailto:ada@a.example”")
        add(&person, url)
        #expect(person.said == "Added “\(url)”" + offer)
        #expect(person.messageLine.hasSuffix("u undo"))
        add(&person, url + "2")
        #expect(person.said == "Added “\(url)2”")
        #expect(person.state.activities.titles.wasOffered)
    }

    @Test func itsKeyKeepsTheAnswerAndFetchesTheTitle() {
        var person = person()
        add(&person, url)
        person.press("F")
        let on: Effect = .send(ChangeSetting("fetch-titles", to: "on", isTold: true))
        #expect(person.takeEffects() == [on, .fetchPage(url: url)])
        #expect(person.said == "Titles are fetched from now on; F to stop that")
        let page = FetchedPage(url: url, title: "The A")
        person.send(.page(page))
        #expect(person.takeEffects() == [.takePage(page, id: "9")])
        person.press("a")
        person.type(url + "2")
        person.press("Enter")
        #expect(person.takeEffects().contains(.fetchPage(url: url + "2")))
        person.press("Esc", "y", "F")
        let off: Effect = .send(ChangeSetting("fetch-titles", to: "off", isTold: true))
        #expect(person.takeEffects() == [off])
        #expect(person.said == "Titles are no longer fetched; F to fetch them again")
    }

    /// A person who adds the next one at once answers nothing.
    @Test func theNextKeysAreNoAnswer() {
        var person = person()
        add(&person, url)
        person.press("a")
        #expect(person.state.context == .form)
        person.type("FyF")
        #expect(person.screen.contains("> URL    FyF"))
        #expect(!person.state.activities.titles.isOn && person.effects.isEmpty)
    }

    @Test func whereItIsDecidedOrWasOfferedNothingIsOffered() {
        for (isDecided, isOffered) in [(true, false), (false, true)] {
            var person = person()
            person.state.activities.titles.isDecided = isDecided
            person.state.activities.titles.wasOffered = isOffered
            add(&person, url)
            #expect(person.said == "Added “\(url)”")
        }
        var offline = person()
        offline.send(.sync(SyncState(phase: .offline)))
        add(&offline, url)
        #expect(offline.said == "Added “\(url)”" && !offline.state.activities.titles.wasOffered)
    }

    /// A person who fetches titles by hand knows how.
    @Test func afterCtrlTNothingIsOffered() {
        var person = person()
        person.press("a")
        person.type(url)
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url)))
        person.press("Ctrl-O")
        person.send(.outcome(.added(id: "9", name: url)))
        #expect(person.said == "Added “\(url)”")
    }
}
