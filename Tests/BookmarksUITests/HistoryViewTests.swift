import Bookmarks
import Replication
import Testing

@testable import BookmarksUI

@Suite struct HistoryViewTests {
    private func change(
        _ number: Int64, _ kind: BookmarkChange.Kind = .edited,
        _ fields: [(String, String?, String?)] = []
    ) -> BookmarkChange {
        BookmarkChange(
            number: number, kind: kind, made: Double(number * 86_400), device: "phone",
            madeBefore: Double((number - 1) * 86_400), deviceBefore: "desk",
            fields: fields.map {
                BookmarkChange.Field(
                    name: $0.0, before: $0.1.map { .string($0) }, after: $0.2.map { .string($0) })
            })
    }

    private func person(_ changes: [BookmarkChange]) -> Person {
        var person = Person(["A", "B"])
        person.press("l", "H")
        #expect(person.takeEffects() == [.loadDetails(id: "0"), .send(HistoryRequest(id: "0"))])
        #expect(person.screen.contains("Loading"))
        person.send(
            .answer(
                BookmarkHistory(changes: changes, keptSince: 86_400), to: HistoryRequest(id: "0")))
        return person
    }

    @Test func eachChangeShowsItsValuesBeforeAndAfter() {
        var person = person([
            change(3, .edited, [("name", "Old", "New"), ("notes", nil, "two\nlines")]),
            change(2, .deleted),
        ])
        #expect(person.screen.contains("History  2"))
        #expect(person.screen.contains("> 1970-01-04 00:00 phone"))
        #expect(person.screen.contains("name “Old” → “New”"))
        #expect(person.screen.contains("notes nothing → “two lines”"))
        #expect(person.screen.contains("1970-01-03 00:00 phone      deleted"))
        #expect(person.screen.contains("Before: as of 1970-01-02 00:00 on desk; earlier changes"))
        person.press("q")
        #expect(person.state.shell.context == .detail)
    }

    @Test func selectedOldValueCanBeRestored() {
        var person = person([
            change(3, .edited, [("name", "Old", "New"), ("notes", nil, "n")]), change(2, .deleted),
        ])
        person.press("j", "r")
        #expect(person.takeEffects() == [.send(BringBack(id: "0", before: 3, field: "notes"))])
        // The changes are loaded again, and the selection stays on its change.
        person.send(.outcome(.edited(id: "0", name: "A")))
        #expect(person.takeEffects() == [.loadDetails(id: "0"), .send(HistoryRequest(id: "0"))])
        person.send(
            .answer(
                BookmarkHistory(
                    changes: [
                        change(4, .edited, [("notes", "n", nil)]),
                        change(3, .edited, [("name", "Old", "New"), ("notes", nil, "n")]),
                    ], keptSince: 0), to: HistoryRequest(id: "0")))
        person.press("r")
        #expect(person.takeEffects() == [.send(BringBack(id: "0", before: 3, field: "notes"))])
    }

    @Test func rowWithoutAnOldValueSaysSo() {
        var person = person([change(2, .deleted)])
        for _ in 0..<2 {
            person.press("r")
            #expect(person.takeEffects().isEmpty)
            #expect(person.said == "There is no old value in this row")
            person.press("j")
        }
        var empty = self.person([])
        #expect(
            empty.lines[1].drop { $0 == " " }
                == "Unchanged since 1970-01-02 00:00 or since it arrived here.")
        #expect(empty.screen.contains("Press Esc to go back."))
        empty.press("r")
        #expect(empty.said == "Nothing changed in this bookmark")
    }

    @Test func keysNAndPShowTheHistoryOfOtherBookmarks() {
        var person = person([change(3, .edited, [("name", "Old", "New")])])
        person.press("n")
        #expect(person.selectedName == "B" && person.state.shell.context == .history)
        #expect(person.takeEffects() == [.loadDetails(id: "1"), .send(HistoryRequest(id: "1"))])
        person.press("n")
        #expect(person.said == "This is the last one" && person.takeEffects().isEmpty)
        person.press("p")
        #expect(person.takeEffects() == [.loadDetails(id: "0"), .send(HistoryRequest(id: "0"))])
        person.press("q")
        #expect(person.state.shell.context == .detail && person.state.shell.shownID == "0")
    }

    @Test func historyEndsWithTheAddition() {
        var person = person([])
        person.send(
            .answer(
                BookmarkHistory(
                    changes: [
                        BookmarkChange(
                            number: 1, kind: .edited, made: 90, device: "desk", madeBefore: 60.4,
                            deviceBefore: "phone",
                            fields: [.init(name: "name", before: nil, after: .string("A"))])
                    ], keptSince: 0, addition: .init(made: 60.4, device: "phone")),
                to: HistoryRequest(id: "0")))
        #expect(person.screen.contains("Added 1970-01-01 00:01 on phone"))
        // The sentence also shows if nothing has changed since the addition.
        person.send(
            .answer(
                BookmarkHistory(addition: .init(made: 120, device: "desk")),
                to: HistoryRequest(id: "0")))
        #expect(
            person.lines[1].drop { $0 == " " }
                == "Added 1970-01-01 00:02 on desk.")
        // The sentence is not a row: it is not counted, and the cursor does not stop on it.
        #expect(person.lines[0].hasPrefix(" Cloudy  History  A   "))
        #expect(person.selectedLine == nil)
    }

    @Test func moveInManualOrderIsDescribedInWords() {
        let person = person([
            change(3, .edited, [("position", "a", nil)]),
            change(2, .edited, [("position", nil, "a")]),
        ])
        #expect(person.lines[1].hasSuffix("   no longer moved in manual order"))
        #expect(person.lines[2].hasSuffix("   moved in manual order"))
    }

    @Test func remoteEditReloadsTheHistory() {
        var person = person([])
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.takeEffects().isEmpty)
        person.receive(.edited, Person.row(0, "A"))
        #expect(person.takeEffects().contains(.send(HistoryRequest(id: "0"))))
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.state.shell.context == .list)
    }

    @Test(arguments: [(160, 50), (80, 24), (40, 12), (20, 5), (5, 2)])
    func bothValuesShowAtEverySize(_ columns: Int, _ rows: Int) {
        var person = person(
            (1...30).reversed().map {
                change(
                    $0, .edited,
                    [("notes", String(repeating: "x", count: 300), "after \($0)")])
            })
        person.resize(columns, rows)
        if columns >= 40 { #expect(person.screen.contains("→ “after 3")) }
        for _ in 0..<29 { person.press("j") }
        person.press("r")
        #expect(person.effects.last == .send(BringBack(id: "0", before: 1, field: "notes")))
    }
}
