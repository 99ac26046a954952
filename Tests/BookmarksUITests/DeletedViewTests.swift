import Bookmarks
import BookmarksUI
import Testing

@Suite struct DeletedViewTests {
    @Test func deletedBookmarksInTheListAreMarkedAndCanBeBroughtBack() {
        var row = Person.row(0, "Gone")
        row.isDeleted = true
        var person = Person(rows: [row], columns: 80, rows: 24)
        #expect(person.lines[2].hasSuffix("deleted"))
        #expect(person.lines.last?.contains("r bring back") == true)
        person.press("e", "d")
        #expect(person.effects.isEmpty)
        #expect(person.said == "This bookmark is deleted; r brings it back")
        person.press("r")
        #expect(person.effects == [.restore(id: "0")])
    }

    /// One bookmark that was deleted, and one that was not.
    private func both() -> Person {
        var row = Person.row(0, "Gone")
        row.isDeleted = true
        return Person(rows: [row, Person.row(1, "Here")], columns: 80, rows: 24)
    }

    @Test(arguments: ["e", "d", "+", "-", "m", "E", "L"])
    func whatNeedsABookmarkIsNotDoneToADeletedOne(_ key: String) {
        var person = both()
        person.press(key)
        #expect(person.said == "This bookmark is deleted; r brings it back")
        #expect(person.effects.isEmpty && person.state.context == .list)
        // Nor if it is among those that are marked.
        let marked = "Some of the marked bookmarks are deleted; Esc forgets the marks"
        person.press("*", key)
        #expect(person.said == marked)
        #expect(person.effects.isEmpty && person.state.context == .list)
        person.press("Esc", "g", "v", "j", key)
        #expect(person.said == marked)
        #expect(person.effects.isEmpty && person.state.context == .list)
        #expect(person.lines.last?.contains("delete") == false)
    }

    @Test func whatIsLookedAtMayBeDeleted() {
        var person = both()
        person.press("*", "y", "Esc", "g", "l")
        #expect(person.takeEffects() == [.copy(ids: ["0", "1"]), .loadDetails(id: "0")])
        person.press("d")
        #expect(person.said == "This bookmark is deleted; r brings it back")
        #expect(person.lines.last?.contains("r bring back") == true)
        person.press("r")
        #expect(person.takeEffects() == [.restore(id: "0")])
        person.send(.outcome(.restored(id: "0", name: "Gone")))
        #expect(person.takeEffects() == [.loadDetails(id: "0")])
        person.press("Esc", "j", "l")
        #expect(person.lines.last?.contains("r bring back") == false)
    }

    @Test func newsAreAskedForAndLeaveTheSelectionWhereItIs() {
        var person = person(3)
        person.press("j")
        _ = person.takeEffects()
        person.news(.deleted, Person.row(0, "A"))
        #expect(person.takeEffects() == [.loadDeleted])
        let new = DeletedRow(Person.row(9, "New"), device: "phone")
        person.send(.deleted([new] + rows(3)))
        #expect(person.screen.contains("> Gone 1"))
        // Also below what covers it.
        person.press("?")
        person.news(.edited, Person.row(1, "B"))
        #expect(person.takeEffects() == [.loadDeleted])
    }

    private func rows(_ count: Int) -> [DeletedRow] {
        (0..<count).map { number in
            DeletedRow(
                BookmarkRow(
                    id: "\(number)", name: "Gone \(number)",
                    url: "https://gone.example/\(number)", added: 0,
                    modified: Double(86_400 * (count - number))), device: "phone")
        }
    }

    private func person(_ count: Int) -> Person {
        var person = Person(["A"])
        person.press("D")
        person.send(.deleted(rows(count)))
        return person
    }

    @Test func whatWasDeletedShowsWithWhenAndWhere() {
        var person = Person(["A"])
        person.press("D")
        #expect(person.takeEffects() == [.loadDeleted])
        #expect(person.screen.contains("Loading"))
        person.send(.deleted(rows(2)))
        #expect(person.screen.contains("Recently deleted  2"))
        #expect(person.screen.contains("> Gone 0"))
        #expect(person.screen.contains("1970-01-03 phone"))
        #expect(person.screen.contains("https://gone.example/1"))
        person.resize(120, 24)
        #expect(person.screen.contains("1970-01-03 00:00 on phone"))
        person.press("q")
        #expect(person.state.context == .list)
    }

    @Test func theSelectedOneIsRestored() {
        var person = person(3)
        person.press("j", "r")
        #expect(person.effects.last == .restore(id: "1"))
        person.send(.outcome(.restored(id: "1", name: "Gone 1")))
        #expect(person.said == "“Gone 1” is back in the list")
        person.send(.deleted(Array(rows(3).prefix(1))))
        #expect(person.screen.contains("> Gone 0"))
    }

    @Test func forgettingAsksFirst() {
        var person = person(1)
        person.press("X", "n")
        #expect(!person.effects.contains(.purge(id: "0")))
        #expect(person.state.context == .deleted)
        person.press("X")
        #expect(person.screen.contains("Forget “Gone 0” for good, on all devices? [y/N]"))
        person.press("y")
        #expect(person.effects.last == .purge(id: "0"))
    }

    @Test func whereNothingWasDeletedThatIsSaid() {
        var person = person(0)
        #expect(person.screen.contains("Nothing was deleted."))
        person.press("r")
        #expect(person.effects == [.loadDeleted])
        #expect(person.said == "There is nothing to bring back or to forget")
    }

    @Test(arguments: [(80, 24), (40, 10), (20, 5), (10, 3)])
    func theSelectionStaysInSight(_ columns: Int, _ rowCount: Int) {
        var person = person(60)
        person.resize(columns, rowCount)
        for _ in 0..<37 { person.press("j") }
        #expect(person.screen.contains("> Gone 37".prefix(max(1, columns - 3))))
        person.press("g")
        #expect(person.screen.contains("> Gone 0".prefix(max(1, columns - 3))))
        person.press("G")
        #expect(person.screen.contains("> Gone 59".prefix(max(1, columns - 3))))
    }
}
