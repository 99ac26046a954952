import Bookmarks
import BookmarksUI
import Testing

/// Values that lost a conflict, on the screen.
@Suite struct ConflictTests {
    static let other = LostValue(field: "name", text: "Bee", device: "phone", typed: 1_700_003_600)

    private func opened(_ lostValues: [LostValue] = [other]) -> Person {
        var person = Person(["A", "B"])
        person.press("j", "l")
        var bookmark = Bookmark(id: "1", name: "B", url: "https://b.example/", added: 0)
        bookmark.lostValues = lostValues
        person.send(.details(bookmark))
        _ = person.takeEffects()
        return person
    }

    @Test func theDetailsShowThem() {
        let emptied = LostValue(field: "notes", text: "", device: "desk", typed: 1_700_003_600)
        let screen = opened([Self.other, emptied]).screen
        #expect(screen.contains(" Also    name “Bee” on phone, 2023-11-14 23:13"))
        #expect(screen.contains(" Also    notes empty on desk, 2023-11-14 23:13"))
        #expect(screen.contains("x take other") && screen.contains("X keep this"))
    }

    @Test func oneKeyTakesTheOther() {
        var person = opened()
        person.press("x")
        #expect(person.effects == [.takeLost(Self.other, id: "1")])
    }

    @Test func anotherKeyKeepsWhatShows() {
        var person = opened()
        person.press("X")
        #expect(person.takeEffects() == [.settle(id: "1")])
        person.send(.outcome(.settled(id: "1", name: "B")))
        #expect(person.said == "Kept “B” as it is, without the other values")
        #expect(person.effects == [.loadDetails(id: "1")])
    }

    @Test(arguments: ["x", "X"]) func withoutAConflictTheySayWhy(_ key: String) {
        var person = opened([])
        #expect(!person.screen.contains("take other"))
        person.press(key)
        #expect(person.effects.isEmpty)
        #expect(person.said == "There is no other value: no two devices changed the same field")
    }

    @Test func aDeletionThatAnEditBeatIsSaid() {
        var person = Person(["A"])
        person.news(.broughtBack, Person.row(1, "B"))
        #expect(
            person.said
                == "“B” is back: it was edited on phone before your deletion arrived there. "
                + "d deletes it again")
    }
}
