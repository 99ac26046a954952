import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct ReceivedChangesTests {
    @Test func rowAddedAboveKeepsTheSelectionInPlace() {
        var person = Person(Person.names(100))
        person.press("PgDn", "PgDn")
        let line = person.selectedLine
        let before = person.screen.split(separator: "\n")[2..<22]
        person.receive(.added, Person.row(500, "Aaa"))
        #expect(person.selectedLine == line)
        #expect(person.selectedName == "Name 040")
        #expect(person.screen.split(separator: "\n")[2..<22] == before)
        person.list.apply([.remove(id: "500"), .remove(id: "3"), .remove(id: "4")])
        person.send(.listChanged)
        #expect(person.selectedLine == line)
        #expect(person.selectedName == "Name 040")
    }

    @Test func newRowAboveTheTopSelectionIsVisible() {
        var person = Person(["B", "C"])
        person.receive(.added, Person.row(7, "A"))
        #expect(person.selectedName == "B")
        #expect(person.screen.contains("   A  "))
        #expect(person.state.listView.selection.top == 0)
    }

    @Test func changedRowNamesItsDevice() {
        var person = Person(["A", "B"])
        person.receive(.edited, BookmarkRow(id: "1", name: "B2", url: "u", added: 1, modified: 9))
        let row = person.screen.split(separator: "\n")[3]
        #expect(row.hasPrefix("   B2 "))
        #expect(row.hasSuffix("← phone"))
        #expect(person.said == "“B2” was edited on phone")
    }

    @Test func restoredBookmarkIsNotReportedAsAdded() {
        var person = Person(["A"])
        person.receive(.restored, Person.row(1, "B"))
        #expect(person.said == "“B” was restored on phone")
        let changes = (2..<5).map {
            ReceivedChanges.Change(
                id: "\($0)", name: "x", kind: .restored, device: "phone", isRemote: true)
        }
        person.send(.tick(2_000))
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(person.said == "3 bookmarks were restored on phone")
    }

    /// A device sends many changes in parts.
    @Test func messagesAboutPartsOfAChangeAreAddedUp() {
        var person = Person(["A"])
        func send(_ kind: ReceivedChanges.Kind, _ count: Int) {
            let changes = (0..<count).map {
                ReceivedChanges.Change(
                    id: "\($0 + 9)", name: "x", kind: kind, device: "phone", isRemote: true)
            }
            person.send(.received(ReceivedChanges(changes: changes)))
        }
        for _ in 0..<9 { send(.restored, 500) }
        send(.restored, 1)
        #expect(person.said == "4,501 bookmarks were restored on phone")
        #expect(person.state.shell.log.map(\.text) == ["4,501 bookmarks were restored on phone"])
        send(.deleted, 20)
        send(.deleted, 30)
        #expect(person.said == "50 bookmarks were deleted on phone")
        // Changes in a message that was read no longer count.
        person.send(.tick(2_000))
        send(.deleted, 3)
        #expect(person.said == "3 bookmarks were deleted on phone")
        #expect(person.state.shell.log.count == 3)
    }

    @Test func localEditRemovesTheRemoteChangeSign() {
        var person = Person(["A", "B"])
        person.receive(.edited, Person.row(1, "B"))
        person.send(.outcome(.edited(id: "1", name: "B")))
        #expect(person.state.listView.remoteChanges.isEmpty)
    }

    @Test func editInAnotherTerminalIsNoRemoteChange() {
        var person = Person(["A", "B"])
        person.receive(.edited, Person.row(1, "B"), from: nil)
        #expect(person.state.listView.remoteChanges.isEmpty)
        #expect(person.said == nil)
    }

    @Test func remoteDeletionOfTheSelectedBookmarkSelectsTheNext() {
        var person = Person(["A", "B", "C"])
        person.press("j")
        person.receive(.deleted, Person.row(1, "B"))
        #expect(person.selectedName == "C")
        #expect(person.state.listView.selection.index == 1)
        #expect(person.messageLine == " ! “B” was deleted on phone")
    }

    @Test func remoteDeletionIsReportedEvenIfTheListChangedFirst() {
        var person = Person(["A", "B", "C"])
        person.list.apply([.remove(id: "0")])
        person.send(.tick(2_000))
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.said == "“A” was deleted on phone")
    }

    @Test func remoteDeletionOfAnotherBookmarkKeepsTheMessage() {
        var person = Person(["A", "B", "C"])
        person.send(.outcome(.deleted(id: "9", name: "X")))
        person.receive(.deleted, Person.row(2, "C"))
        #expect(person.said == "Deleted “X”")
        #expect(person.state.shell.log.last?.text == "“C” was deleted on phone")
        #expect(person.selectedName == "A")
    }

    @Test func remoteChangesDoNotDisturbTypingAFilter() {
        var person = Person(["Apple", "Apricot", "Banana"])
        person.press("/")
        person.type("ap")
        person.receive(.added, Person.row(9, "Ape"))
        person.type("r")
        #expect(person.list.query == "apr")
        #expect(person.selectedName == "Apricot")
        #expect(person.state.shell.context == .filter)
    }

    @Test func severalRemoteDeletionsAreOneMessage() {
        var person = Person(["A", "B", "C"])
        let changes = (0..<2).map { number in
            ReceivedChanges.Change(
                id: "\(number)", name: "X", kind: .deleted, device: "phone", isRemote: true)
        }
        person.list.apply([.remove(id: "0"), .remove(id: "1")])
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(person.said == "2 bookmarks were deleted on phone")
    }

    @Test func severalRemoteEditsAreOneMessage() {
        var person = Person(["A", "B"])
        let changes = [0, 1].map {
            ReceivedChanges.Change(
                id: "\($0)", name: "N\($0)", kind: .edited, device: "phone", isRemote: true)
        }
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(person.said == "2 bookmarks were edited on phone")
        #expect(person.state.listView.remoteChanges.count == 2)
    }

    @Test func listEmptiedByARemoteDeletionSaysWhy() {
        var person = Person(["A"])
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.said == "“A” was deleted on phone")
        #expect(person.screen.contains("The list is empty."))
        person.press("d", "e")
        #expect(person.effects.isEmpty)
    }

    @Test func remoteChangesKeepQuestionsAndMenusOpen() {
        var person = Person(["A", "B"])
        person.press("s")
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.state.shell.context == .sortMenu)
        person.press("Esc", "a")
        person.type("x")
        person.press("Esc")
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.state.shell.context == .question)
    }
}
