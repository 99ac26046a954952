import Bookmarks
import BookmarksUI
import Documents
import KeyValueStore
import Testing

/// Values that lost a conflict, as the screen shows them.
@Suite struct ConflictTests {
    static let other = LostValue(field: "name", text: "Bee", device: "phone", typed: 1_700_003_600)

    func opened(_ lostValues: [LostValue] = [other]) -> Person {
        var person = Person(["A", "B"])
        person.press("j", "l")
        var bookmark = Bookmark(id: "1", name: "B", url: "https://b.example/", added: 0)
        bookmark.lostValues = lostValues
        person.send(.details(bookmark))
        _ = person.takeEffects()
        return person
    }

    @Test func detailsShowLostValues() {
        let emptied = LostValue(field: "notes", text: "", device: "desk", typed: 1_700_003_600)
        let screen = opened([Self.other, emptied]).screen
        #expect(screen.contains(" Conflict  name “Bee” on phone, 2023-11-14 23:13"))
        #expect(screen.contains(" Conflict  notes empty on desk, 2023-11-14 23:13"))
        #expect(screen.contains("x take other name") && screen.contains("K keep this"))
    }

    @Test func keyXTakesTheOtherValue() {
        var person = opened()
        person.press("x")
        #expect(person.effects == [.takeLost(Self.other, id: "1")])
    }

    @Test func keyKKeepsTheShownValue() {
        var person = opened()
        person.press("K")
        #expect(person.takeEffects() == [.settle(id: "1")])
        person.send(.outcome(.settled(id: "1", name: "B")))
        #expect(person.said == "Kept “B”, without the other values")
        #expect(person.effects == [.loadDetails(id: "1")])
    }

    @Test(arguments: ["x", "K"]) func conflictKeysSayThatThereIsNoConflict(_ key: String) {
        var person = opened([])
        #expect(!person.screen.contains("take other"))
        person.press(key)
        #expect(person.effects.isEmpty)
        #expect(person.said == "There is no other value: this bookmark has no conflict")
    }

    /// A note in which each device changed the same lines.
    static func note(_ devices: String...) -> Document {
        func version(_ number: UInt8, _ device: String, from parents: [UInt8]) -> DocumentVersion {
            DocumentVersion(
                content: ChunkName(of: [number]), length: 1,
                made: 1_700_003_600 + 3 * Double(number), device: device,
                parents: parents.map { ChunkName(of: [$0]) })
        }
        let versions = [
            version(1, "desk", from: []), version(2, devices[0], from: [1]),
            version(3, devices[1], from: [1]),
        ]
        var merged = version(4, "desk", from: [2, 3])
        merged.isConflicting = true
        return Document(
            id: "1", bookmark: "1", kind: .note, name: "Note", mediaType: "text/plain", added: 1,
            head: merged, versions: [merged] + versions)
    }

    @Test func detailsNameConflictsOfDocuments() throws {
        let conflict = try #require(Self.note("desk", "desk").conflict)
        var person = Person(["A", "B"])
        person.press("j", "l")
        let bookmark = Bookmark(id: "1", name: "B", url: "https://b.example/", added: 0)
        person.send(.details(bookmark, here: KnownHere(conflicts: [conflict])))
        _ = person.takeEffects()
        let screen = person.screen
        #expect(screen.contains("Two edits on desk (2023-11-14 23:13:26 and 2023-11-14"))
        #expect(screen.contains("K to keep the current version, f to see the versions"))
        person.press("x")
        #expect(person.effects.isEmpty)
        #expect(person.said?.hasPrefix("To take another version of a document: f") == true)
        person.press("K")
        #expect(person.takeEffects() == [.settle(id: "1")])
    }

