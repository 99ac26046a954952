import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct MarksTests {
    func marked(_ person: Person) -> Set<String> { person.state.listView.marks.ids }

    /// The names of the rows that show a mark.
    func signed(_ person: Person) -> [String] {
        let canvas = person.canvas
        return (2..<22).filter { canvas[$0, 2].text == "✓" }.map { row in
            String(canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[row])
                .dropFirst(3).prefix { $0 != " " }.description
        }
    }

    @Test func spaceMarksABookmarkAndMovesDown() {
        var person = Person(["A", "B", "C"])
        person.press("Space", "Space")
        #expect(marked(person) == ["0", "1"])
        #expect(person.selectedName == "C")
        #expect(signed(person) == ["A", "B"])
        #expect(person.lines[0].hasPrefix(" Cloudy  3  2 marked  "))
        person.press("k", "Space")
        #expect(marked(person) == ["0"])
        #expect(person.selectedName == "C")
        person.press("Space")
        #expect(marked(person) == ["0", "2"])
        #expect(person.effects.isEmpty)
    }

    @Test func rangeFollowsTheSelection() {
        var person = Person(Person.names(9))
        person.press("Space", "j", "v")
        #expect(person.state.listView.marks.ids == ["0"])
        person.press("j", "j")
        #expect(person.lines[0].contains("1 marked, 3 in range"))
        #expect(person.canvas[2, 2].text == "✓")
        #expect((3..<9).filter { person.canvas[$0, 2].text == "✓" } == [4, 5, 6])
        person.press("k", "k", "k")
        #expect((3..<9).filter { person.canvas[$0, 2].text == "✓" } == [3, 4])
        person.press("v")
        #expect(marked(person) == ["0", "1", "2"])
        person.press("G")
        #expect(marked(person) == ["0", "1", "2"])
        #expect(person.lines[0].contains("3 marked "))
        person.press("v", "g", "Space")
        #expect(marked(person).count == 9)
        #expect(person.selectedName == "Name 000")
    }

    /// The hint says how many bookmarks its key affects.
    @Test func hintsCountTheRange() {
        var person = Person(Person.names(9))
        person.press("Space", "Space", "v", "j", "j")
        #expect(person.lines.last?.contains("d delete 5 ") == true, "\(person.screen)")
        person.press("d")
        #expect(person.takeEffects() == [.delete(ids: ["0", "1", "2", "3", "4"])])
        var other = Person(Person.names(9))
        other.press("Space", "k", "v", "j", "j")
        #expect(other.lines.last?.contains("d delete 3 ") == true, "\(other.screen)")
        other.press("d")
        #expect(other.takeEffects() == [.delete(ids: ["0", "1", "2"])])
    }

    /// Bookmarks that leave the filtered list lose their marks; the others stay marked.
    @Test func bookmarksThatLeaveTheFilterLoseTheirMarks() {
        var person = Person(Person.names(9))
        person.type("/tag:name")
        person.press("Enter", "Space", "Space", "Space")
        #expect(person.state.listView.marks.ids == ["0", "1", "2"])
        for id in ["0", "1"] {
            var row = person.list.row(id: id)!
            row.tags = "other"
            person.list.apply([.upsert(row)])
        }
        person.send(.listChanged)
        person.send(.outcome(.changed(what: "Moved 3 bookmarks", ids: ["0", "1", "2"])))
        #expect(person.state.listView.marks.ids == ["2"] && person.list.count == 7)
    }

    @Test func escapeClearsTheRangeThenTheMarksThenTheFilter() {
        var person = Person(["A", "B", "C"])
        person.receive(.edited, Person.row(2, "C"))
        person.press("/")
        person.type("example")
        person.press("Enter", "Space", "v", "j", "Esc")
        #expect(marked(person) == ["0"])
        #expect(person.lines[0].contains("1 marked "))
        person.press("Esc")
        #expect(marked(person).isEmpty)
        #expect(person.list.query == "example")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
        #expect(person.state.listView.remoteChanges.count == 1)
        person.press("Esc")
        #expect(person.state.listView.remoteChanges.isEmpty)
    }

    @Test func starKeyMarksAndUnmarksAllVisibleBookmarks() {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.press("G", "Space", "/")
        person.type("ap")
        person.press("Enter", "*")
        #expect(marked(person) == ["0", "1", "2"])
        person.press("*")
        #expect(marked(person) == ["2"])
        person.press("Esc", "*", "*")
        #expect(marked(person).isEmpty)
        #expect(person.list.query == "ap")
    }

    @Test func starKeyMarksNoBookmarkWhileTheListLoads() {
        var person = Person(["A", "B"])
        person.list = BookmarkList(
            rows: [Person.row(0, "A")], sortedBy: SortOrder(.name), total: 2)
        person.press("*")
        #expect(marked(person).isEmpty)
        #expect(person.said?.contains("still loading") == true)
    }

    @Test func marksStayThroughFiltersAndEditsUntilTheirBookmarksGo() {
        var person = Person(Person.names(5))
        person.press("Space", "Space", "s", "u", "/")
        person.type("003")
        person.press("Enter")
        #expect(marked(person) == ["0", "1"])
        #expect(person.lines[0].contains("1 of 5  2 marked  /003"))
        person.receive(.edited, Person.row(0, "Renamed"))
        #expect(marked(person) == ["0", "1"])
        person.receive(.deleted, Person.row(1, "Name 001"))
        #expect(marked(person) == ["0"])
        let rows = (3..<5).map { Person.row($0, "Name 00\($0)") }
        person.list.load(rows)
        person.send(.listChanged)
        #expect(marked(person).isEmpty)
    }

    @Test func rangeFollowsItsBookmarks() {
        var person = Person(Person.names(5))
        person.press("j", "v", "j")
        person.receive(.added, Person.row(9, "Aaa"))
        person.receive(.deleted, Person.row(4, "Name 004"))
        #expect(signed(person) == ["Name", "Name"])
        #expect(person.canvas[4, 2].text == "✓")
        person.receive(.deleted, Person.row(1, "Name 001"))
        person.press("v")
        #expect(marked(person) == ["2"])
        person.press("v")
        person.list.apply((0..<10).map { .remove(id: "\($0)") })
        person.send(.listChanged)
        #expect(person.state.listView.marks.isEmpty)
    }

    @Test func actionAppliesToTheRangeAndEndsIt() {
        var person = Person(Person.names(5))
        person.press("v", "j", "?", "Esc", "M", "Esc")
        #expect(person.lines[0].contains("2 in range"))
        person.press("y")
        #expect(person.effects == [.copy(ids: ["0", "1"])])
        #expect(marked(person) == ["0", "1"])
        person.press("Esc", "v", "j", "/")
        #expect(marked(person) == ["1", "2"])
    }

    @Test func keysForMarksInAnEmptyListSayThatItIsEmpty() {
        for key in ["Space", "v", "*", "+", "-", "m"] {
            var person = Person()
            person.press(key)
            #expect(person.said == "There are no bookmarks; a to add one")
            #expect(person.state.listView.marks.isEmpty)
        }
    }

    @Test func markSignsHaveAnASCIIForm() {
        var person = Person(["A", "B"], columns: 20, rows: 4, symbols: .ascii)
        person.press("Space")
        #expect(person.screen.contains("  *A"))
        #expect(person.lines[0].hasPrefix(" 2  1 marked"))
        person.press("k")
        person.resize(12, 1)
        #expect(person.screen == ">*A")
    }
}
