import Bookmarks
import BookmarksUI
import KeyValueStore
import Testing

@Suite struct MessageTests {
    @Test func emptyLogNamesTheKeyToGoBack() {
        var person = Person(["A"])
        person.press("M")
        #expect(person.screen.contains("No messages yet. Press Esc to go back."))
    }

    @Test func messageGoesAwayAfterAWhile() throws {
        var person = Person(["A"])
        person.send(.message(.info, "Hello"))
        let deadline = try #require(person.state.shell.deadline)
        #expect(deadline > 1_000)
        person.send(.tick(deadline - 1))
        #expect(person.said == "Hello")
        person.press("j")
        #expect(person.said == "Hello")
        person.send(.tick(deadline))
        #expect(person.said == nil)
        #expect(person.state.shell.deadline == nil)
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

    private static let long = (1...60).map { "w\($0)" }.joined(separator: " ")

    /// Trouble in the background goes to the log while an error shows.
    @Test func warningDoesNotReplaceAnError() {
        var person = Person(["A"])
        person.send(.message(.error, "Not deleted"))
        person.send(.message(.warning, "Not mirrored"))
        #expect(person.said == "Not deleted")
        #expect(person.state.shell.log.last?.text == "Not mirrored")
        person.send(.message(.error, "Not saved"))
        #expect(person.said == "Not saved")
        person.press("j")
        person.send(.message(.warning, "Not mirrored"))
        #expect(person.said == "Not mirrored")
    }

    @Test func longMessageTakesLinesFromTheListAndSaysHowToSeeAll() {
        var person = Person(Person.names(40), columns: 60, rows: 14)
        person.press("PgDn")
        let top = person.state.listView.selection.top
        let line = person.selectedLine
        person.send(.message(.warning, "It failed because " + Self.long + " press x"))
        let lines = person.lines
        #expect(lines[10].hasPrefix(" ! It failed because w1 w2"))
        #expect(lines[12].hasSuffix("…   M all"))
        #expect(person.selectedLine != nil)
        #expect(person.selectedName == "Name 010")
        person.send(.tick(10_000))
        #expect(person.state.listView.selection.top == top)
        #expect(person.selectedLine == line)
    }

    @Test(arguments: [0, 7, 8, 9])
    func selectionStaysVisibleAboveALongMessage(_ down: Int) {
        var person = Person(Person.names(40), columns: 60, rows: 14)
        for _ in 0..<down { person.press("j") }
        person.send(.message(.info, Self.long))
        let row = person.selectedLine.map { person.lines[$0] }
        #expect(row?.hasPrefix(" > Name 00\(down)") == true)
        #expect((person.selectedLine ?? 99) < 10)
    }

    @Test func messageThatFitsShowsItsEnd() {
        var person = Person(["A"], columns: 40, rows: 24)
        person.send(.sync(SyncState(phase: .unreachable("the disk is full"))))
        #expect(
            person.lines.suffix(4).dropLast() == [
                " ! Cannot sync now: the disk is full.",
                " Your edits are safe here and will be",
                " sent later; R to try now",
            ])
    }

