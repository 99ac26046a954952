import Bookmarks
import BookmarksUI
import Testing

@Suite struct ManualOrderTests {
    private func person() -> Person {
        var person = Person(["A", "B", "C"])
        person.press("s", "p")
        return person
    }

    @Test(arguments: [
        ("K", ManualMove.up), ("J", .down), ("<", .top), (">", .bottom),
    ]) func aKeyMovesTheSelectedBookmark(_ key: String, _ move: ManualMove) {
        var person = person()
        person.press(key)
        #expect(
            person.effects == [
                .send(MoveBookmarks([person.state.listView.selection.id ?? ""], move))
            ])
        person.send(.outcome(.moved(ids: ["0"], name: "A", isAnything: true)))
        #expect(person.said == "Moved “A”")
        person.send(.outcome(.moved(ids: ["0"], name: "A", isAnything: false)))
        #expect(person.said == "“A” is already there")
        person.send(.outcome(.moved(ids: ["0", "1"], name: "A", isAnything: true)))
        #expect(person.said == "Moved 2 bookmarks")
    }

    @Test(arguments: ["K", "J", "<", ">"])
    func moveKeysOutsideManualOrderSayHowToSwitch(_ key: String) {
        var person = Person(["A", "B"])
        person.press(key)
        #expect(person.effects.isEmpty)
        #expect(person.said == "You can move bookmarks only in manual order; s p to switch to it")
    }

    @Test func movingARowDoesNotScrollTheList() {
        var person = Person(Person.names(60))
        person.press("s", "p", "G", "k", "k")
        let (line, top) = (person.selectedLine, person.state.listView.selection.top)
        person.press("K")
        let index = person.state.listView.selection.index
        var row = person.list[index]
        row.position = ManualPlaces.between(person.list[index - 2], person.list[index - 1])
        person.list.apply([.upsert(row)])
        person.send(.listChanged)
        #expect(person.state.listView.selection.index == index - 1)
        #expect(person.state.listView.selection.top == top)
        #expect(person.selectedLine == line.map { $0 - 1 })
    }

    @Test func headingNamesManualOrder() {
        let heading = person().screen.split(separator: "\n")[1]
        #expect(heading.contains("Manual"))
    }
}

/// Places for tests, made like the places of bookmarks that were never moved.
private enum ManualPlaces {
    /// A place between two bookmarks that were never moved and were added a second apart.
    static func between(_ a: BookmarkRow, _ b: BookmarkRow) -> String {
        // A place starts with the inverted time: half a second lies between the two.
        let bits = ~((a.added + b.added) / 2).bitPattern & ~(1 << 63)
        return BookmarkID.make(random: bits)
    }
}
