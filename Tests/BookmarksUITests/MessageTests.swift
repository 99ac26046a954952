import Bookmarks
import BookmarksUI
import Testing

@Suite struct MessageTests {
    @Test func whatIsSaidGoesAwayByItself() throws {
        var person = Person(["A"])
        person.send(.message(.info, "Hello"))
        let deadline = try #require(person.state.deadline)
        #expect(deadline > 1_000)
        person.send(.tick(deadline - 1))
        #expect(person.said == "Hello")
        person.press("j")
        #expect(person.said == "Hello")
        person.send(.tick(deadline))
        #expect(person.said == nil)
        #expect(person.state.deadline == nil)
    }

    @Test func anErrorStaysUntilAKeyIsPressed() {
        var person = Person(["A"])
        person.send(.outcome(.failed("The disk is full")))
        #expect(person.messageLine == " ! The disk is full")
        #expect(person.effects == [.bell])
        person.send(.tick(1_000_000))
        #expect(person.said == "The disk is full")
        person.press("j")
        #expect(person.said == nil)
    }

    @Test func aLongMessageIsCutBeforeItsHint() {
        var person = Person(["A"], columns: 40, rows: 10)
        person.send(.outcome(.deleted(id: "0", name: String(repeating: "long ", count: 20))))
        #expect(person.messageLine == " Deleted “long long long long …   u undo")
    }

    @Test func theLogShowsTheLatestFirst() {
        var person = Person(["A"])
        person.send(.tick(3 * 3600 + 7 * 60))
        person.send(.message(.info, "First"))
        person.send(.message(.error, "Second"))
        person.press("M")
        #expect(person.screen.contains("\n 03:07  ! Second\n 03:07  First\n"))
        person.press("q")
        #expect(person.state.context == .list)
    }

    @Test func theLogIsBounded() {
        var person = Person(["A"])
        for number in 0..<500 { person.send(.message(.info, "Message \(number)")) }
        #expect(person.state.log.count == Message.logLimit)
        #expect(person.state.log.last?.text == "Message 499")
        person.press("M", "G")
        #expect(person.screen.contains("Message 300"))
        person.press("g")
        #expect(person.screen.contains("Message 499"))
    }

    @Test func aMessageSurvivesASmallScreen() {
        var person = Person(["A"])
        person.send(.message(.info, "No match in this list"))
        person.resize(1, 1)
        _ = person.screen
        person.resize(80, 24)
        #expect(person.messageLine == " No match in this list")
    }
}