    @Test func cutMessageKeepsItsHint() {
        var person = Person(["A"], columns: 40, rows: 8)
        person.send(.outcome(.deleted(id: "0", name: String(repeating: "long ", count: 20))))
        #expect(person.messageLine == " Deleted “long long long long …   u undo")
        person.resize(40, 10)
        #expect(
            person.lines.suffix(3).dropLast() == [
                " Deleted “long long long long long long",
                " long long long long long long…   u undo",
            ])
    }

    @Test(arguments: [(20, 4), (60, 5), (12, 3), (8, 1)])
    func logShowsTheWholeMessageOnASmallScreen(columns: Int, rows: Int) {
        var person = Person(["A"], columns: columns, rows: rows)
        person.send(.message(.error, Self.long))
        #expect(person.screen.contains("…"))
        person.press("M")
        var seen = person.screen
        for _ in 0..<200 {
            person.press("j")
            seen += "\n" + person.screen
        }
        for number in 1...60 { #expect(seen.contains("w\(number)"), "w\(number)") }
    }

    @Test func formShowsTheWholeMessage() {
        var person = Person(["A"], columns: 60, rows: 24)
        person.press("a")
        person.send(.message(.error, Self.long))
        #expect(person.screen.contains("w60"))
        #expect(person.screen.contains("Notes"))
    }

    @Test func theLogShowsTheLatestFirst() {
        var person = Person(["A"])
        person.send(.tick(3 * 3600 + 7 * 60))
        person.send(.message(.info, "First"))
        person.send(.message(.error, "Second"))
        person.press("M")
        #expect(person.screen.contains("\n 03:07  ! Second\n 03:07  First\n"))
        person.press("q")
        #expect(person.state.shell.context == .list)
    }

    @Test func theLogIsBounded() {
        var person = Person(["A"])
        for number in 0..<500 { person.send(.message(.info, "Message \(number)")) }
        #expect(person.state.shell.log.count == Message.logLimit)
        #expect(person.state.shell.log.last?.text == "Message 499")
        person.press("M", "G")
        #expect(person.screen.contains("Message 300"))
        person.press("g")
        #expect(person.screen.contains("Message 499"))
    }

    @Test func messageReturnsAfterATinyScreen() {
        var person = Person(["A"])
        person.send(.message(.info, "No match in this list"))
        person.resize(1, 1)
        _ = person.screen
        person.resize(80, 24)
        #expect(person.messageLine == " No match in this list")
    }

    @Test func messageAboutAKeyGoesWithTheNextKey() {
        var person = Person(["A"])
        person.press("x")
        #expect(person.said != nil)
        person.press("j")
        #expect(person.said == nil)
    }

    @Test(arguments: ["s", "a", "l", "?", "M"])
    func messageOfAPageGoesWhenThePageCloses(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        person.press("Ctrl-T")
        person.press("Esc")
        #expect(person.state.shell.context == .list)
        #expect(person.said == nil)
        #expect(person.state.shell.message == nil)
    }

    @Test func undoIsOfferedOnlyWhereItsKeyWorks() {
        var person = Person(["A", "B"])
        person.send(.outcome(.deleted(id: "9", name: "X")))
        #expect(person.screen.contains("u undo"))
        person.press("a")
        #expect(!person.screen.contains("undo"))
        #expect(person.said == nil)
        // A person who comes back from the log has read the message.
        person.press("Esc")
        #expect(person.said == nil)
    }

    @Test func messageGoesWhenAChangeContradictsIt() {
        var person = Person(["A", "B"])
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.said == "“A” was deleted on phone")
        person.receive(.added, Person.row(0, "A"))
        #expect(person.said == "“A” was added on phone")
        person.send(.outcome(.deleted(id: "0", name: "A")))
        person.receive(.added, Person.row(0, "A"), from: nil)
        #expect(person.said == nil)
    }

    @Test func messageAboutTheFilterGoesWhenTheFilterIsCleared() {
        var person = Person(["A"])
        person.press("/")
        person.type("zzz")
        person.press("Enter")
        person.send(.outcome(.edited(id: "0", name: "A")))
        #expect(person.said == "Saved “A”, but the filter hides it; Esc to clear the filter")
        person.press("Esc")
        #expect(person.said == nil)
    }

    @Test func settingsErrorGoesWhenTheSettingsAreFixed() {
        var person = Person(["A"])
        person.send(.settingsRead(problems: ["settings:2: there is no setting thme"]))
        #expect(person.said == "settings:2: there is no setting thme")
        person.send(.settingsRead(problems: []))
        #expect(person.said == nil)
    }

    @Test func messageShowsTheFirstSettingsErrorAndCountsTheOthers() {
        var person = Person(["A"])
        person.send(.settingsRead(problems: ["settings:1: x", "settings:2: y", "settings:5: z"]))
        #expect(person.said == "settings:1: x; M to see 2 more")
        person.press("M")
        for problem in ["settings:1: x", "settings:2: y", "settings:5: z"] {
            #expect(person.screen.contains(problem))
        }
    }

    /// In a form, M and C type letters.
    @Test func messageInAFormNamesNoLetterAsAKey() {
        var person = Person(["A"], columns: 120)
        person.send(.imported(ImportEnd(summary: "2 left out", details: ["why"], isSuccess: true)))
        #expect(person.said == "2 left out; M to see details")
        person.press("a")
        #expect(person.said == "2 left out")
        person.press("Esc")
        person.press("a")
        person.send(.sync(SyncState(phase: .offline)))
        #expect(person.said == "Airplane mode is on: edits are safe here and wait")
        person.send(.sync(SyncState(phase: .unreachable("no route"))))
        #expect(person.said?.hasSuffix("are safe here and will be sent later") == true)
        person.press("Esc")
        #expect(person.said?.hasSuffix("will be sent later; R to try now") == true)
    }

    @Test(arguments: [
        (
            true, true,
            "Nothing more to undo in this list. To undo an edit of another terminal: cloudy undo"
        ),
        (false, true, "Nothing more to undo; Ctrl-R to redo"),
        (false, false, "Nothing to undo yet; u to undo the latest edit of this device"),
    ])
    func messageSaysWhyThereIsNothingToUndo(_ isElsewhere: Bool, _ canRedo: Bool, _ words: String) {
        var person = Person(["A"], columns: 120)
        person.send(.outcome(.nothingToUndo(isElsewhere: isElsewhere, canRedo: canRedo)))
        #expect(person.messageLine.contains(words))
    }

    @Test(arguments: [
        (true, true, "Already undone elsewhere: Deleted “A”; u to undo the step before it"),
        (true, false, "Already undone elsewhere: Deleted “A”; Ctrl-R to redo it here"),
        (false, true, "Already redone elsewhere: Deleted “A”; Ctrl-R to redo the step after it"),
        (false, false, "Already redone elsewhere: Deleted “A”; u to undo it here"),
    ]) func editReversedElsewhereSaysWhichKeyContinues(
        _ isUndo: Bool, _ goesOn: Bool, _ words: String
    ) {
        var person = Person(["A"], columns: 120)
        let what = "Deleted “A”"
        person.send(.outcome(.reversedAlready(what: what, isUndo: isUndo, goesOn: goesOn)))
        #expect(person.messageLine.contains(words), "\(person.messageLine)")
    }

    @Test func unsavedSortOrderSaysThatItHoldsForThisListOnly() {
        var person = Person(["A"], columns: 120)
        person.send(.notKept(.natural(.name), "The disk is full."))
        #expect(
            person.messageLine.contains(
                "Sorted by name in this list only; the order was not saved. The disk is full."))
    }
}
