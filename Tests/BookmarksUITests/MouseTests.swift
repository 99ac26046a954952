import Bookmarks
import BookmarksUI
import Screen
import Testing

extension Person {
    fileprivate mutating func mouse(_ action: MouseAction, row: Int, column: Int = 5) {
        send(.terminal(.mouse(action, Position(column: column, row: row))))
    }
}

@Suite struct MouseTests {
    @Test func clickSelectsABookmarkAndASecondClickShowsItsDetails() {
        var person = Person(Person.names(40))
        person.mouse(.press, row: 5)
        #expect(person.selectedName == "Name 003")
        #expect(person.selectedLine == 5)
        #expect(person.effects.isEmpty)
        person.send(.tick(1_001))
        person.mouse(.press, row: 5)
        #expect(person.effects == [.loadDetails(id: "3")])
        #expect(person.state.shell.context == .detail)
    }

    @Test func doubleClickOpensABookmark() {
        var person = Person(Person.names(40))
        person.mouse(.press, row: 5)
        person.mouse(.press, row: 5)
        #expect(person.takeEffects() == [.open(ids: ["3"])])
        #expect(person.state.shell.context == .list)
        // On the selected bookmark, the first of two clicks shows the details.
        person.send(.tick(1_001))
        person.mouse(.press, row: 5)
        #expect(person.state.shell.context == .detail)
        person.send(.tick(1_001.3))
        person.mouse(.press, row: 5)
        #expect(person.takeEffects() == [.loadDetails(id: "3"), .open(ids: ["3"])])
        #expect(person.state.shell.context == .list)
    }

    @Test func clicksOnDifferentRowsOfTheDetailsAreNoDoubleClick() {
        var person = Person(Person.names(40))
        person.press("j")
        person.mouse(.press, row: 3)
        person.mouse(.press, row: 7)
        person.mouse(.press, row: 3)
        #expect(person.takeEffects() == [.loadDetails(id: "1")])
        #expect(person.state.shell.context == .detail)
    }

    @Test func clickOnAPageSelectsAndADoubleClickActsLikeEnter() {
        var person = Person(Person.names(100), columns: 60, rows: 10)
        person.press("D")
        person.send(
            .deleted(
                Person.names(40).enumerated().map {
                    DeletedRow(Person.row(100 + $0.offset, $0.element), device: "phone")
                }))
        _ = person.takeEffects()
        person.mouse(.press, row: 3)
        #expect(person.lines[3].hasPrefix(" > Name 002"))
        person.mouse(.press, row: 4)
        #expect(person.lines[4].hasPrefix(" > Name 003"))
        #expect(person.effects.isEmpty)
        person.mouse(.wheelDown, row: 4)
        #expect(person.lines[1].hasPrefix(" > Name 003"))
        person.mouse(.press, row: 2)
        person.mouse(.press, row: 2)
        #expect(person.takeEffects() == [.open(ids: ["104"])])
        for _ in 0..<40 { person.mouse(.wheelDown, row: 4) }
        #expect(person.lines[7].contains("Name 039"))
        for _ in 0..<40 { person.mouse(.wheelUp, row: 4) }
        #expect(person.lines[1].contains("Name 000"))
        for row in [0, 8, 30, -1] { person.mouse(.press, row: row) }
        #expect(person.state.shell.context == .deleted && person.effects.isEmpty)
    }

    @Test func doubleClickOnATagFiltersTheList() {
        var person = Person.withTags()
        person.press("t")
        person.mouse(.press, row: 2)
        #expect(person.selectedLine == 2)
        person.send(.tick(1_002))
        person.mouse(.press, row: 2)
        #expect(person.state.shell.context == .labels)
        person.mouse(.press, row: 2)
        #expect(person.state.shell.context == .list)
        #expect(person.list.query.hasPrefix("tag:"))
    }

    @Test func clicksOnTwoRowsOrAroundAKeyAreNoDoubleClick() {
        var person = Person(Person.names(40))
        person.mouse(.press, row: 5)
        person.mouse(.press, row: 6)
        #expect(person.selectedName == "Name 004")
        #expect(person.effects.isEmpty)
        person.press("k", "j")
        person.mouse(.press, row: 6)
        #expect(person.effects == [.loadDetails(id: "4")])
    }

    @Test(arguments: [0, 22, 99, -1]) func clickOutsideTheRowsDoesNothing(_ row: Int) {
        var person = Person(Person.names(40))
        person.press("j")
        person.mouse(.press, row: row)
        #expect(person.selectedName == "Name 001")
        #expect(person.state.shell.context == .list)
    }

    @Test func clickBelowTheLastRowDoesNothing() {
        var person = Person(["A", "B"])
        person.mouse(.press, row: 10)
        #expect(person.selectedName == "A")
        person.press("a")
        person.mouse(.press, row: 3)
        #expect(person.state.shell.context == .form)
    }

    @Test func clickInAnEmptyListDoesNothing() {
        var person = Person()
        for row in 0..<23 { person.mouse(.press, row: row) }
        person.mouse(.wheelDown, row: 5)
        #expect(person.state.shell.context == .list)
        person = Person(["A"])
        person.type("/zzz")
        person.press("Enter")
        for row in 2..<23 { person.mouse(.press, row: row) }
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
    }

    @Test func clickOnTheSecondLineOfARowSelectsIt() {
        var person = Person(Person.names(40), columns: 40, rows: 24)
        person.mouse(.press, row: 7)
        #expect(person.selectedName == "Name 002")
        #expect(person.selectedLine == 6)
    }

    @Test func clickSelectsTheVisibleRowAboveALongMessage() {
        var person = Person(Person.names(40), columns: 60, rows: 14)
        for _ in 0..<9 { person.press("j") }
        person.send(.message(.info, String(repeating: "long ", count: 60)))
        let seen = person.lines[4]
        person.mouse(.press, row: 4)
        #expect(person.selectedName.map { seen.contains($0) } == true)
    }

    @Test func wheelScrollsThreeLines() {
        var person = Person(Person.names(100))
        person.mouse(.wheelDown, row: 5)
        #expect(person.state.listView.selection.top == 3)
        #expect(person.selectedName == "Name 003")
        person.press("PgDn", "PgDn", "k", "k", "k", "k", "k")
        let name = person.selectedName
        person.mouse(.wheelUp, row: 5)
        person.mouse(.wheelDown, row: 5)
        #expect(person.selectedName == name)
        for _ in 0..<100 { person.mouse(.wheelDown, row: 5) }
        #expect(
            person.lines.contains { $0.hasPrefix("   Name 099") || $0.hasPrefix(" > Name 099") })
        for _ in 0..<100 { person.mouse(.wheelUp, row: 5) }
        #expect(person.state.listView.selection.top == 0)
        person.press("?")
        let help = person.lines
        person.mouse(.wheelDown, row: 5)
        #expect(person.lines[1] == help[4])
    }
}