    /// The message about a document's conflict names a key of the page in front, or says where to
    /// go.
    @Test func documentConflictNamesTheKeysOfThePageInFront() throws {
        var note = Self.note("phone", "laptop")
        (note.kind, note.rivals, note.head) = (.page, [note.versions[2]], note.versions[3])
        let conflict = try #require(note.conflict)
        let told =
            "laptop and phone saved the page “Note” at the same time: laptop's version is current; "
            + "both are kept"
        let there = ". To see both, press f on “B” in the list"
        var person = Person(["A", "B"], columns: 120)
        person.send(.documentConflict(conflict))
        #expect(person.said == told + "; f to see both once “B” is selected")
        person.press("j")
        #expect(person.said == told + "; f to see both")
        for key in ["/", "a", "D", "S", "?", "t"] {
            person.press(key)
            #expect(person.said == told + there, "after \(key)")
            person.press("Esc")
        }
        person.press("l")
        #expect(person.said == told + "; f to see both")
        person.press("f")
        let rows = [note, Self.note("phone", "laptop")].enumerated().map { index, document in
            var row = DocumentRow(document, .conflict)
            if index > 0 { row.id = "other" }
            return row
        }
        person.send(.answer(rows, to: DocumentsRequest(bookmark: "1")))
        #expect(person.said == told + "; V to see its versions")
        person.press("j")
        #expect(person.said == told + "; V to see its versions once it is selected")
        person.press("V")
        #expect(person.said == told + there, "the message must point to the list")
        person.press("Esc", "k", "V")
        #expect(person.said == told + "; K to keep the current one")
        person.press("Esc", "Esc", "Esc", "k", "l")
        #expect(person.said == told + there, "the message must point to the list")
        // If the note shows the lines of both devices, the message points to the details.
        let merged = try #require(Self.note("phone", "laptop").conflict)
        person.send(.documentConflict(merged))
        let which = "; it has both. To see which, press l on “B” in the list"
        #expect(person.said?.hasSuffix(which) == true)
        person.press("j")
        #expect(person.said?.hasSuffix("; it has both; f to see its documents") == true)
        person.press("Esc")
        #expect(person.said?.hasSuffix("; it has both; l to see which") == true)
    }

