import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct MovingTests {
    /// 24 rows hold 20 bookmarks: title, headings, messages and hints take the other four.
    @Test(arguments: [
        (["j"], 1), (["j", "j", "k"], 1), (["k"], 0), (["G"], 99), (["G", "j"], 99),
        (["G", "g"], 0), (["PgDn"], 20), (["PgDn", "PgUp"], 0), (["Ctrl-D"], 10),
        (["Ctrl-D", "Ctrl-D", "Ctrl-U"], 10), (["Ctrl-F", "Ctrl-N"], 21), (["End", "Ctrl-P"], 98),
        (["PgUp"], 0), (["Down", "Down", "Up"], 1), (["End", "Home"], 0),
        (["Ctrl-F", "Ctrl-B"], 0),
    ]) func keysMoveTheSelection(_ keys: [String], _ index: Int) {
        var person = Person(Person.names(100))
        for key in keys { person.press(key) }
        #expect(person.state.listView.selection.index == index)
        #expect(person.state.listView.selection.id == "\(index)")
        #expect(person.effects.isEmpty)
    }

    @Test func selectedRowIsAlwaysVisible() throws {
        var person = Person(Person.names(100))
        for key in ["G", "g", "PgDn", "k", "PgUp", "Ctrl-D", "Ctrl-D", "Ctrl-D", "j"] {
            person.press(key)
            let line = try #require(person.selectedLine)
            #expect((2..<22).contains(line))
        }
    }

    @Test func listScrollsNoFurtherThanNeeded() {
        var person = Person(Person.names(100))
        for _ in 0..<20 { person.press("j") }
        #expect(person.state.listView.selection.top == 1)
        person.press("k", "k")
        #expect(person.state.listView.selection.top == 1)
        person.press("G")
        #expect(person.state.listView.selection.top == 80)
    }

    @Test func movingInAnEmptyListSelectsNoBookmark() {
        var person = Person()
        person.press("j", "G", "PgDn", "k", "g")
        #expect(person.state.listView.selection.id == nil)
    }

    @Test(arguments: [(40, 10), (20, 4), (3, 1), (1, 1), (300, 100), (0, 0)])
    func resizingKeepsTheSelection(_ columns: Int, _ rows: Int) {
        var person = Person(Person.names(100))
        person.press("PgDn", "PgDn", "j")
        let before = person.state.listView.selection
        person.resize(columns, rows)
        #expect(person.state.listView.selection.id == before.id)
        person.resize(80, 24)
        #expect(person.state.listView.selection.id == before.id)
        #expect(person.selectedLine != nil)
    }
}
