import Bookmarks
import BookmarksUI
import Testing

/// The page of the values of a field that is in conflict.
@Suite struct ConflictChoicesTests {
    private let other = ConflictTests.other

    /// Among several other values, the person sees all of them before one is taken.
    @Test func severalOtherValuesAreOfferedOnAPage() {
        let third = LostValue(field: "name", text: "", device: "desk", typed: 1_700_000_000)
        let url = LostValue(field: "url", text: "https://c.example/", device: "desk", typed: 1)
        var person = ConflictTests().opened([other, third, url])
        #expect(person.screen.contains("x choose name"))
        person.press("x")
        #expect(person.takeEffects() == [.loadDetails(id: "1")], "nothing may be taken yet")
        #expect(person.state.shell.context == .conflictChoices)
        #expect(person.lines[0].contains("Conflict  name  B"), "\(person.lines[0])")
        let rows = person.lines.dropFirst().prefix(3)
        #expect(rows.contains { $0.contains("✓ B ") && $0.contains("current") })
        #expect(rows.contains { $0.contains("> ") && $0.contains("phone, 2023-11-14 23:13") })
        #expect(rows.contains { $0.contains("empty") && $0.contains("desk, ") })
        person.press("j", "k", "Enter")
        #expect(
            person.takeEffects() == [.send(TakeLost(other, of: "1", dropping: [other, third]))])
        #expect(person.state.shell.context == .detail)
        person.press("x", "k", "Enter")
        #expect(person.takeEffects().last == .send(KeepShown(of: "1", [other, third])))
        person.press("x", "Esc")
        #expect(person.takeEffects() == [.loadDetails(id: "1")], "Esc must change nothing")
    }

    /// The page follows what happens elsewhere, and the same value stays selected.
    @Test func pageOfValuesFollowsOtherDevices() {
        let third = LostValue(field: "name", text: "Sea", device: "desk", typed: 1_700_000_000)
        var person = ConflictTests().opened([other, third])
        person.press("x", "j")
        var bookmark = Bookmark(id: "1", name: "B", url: "https://b.example/", added: 0)
        let fourth = LostValue(field: "name", text: "Dee", device: "tv", typed: 1_700_009_000)
        bookmark.lostValues = [fourth, other, third]
        person.send(.details(bookmark))
        #expect(person.lines.contains { $0.contains(">") && $0.contains("Sea") })
        bookmark.lostValues = []
        person.send(.details(bookmark))
        _ = person.takeEffects()
        person.press("Enter")
        #expect(person.effects.isEmpty)
        #expect(person.said == "This conflict is already settled")
    }
}
