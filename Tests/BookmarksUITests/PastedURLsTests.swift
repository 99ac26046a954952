import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// Several URLs that are pasted at once.
@Suite struct PastedURLsTests {
    /// Answers which of the pasted pages are already there.
    func answer(_ person: inout Person, there rows: [BookmarkRow] = []) throws {
        let asked = person.takeEffects().compactMap { effect -> PastedPagesRequest? in
            guard case .request(let asked) = effect else { return nil }
            return asked.request as? PastedPagesRequest
        }
        let request = try #require(asked.first)
        person.send(.answer(rows, to: request))
    }

    private func added(_ urls: String...) -> [Effect] { [.send(AddPasted(urls: urls))] }

    @Test func listOffersToAddAllPastedURLs() throws {
        var person = Person(["A"])
        person.paste("https://b.example/\n\n  https://c.example/x \n")
        try answer(&person)
        #expect(person.messageLine == " Add 2 bookmarks? [y/N]")
        person.press("n")
        #expect(person.state.shell.context == .list && person.effects.isEmpty)
        #expect(person.said == "Nothing was added")
        person.paste("https://b.example/ https://c.example/x")
        try answer(&person)
        person.press("y")
        #expect(person.effects == added("https://b.example/", "https://c.example/x"))
    }

    @Test func questionNamesDuplicatesAndIgnoredText() throws {
        var person = Person(["Alpha"], columns: 120)
        person.paste(
            """
            Reading list
            - https://alpha.example/
            - <https://b.example/>, Beta
            1. https://b.example
            https://c.example/;
            """)
        try answer(&person, there: [person.list[0]])
        let question =
            "You already have 1 of 3 pages: “Alpha”. 1 URL repeats another. "
            + "Not URLs, so left out: “Reading list”, “Beta”. Add 2 bookmarks? [y/N]"
        let shown = person.lines.suffix(4).joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
        #expect(shown.contains(question), "\(shown)")
        person.press("y")
        #expect(person.effects == added("https://b.example/", "https://c.example/"))
    }

    @Test func noQuestionIsAskedIfAllPagesExist() throws {
        var person = Person(["Alpha", "Beta"])
        person.paste("https://alpha.example/\nhttps://beta.example/\n")
        try answer(&person, there: [person.list[0], person.list[1]])
        #expect(person.state.shell.context == .list)
        #expect(person.said == "You already have all 2 pages; nothing was added")
    }

    @Test func urlFieldOffersToAddAllPastedURLs() throws {
        var person = Person(["A"])
        person.press("a")
        person.paste("https://b.example/\nhttps://c.example/")
        try answer(&person)
        #expect(person.messageLine == " Add 2 bookmarks? [y/N]")
        person.press("n")
        #expect(person.state.shell.context == .form && !person.state.shell.hasUnsavedText)
        person.paste("https://b.example/\nhttps://c.example/")
        try answer(&person)
        person.press("y")
        #expect(person.state.shell.context == .list, "the empty form must close")
        #expect(person.effects == added("https://b.example/", "https://c.example/"))
    }

    /// Text that was typed into the form is not lost.
    @Test func formWithTypedTextStaysOpen() throws {
        var person = Person(["A"])
        person.press("a", "Tab")
        person.type("Typed")
        person.press("Shift-Tab")
        person.paste("https://b.example/\nhttps://c.example/")
        try answer(&person)
        person.press("y")
        #expect(person.state.shell.context == .form && person.screen.contains("Typed"))
    }

    @Test func editFormRefusesSeveralURLs() {
        var person = Person(["A"])
        person.press("e")
        person.send(.details(Bookmark(id: "0", name: "A", url: "https://a.example/", added: 0)))
        person.paste("https://b.example/\nhttps://c.example/")
        #expect(person.effects == [.loadDetails(id: "0")])
        #expect(person.screen.contains("! Nothing was pasted: the text has 2 lines"))
    }

    /// The cursor goes to the first new bookmark that shows.
    @Test func firstNewBookmarkIsSelected() {
        var person = Person(["A", "B", "C", "N1", "N2"])
        person.press("j")
        person.send(.outcome(.added(what: "Added 2 bookmarks", ids: ["4", "3"])))
        #expect(person.selectedName == "N1", "the first in list order must be selected")
        #expect(person.said == "Added 2 bookmarks")
    }

    @Test func selectionStaysIfTheFilterHidesTheNewBookmarks() {
        var person = Person(["A", "B", "N1", "N2"], columns: 120)
        person.press("/")
        person.type("name:a")
        person.press("Enter")
        person.send(.outcome(.added(what: "Added 2 bookmarks", ids: ["2", "3"])))
        #expect(person.selectedName == "A")
        #expect(
            person.said == "Added 2 bookmarks, but the filter hides them; Esc to clear the filter")
    }

    @Test func visibleNewBookmarkIsSelectedAmongHiddenOnes() {
        var person = Person(["A", "N1", "Another"])
        person.press("/")
        person.type("name:a")
        person.press("Enter", "g")
        #expect(person.selectedName == "A")
        person.send(.outcome(.added(what: "Added 2 bookmarks", ids: ["1", "2"])))
        #expect(person.selectedName == "Another" && person.said == "Added 2 bookmarks")
    }

    /// Brackets, quotes and punctuation around URLs are not a part of them.
    @Test func signsAroundURLsAreStripped() {
        let pasted = PastedURLs("(https://a.example/b_(c)) \"https://d.example\", a:b ;")
        #expect(pasted.urls == ["https://a.example/b_(c)", "https://d.example"])
        #expect(pasted.rest == ["a:b"])
        #expect(PastedURLs("").urls.isEmpty && PastedURLs(" \n ,;").urls.isEmpty)
    }
}
