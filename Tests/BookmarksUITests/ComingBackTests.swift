import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import Testing

/// The list begins where it was left.
@Suite struct ComingBackTests {
    /// Somebody who comes back to a bookmark while only the first page of the list is there.
    private func person(_ id: String, firstPage: Int) -> Person {
        let rows = Person.names(500).enumerated().map(Person.row)
        var person = Person()
        person.list = BookmarkList(
            rows: Array(rows.prefix(firstPage)), sortedBy: SortOrder(.name), total: rows.count)
        person.state.comeBack(to: id)
        person.send(.listChanged)
        return person
    }

    private func load(_ person: inout Person) {
        person.list.load(Person.names(500).enumerated().map(Person.row))
        person.send(.listChanged)
    }

    @Test func whatIsOnTheFirstPageIsSelectedAtOnce() {
        let person = person("30", firstPage: 50)
        #expect(person.selectedName == "Name 030")
        #expect(person.screen.contains("Name 036"), "what follows is seen too")
    }

    @Test func whatComesLaterIsSelectedThen() {
        var person = person("400", firstPage: 50)
        #expect(person.selectedName == "Name 000")
        load(&person)
        #expect(person.selectedName == "Name 400")
        person.press("j")
        person.send(.listChanged)
        #expect(person.selectedName == "Name 401", "it happens once")
    }

    @Test func whoIsQuickerStaysWhereTheyAre() {
        var person = person("400", firstPage: 50)
        person.press("j")
        load(&person)
        #expect(person.selectedName == "Name 001")
    }

    @Test func whatIsGoneLeavesTheSelectionAtTheTop() {
        var person = person("gone", firstPage: 50)
        load(&person)
        #expect(person.selectedName == "Name 000" && person.said == nil)
        person.list.apply([.upsert(Person.row(900, "gone"))])
        person.send(.listChanged)
        #expect(person.selectedName == "Name 000")
    }

    @Test func whatIsNotReadYetIsNotMissing() throws {
        var person = person("400", firstPage: 50)
        person.list.filter(try Query("Name 400", at: QueryClock(now: 0)))
        person.send(.listChanged)
        #expect(!person.screen.contains("No match"))
        load(&person)
        #expect(person.selectedName == "Name 400")
    }
}