    /// A person has to join the two texts, so the message names the key that opens them.
    @Test func conflictOfNotesBegunAtOnceNamesTheKeyThatJoinsThem() throws {
        var note = Self.note("phone", "laptop")
        for index in note.versions.indices.dropLast() where index > 0 {
            note.versions[index].parents = []
        }
        let conflict = try #require(note.conflict)
        var person = Person(["A", "B"], columns: 120)
        person.press("j")
        person.send(.documentConflict(conflict))
        #expect(
            person.said
                == "phone and laptop each began the note; it has both texts; Ctrl-E to join them")
    }

    /// The page of messages shows no advice, which names the bookmark on the other pages.
    @Test func logNamesTheBookmarkOfAConflictInItsNote() throws {
        var person = Person(["A", "B"], columns: 120)
        person.send(.documentConflict(try #require(Self.note("phone", "laptop").conflict)))
        let text = "phone and laptop changed the same lines of the note; it has both"
        #expect(person.said?.hasPrefix(text) == true)
        person.press("M")
        #expect(person.screen.contains("“B”: \(text)"))
    }

    @Test func documentConflictNamesItsDevices() throws {
        var note = Self.note("phone", "laptop")
        #expect(
            note.conflict?.summary { _ in "now" }
                == "phone and laptop changed the same lines of the note")
        for index in note.versions.indices.dropLast() where index > 0 {
            note.versions[index].parents = []
        }
        #expect(
            note.conflict?.summary { _ in "now" }
                == "phone and laptop each began the note")
        // The versions that they were made from are no longer in the list.
        for index in note.versions.indices.dropLast() where index > 0 {
            note.versions[index].parents = [ChunkName(of: [9])]
        }
        #expect(
            note.conflict?.summary { _ in "now" }
                == "phone and laptop wrote the note at the same time"
        )
        note.kind = .page
        note.rivals = [note.versions[2]]
        note.head = note.versions[3]
        #expect(
            note.conflict?.summary { _ in "now" }
                == "laptop and phone saved the page “Note” at the same time")
    }

    private func list(_ columns: Int, _ rows: Int, _ symbols: Symbols = .unicode) -> Person {
        var marked = Person.row(1, "B")
        marked.lost = "name@1700000003.6"
        return Person(
            rows: [Person.row(0, "A"), marked, Person.row(2, "C")], columns: columns, rows: rows,
            symbols)
    }

    @Test func listMarksConflicts() {
        var person = list(80, 24)
        #expect(person.lines[2].hasPrefix(" > A "))
        #expect(person.lines[3].hasPrefix("≠  B  "))
        #expect(person.lines[4].hasPrefix("   C "))
        person.press("j")
        #expect(person.lines[3].hasPrefix("≠> B  "))
        // The sign goes as soon as the conflict is settled.
        person.list.apply([.upsert(Person.row(1, "B"))])
        person.send(.listChanged)
        #expect(person.lines[3].hasPrefix(" > B  "))
    }

    @Test(arguments: [(40, 10), (20, 8), (20, 4), (30, 5)])
    func narrowListMarksConflicts(_ columns: Int, _ rows: Int) {
        var person = list(columns, rows)
        #expect(person.screen.contains("\n≠  B"))
        person.press("j")
        #expect(person.screen.contains("\n≠> B"))
        #expect(person.screen.count { $0 == "≠" } == 1)
    }

    @Test func oneLineScreenMarksConflicts() {
        var person = list(12, 1)
        #expect(person.screen == "> A")
        person.press("j")
        #expect(person.screen == "≠> B")
    }

    @Test func conflictMarkHasAnASCIIForm() {
        let person = list(80, 24, .ascii)
        #expect(person.lines[3].hasPrefix("!  B  "))
    }

    @Test func helpExplainsTheConflictSign() {
        var person = Person(["A"])
        person.press("?", "/")
        person.type("conflict")
        #expect(person.screen.contains("Signs in the list"))
        #expect(person.screen.contains("≠"))
        #expect(person.screen.contains("Two edits changed the same thing; l to compare"))
        #expect(!person.screen.contains("Add a bookmark"))
    }

    private func loss(
        _ id: Int, _ fields: [String], from device: String = "phone"
    ) -> ReceivedChanges.Change {
        .init(
            id: "\(id)", name: "N\(id)", kind: .edited, device: device, isRemote: true,
            lostFields: fields)
    }

    @Test func lossMessageShowsUntilTheConflictIsSettled() {
        var person = Person(["N0", "N1"])
        person.send(.received(ReceivedChanges(changes: [loss(1, ["name"])])))
        let text =
            "“N1” was edited here and on phone at the same time: the name from phone wins; "
            + "l to compare once it is selected"
        #expect(person.said == text)
        person.send(
            .received(ReceivedChanges(changes: [.init(id: "0", name: "N0", kind: .reconciled)])))
        #expect(person.said == text)
        person.send(
            .received(ReceivedChanges(changes: [.init(id: "1", name: "N1", kind: .reconciled)])))
        #expect(person.said == nil)
    }

    @Test func oneMessageNamesAllLostFields() {
        var person = Person(["N0"])
        person.send(.received(ReceivedChanges(changes: [loss(0, ["url", "notes"])])))
        #expect(person.said?.contains("the URL and notes from phone win; l to compare") == true)
    }

    @Test func lossMessageStaysWhenSyncingWorksAgain() {
        var person = Person(["N0"])
        person.send(.sync(SyncState(phase: .unreachable("no answer"))))
        person.press("Esc")
        person.send(.received(ReceivedChanges(changes: [loss(0, ["name"])])))
        person.send(.sync(SyncState()))
        #expect(person.said?.contains("the name from phone wins") == true)
        #expect(person.state.shell.log.last?.text == "Syncing works again")
    }

    /// The device whose value shows reports the conflict, too.
    @Test func deviceWhoseValueShowsReportsTheConflict() {
        func won(_ id: Int) -> ReceivedChanges.Change {
            .init(
                id: "\(id)", name: "N\(id)", kind: .reconciled, device: "phone",
                keptFields: ["name"])
        }
        var person = Person(["N0", "N1"])
        person.send(.received(ReceivedChanges(changes: [won(1)])))
        #expect(
            person.said == "“N1” was edited here and on phone at the same time: the name from here "
                + "wins; l to compare once it is selected")
        #expect(
            person.state.shell.shownMessage?.level == .info
                && person.state.listView.remoteChanges.isEmpty)
        person.send(.received(ReceivedChanges(changes: [won(0), won(1)])))
        #expect(person.said?.contains("the values typed here win; l to compare on one") == true)
        person.send(.received(ReceivedChanges(changes: [won(0), loss(1, ["url"])])))
        #expect(person.said?.contains("the URL from phone wins") == true)
    }

    /// A warning about a document's conflict stays, even if it is about the same bookmark.
    @Test func reportOfAWonConflictDoesNotHideAWarning() {
        var person = Person(["N0", "N1"])
        person.send(.message(.warning, "Two edits of the note"))
        let won = ReceivedChanges.Change(
            id: "1", name: "N1", kind: .reconciled, device: "phone", keptFields: ["name"])
        person.send(.received(ReceivedChanges(changes: [won])))
        #expect(person.said == "Two edits of the note")
        #expect(person.state.shell.log.last?.text.contains("the name from here wins") == true)
        person.send(.received(ReceivedChanges(changes: [loss(0, ["url"])])))
        #expect(person.said?.contains("the URL from phone wins") == true)
    }

    @Test func messageCountsSeveralLosses() {
        var person = Person(["N0", "N1", "N2"])
        let other = ReceivedChanges.Change(
            id: "2", name: "N2", kind: .edited, device: "phone", isRemote: true)
        let changes = [loss(0, ["name"]), loss(1, ["url"]), other]
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(
            person.said
                == "2 bookmarks were edited here and on phone at the same time: the "
                + "values typed there win; l to compare on one marked ≠")
        person.send(
            .received(ReceivedChanges(changes: [.init(id: "1", name: "N1", kind: .reconciled)])))
        #expect(person.said == nil)
        person.send(
            .received(
                ReceivedChanges(changes: [loss(0, ["name"]), loss(1, ["url"], from: "desk")])))
        #expect(person.said?.contains("here and on other devices at the same time") == true)
    }

    /// The details of the message's bookmark may be in front already.
    @Test func lossMessageInTheDetailsNamesTheKeyThatTakesTheOther() {
        var person = opened([])
        person.send(.received(ReceivedChanges(changes: [loss(1, ["name"])])))
        #expect(person.said?.hasSuffix("the name from phone wins; x to take the other") == true)
        #expect(person.effects == [.loadDetails(id: "1")])
    }

    /// The message names a key only where that key works.
    @Test func lossMessageNamesTheKeyOfTheScreenInFront() {
        var person = Person(["N0", "N1"])
        person.send(.received(ReceivedChanges(changes: [loss(1, ["name"])])))
        let told = "“N1” was edited here and on phone at the same time: the name from phone wins"
        let select = "; l to compare once it is selected"
        #expect(person.said == told + select)
        person.press("j")
        #expect(person.said == told + "; l to compare")
        person.press("k", "l")
        #expect(person.said == told, "the message must name no key here")
        person.press("j")
        #expect(person.said == told + "; x to take the other")
        person.press("H")
        #expect(person.said == told)
        person.press("Esc", "Esc")
        #expect(person.said == told + "; l to compare")
        for key in ["/", "e", "S", "?"] {
            person.press(key)
            #expect(person.said?.contains("to compare") != true, "after \(key)")
            person.press("Esc")
        }
        person.send(
            .received(ReceivedChanges(changes: [loss(0, ["name"]), loss(1, ["name"])])))
        #expect(person.said?.hasSuffix("; l to compare on one marked ≠") == true)
        for key in ["l", "D", "="] {
            person.press(key)
            #expect(person.said?.hasSuffix("the values typed there win") == true, "after \(key)")
            person.press("Esc")
        }
        person.press("M")
        #expect(!person.screen.contains("to compare"), "the latest messages must not name the key")
    }

    @Test func detailsReloadWhenTheConflictIsSettledElsewhere() {
        var person = opened()
        person.send(
            .received(ReceivedChanges(changes: [.init(id: "1", name: "B", kind: .reconciled)])))
        #expect(person.effects == [.loadDetails(id: "1")])
        #expect(person.said == nil)
        #expect(person.state.listView.remoteChanges.isEmpty)
    }

    @Test func editThatBeatADeletionIsReported() {
        var person = Person(["A"])
        person.receive(.broughtBack, Person.row(1, "B"))
        #expect(
            person.said
                == "“B” is back: it was edited on phone, and an edit wins over a deletion")
    }

    @Test func restoringInAnotherTerminalIsNoConflict() {
        var person = Person(["A"])
        let change = ReceivedChanges.Change(id: "2", name: "B", kind: .broughtBack)
        person.send(.received(ReceivedChanges(changes: [change])))
        #expect(person.said == "“B” was restored in another terminal")
    }
}
