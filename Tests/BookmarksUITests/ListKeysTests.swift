import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct ListKeysTests {
    @Test(arguments: [
        ("d", Effect.delete(ids: ["1"])), ("Enter", .open(ids: ["1"])), ("o", .open(ids: ["1"])),
        ("y", .copy(ids: ["1"])), ("u", .undo), ("Ctrl-R", .redo), ("C", .toggleOffline),
        ("R", .syncNow), ("Ctrl-L", .repaint), ("Ctrl-Z", .suspend), ("q", .quit),
        ("Ctrl-C", .quit), ("l", .loadDetails(id: "1")), ("e", .loadDetails(id: "1")),
    ]) func eachKeyStartsOneAction(_ key: String, _ effect: Effect) {
        var person = Person(["A", "B", "C"])
        person.press("j", key)
        #expect(person.effects == [effect])
    }

    @Test(arguments: ["e", "d", "Enter", "o", "y", "l", "/", "s"])
    func keysThatNeedABookmarkSayThatThereIsNone(_ key: String) {
        var person = Person()
        person.press(key)
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .list)
        #expect(person.said == "There are no bookmarks; a to add one")
    }

    @Test func deleteKeyDoesNotDeleteHiddenBookmarks() {
        var person = Person(["A", "B"])
        person.press("/")
        person.type("zzz")
        person.press("Enter", "d")
        #expect(person.effects.isEmpty)
        #expect(person.said == "The filter shows no bookmark; Esc to clear it")
    }

    @Test func deletingSelectsTheNextBookmark() {
        var person = Person(["A", "B", "C"])
        person.press("j", "d")
        person.list.apply([.remove(id: "1")])
        person.send(.outcome(.deleted(id: "1", name: "B")))
        #expect(person.selectedName == "C")
        #expect(person.messageLine == " Deleted “B”   u undo")
        person.press("u")
        person.list.apply([.upsert(Person.row(1, "B"))])
        person.send(.outcome(.reversed(what: "deletion of “B”", ids: ["1"], isUndo: true)))
        #expect(person.selectedName == "B")
        #expect(person.messageLine == " Undone: deletion of “B”   Ctrl-R redo")
    }

    @Test func deletingTheLastBookmarkSelectsTheOneBefore() {
        var person = Person(["A", "B"])
        person.press("G", "d")
        person.list.apply([.remove(id: "1")])
        person.send(.outcome(.deleted(id: "1", name: "B")))
        #expect(person.selectedName == "A")
    }

    @Test func unknownKeySaysHowToOpenHelp() {
        var person = Person(["A"])
        person.press("x")
        #expect(person.said == "The key x does nothing here; ? to see all keys")
        person.press("Ctrl-T")
        #expect(person.said == "The key Ctrl-T does nothing here; ? to see all keys")
        person.send(.terminal(.key(.unknown)))
        #expect(person.said == "This key does nothing here; ? to see all keys")
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.log.isEmpty)
    }

    @Test(arguments: ["Q", ";"])
    func keysWithoutAnActionDoNothing(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        #expect(person.said?.contains("does nothing here") == true)
    }

    @Test func escapeClearsTheFilterThenTheRemoteChanges() {
        var person = Person(["A", "B"])
        person.receive(.edited, Person.row(1, "B"))
        person.press("/")
        person.type("b")
        person.press("Enter", "Esc")
        #expect(person.list.query.isEmpty)
        #expect(person.state.listView.remoteChanges == ["1": "phone"])
        person.press("Esc")
        #expect(person.state.listView.remoteChanges.isEmpty)
        person.press("Esc", "Esc")
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .list)
    }

    @Test(arguments: [TerminalEvent.hangup, .terminate(signal: 15)])
    func terminationSignalQuits(_ event: TerminalEvent) {
        var person = Person(["A"])
        person.send(.terminal(event))
        #expect(person.effects == [.quit])
    }

    @Test func resumingRedrawsTheScreen() {
        var person = Person(["A"])
        person.send(.terminal(.resumed))
        person.send(.terminal(.wake))
        #expect(person.effects == [.repaint])
    }
}
