import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import Testing

/// The list opens where it was left.
@Suite struct ComingBackTests {
    /// A person who returns to a bookmark while only the first page of the list is loaded.
    private func person(_ id: String, firstPage: Int) -> Person {
        let rows = Person.names(500).enumerated().map(Person.row)
        var person = Person()
        person.list = BookmarkList(
            rows: Array(rows.prefix(firstPage)), sortedBy: SortOrder(.name), total: rows.count)
        person.state.listView.selectWhenLoaded(id)
        person.send(.listChanged)
        return person
    }

    private func load(_ person: inout Person) {
        person.list.load(Person.names(500).enumerated().map(Person.row))
        person.send(.listChanged)
    }

    @Test func bookmarkOnTheFirstPageIsSelectedAtOnce() {
        let person = person("30", firstPage: 50)
        #expect(person.selectedName == "Name 030")
        #expect(person.screen.contains("Name 036"), "the next bookmarks must be visible")
    }

    @Test func bookmarkOfALaterPageIsSelectedOnceLoaded() {
        var person = person("400", firstPage: 50)
        #expect(person.selectedName == "Name 000")
        load(&person)
        #expect(person.selectedName == "Name 400")
        person.press("j")
        person.send(.listChanged)
        #expect(person.selectedName == "Name 401", "the list must return to the bookmark only once")
    }

    @Test func selectionMovedBeforeLoadingStays() {
        var person = person("400", firstPage: 50)
        person.press("j")
        load(&person)
        #expect(person.selectedName == "Name 001")
    }

    @Test func missingBookmarkLeavesTheSelectionAtTheTop() {
        var person = person("gone", firstPage: 50)
        load(&person)
        #expect(person.selectedName == "Name 000" && person.said == nil)
        person.list.apply([.upsert(Person.row(900, "gone"))])
        person.send(.listChanged)
        #expect(person.selectedName == "Name 000")
    }

    /// A person who types a query when the list opens, with the best matches first.
    private func asker() throws -> Person {
        let rows = ["swift notes"] + (1..<50).map { "page \($0)" } + ["swift"]
        var person = Person()
        person.list = BookmarkList(
            rows: rows.prefix(50).enumerated().map(Person.row),
            sortedBy: SortOrder(.relevance, descending: true), total: rows.count)
        person.list.filter(try Query("swift", at: QueryClock(now: 0)))
        person.send(.listChanged)
        #expect(person.selectedName == "swift notes")
        return person
    }

    private func loadAnswers(_ person: inout Person) {
        let rows = ["swift notes"] + (1..<50).map { "page \($0)" } + ["swift"]
        person.list.load(rows.enumerated().map(Person.row))
        person.send(.listChanged)
    }

    @Test func bestMatchIsSelectedEvenIfItLoadsLater() throws {
        var person = try asker()
        loadAnswers(&person)
        #expect(person.selectedName == "swift")
        // From then on, the selection follows its bookmark.
        person.list.apply([.upsert(Person.row(900, "swift"))])
        person.send(.listChanged)
        #expect(
            person.selectedName == "swift"
                && person.state.listView.selection.id == Person.row(50, "").id)
    }

    @Test func chosenMatchStaysSelected() throws {
        var person = try asker()
        person.press("j", "k")
        loadAnswers(&person)
        #expect(person.selectedName == "swift notes")
    }

    @Test func unloadedRowsAreNotReportedAsNoMatch() throws {
        var person = person("400", firstPage: 50)
        person.list.filter(try Query("Name 400", at: QueryClock(now: 0)))
        person.send(.listChanged)
        #expect(!person.screen.contains("No match"))
        load(&person)
        #expect(person.selectedName == "Name 400")
    }
}
