import Bookmarks
import KeyValueStore
import Screen
import Testing

@testable import BookmarksUI

/// The offer to fetch titles, which is made only once.
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

    @Test func firstBookmarkWithoutANameOffersTitlesOnce() {
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

    @Test func keyOfTheOfferSavesTheSettingAndFetchesTheTitle() {
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

    /// Of the pasted addresses, one got a name in the meantime and one is not a page.
    @Test func titlesOfSeveralBookmarksAreFetchedAFewAtOnce() {
        var person = person()
        let ids = (1...8).map { "new\($0)" }
        let rows = ids.map {
            BookmarkRow(
                id: $0, name: $0 == "new7" ? "Named" : "",
                url: $0 == "new3" ? "mailto:ada@a.example" : url + $0, added: 9, modified: 9)
        }
        person.list.apply(rows.map { .upsert($0) })
        person.send(.outcome(.added(what: "Added 8 bookmarks", ids: ids)))
        #expect(person.said == "Added 8 bookmarks" + offer)
        _ = person.takeEffects()
        func fetch(_ number: Int) -> Effect { .fetchPage(url: url + "new\(number)") }
        person.press("F")
        #expect(person.takeEffects().dropFirst() == [fetch(1), fetch(2), fetch(4), fetch(5)])
        let page = FetchedPage(url: url + "new2", title: "Two")
        person.send(.page(page))
        #expect(person.takeEffects() == [.takePage(page, id: "new2"), fetch(6)])
        person.send(.page(FetchedPage(url: url + "new1", title: "One")))
        #expect(person.takeEffects().dropFirst() == [fetch(8)])
        // While titles are being fetched, no question is asked.
        person.list.apply([.upsert(BookmarkRow(id: "x", name: "", url: url, added: 9, modified: 9))]
        )
        person.send(.outcome(.added(what: "Added 1 bookmark", ids: ["x"])))
        #expect(person.said == "Added 1 bookmark" && person.takeEffects() == [])
        person.send(.page(FetchedPage(url: url + "new4", title: "Four")))
        #expect(person.takeEffects().dropFirst() == [.fetchPage(url: url)])
    }

    /// Each bookmark that waits for a title takes one of a few places until the answer.
    @Test func cancelledFetchHasAnAnswer() async {
        struct Cancelled: WebLibrary {
            func checkLinks(
                ofIDs ids: [String], tell: @escaping @Sendable (LinkProgress) -> Void
            ) async -> (LinkProgress, LinkProgress.End) {
                (LinkProgress(total: ids.count), .stopped)
            }
            func page(at url: String) async -> FetchedPage? { nil }
        }
        let page = await FetchPage(url: url).page(from: Cancelled())
        #expect(page == FetchedPage(url: url, problem: "newer fetches took its place"))
    }

    @Test func airplaneModeStopsFetchingSeveralTitles() {
        var person = person()
        person.press("F")
        let ids = (1...6).map { "new\($0)" }
        person.list.apply(
            ids.map {
                .upsert(BookmarkRow(id: $0, name: "", url: url + $0, added: 9, modified: 9))
            })
        person.send(.outcome(.added(what: "Added 6 bookmarks", ids: ids)))
        _ = person.takeEffects()
        person.send(.sync(SyncState(phase: .offline)))
        let page = FetchedPage(url: url + "new1", title: "One")
        person.send(.page(page))
        #expect(person.takeEffects() == [.takePage(page, id: "new1")])
    }

    /// The keys of a person who adds the next bookmark at once are not an answer.
    @Test func keysOfTheNextBookmarkDoNotAcceptTheOffer() {
        var person = person()
        add(&person, url)
        person.press("a")
        #expect(person.state.shell.context == .form)
        person.type("FyF")
        #expect(person.screen.contains("> URL    FyF"))
        #expect(!person.state.activities.titles.isOn && person.effects.isEmpty)
    }

    @Test func titlesAreNotOfferedOnceDecidedOrOffered() {
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

    /// A person who fetches a title with Ctrl-T knows how.
    @Test func titlesAreNotOfferedAfterCtrlT() {
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
