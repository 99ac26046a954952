import Bookmarks
import BookmarksUI
import Documents
import Screen
import Testing

@Suite struct DetailTests {
    let bookmark = Bookmark(
        id: "1", name: "B", url: "https://b.example/", tags: ["x", "y"], notes: "One\nTwo",
        added: 1_700_000_000, modified: 1_700_003_600, device: "phone")

    func opened(_ key: String = "l") -> Person {
        var person = Person(["A", "B"])
        person.press("j", key)
        person.send(.details(bookmark))
        _ = person.takeEffects()
        return person
    }

    @Test func detailsShowAllFields() {
        let lines = opened().screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[2..<11].joined(separator: "\n") == """
                 Name      B
                 URL       https://b.example/
                 Tags      #x #y
                 Added     2023-11-14 22:13
                 Modified  2023-11-14 23:13 on phone
                 Id        1

                 Notes     One
                           Two
                """)
    }

    @Test func trashedBookmarkSaysWhenItWasDeleted() {
        var person = opened()
        var row = Person.row(1, "B")
        row.modified = 1_700_007_200
        let deleted = DeletedRow(row, device: "laptop")
        person.send(
            .answer(ShownBookmark(bookmark, deleted: deleted), to: DetailRequest(id: "1")))
        #expect(person.screen.contains(" Deleted   2023-11-15 00:13 on laptop"))
        #expect(!person.screen.contains("Modified"))
    }

    /// A page without its contents says why in the middle, and names the way back.
    @Test func pageThatCannotBeLoadedSaysSo() throws {
        var person = Person(["A", "B"], columns: 80, rows: 24)
        person.press("l")
        let rows = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let loading = try #require(rows.firstIndex { $0.contains("Loading…") })
        #expect(loading > 5, "\(person.screen)")
        #expect(person.screen.contains("Loading… Press Esc to go back."))
        person.send(.failed(AnyPageRequest(request: DetailRequest(id: "0"))))
        #expect(person.screen.contains("This cannot be loaded; a message says why. Press Esc"))
        var first = bookmark
        first.id = "0"
        person.send(.details(first))
        #expect(person.screen.contains("https://b.example/"))
    }

    @Test func detailsListTheDocuments() {
        func row(_ kind: Document.Kind, _ name: String, _ bytes: Int, _ state: DocumentState)
            -> DocumentRow
        {
            let head = DocumentVersion(
                content: ChunkName(of: []), length: bytes, made: 1_700_000_000, device: "phone")
            return DocumentRow(
                Document(
                    id: name, bookmark: "1", kind: kind, name: name, mediaType: "", added: 0,
                    head: head), state)
        }
        var person = opened()
        #expect(!person.screen.contains("Docs"))
        let documents = [row(.note, "Note", 9, .here), row(.page, "B", 2048, .remote)]
        person.send(.details(bookmark, documents: documents))
        #expect(
            person.screen.contains(
                """
                 Documents note, 9 B, 2023-11-14 22:13, here
                 Documents page “B”, 2 KiB, 2023-11-14 22:13, remote
                 Id        1
                """), "\(person.screen)")
        person.send(.documentsChanged)
        #expect(person.takeEffects() == [.loadDetails(id: "1")])
    }

    @Test(arguments: ["h", "Left", "Esc", "q"]) func severalKeysLeaveTheDetails(_ key: String) {
        var person = opened("Tab")
        person.press(key)
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
    }

    @Test(arguments: [
        ("d", Effect.delete(ids: ["1"])), ("o", .open(ids: ["1"])), ("Enter", .open(ids: ["1"])),
        ("y", .copy(ids: ["1"])), ("u", .undo),
    ]) func keysInTheDetailsActOnTheShownBookmark(_ key: String, _ effect: Effect) {
        var person = opened()
        person.press(key)
        #expect(person.effects == [effect])
        #expect(person.state.shell.context == (key == "d" ? .list : .detail))
    }

    @Test func anAnswerForAnotherBookmarkChangesNothing() {
        var person = opened()
        let before = person.screen
        person.send(.details(Bookmark(id: "0", name: "Zzz", url: "u", added: 0)))
        #expect(person.screen == before)
    }

    @Test func remoteEditReloadsTheDetails() {
        var person = opened()
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.effects == [.loadDetails(id: "1")])
    }

    @Test func remoteDeletionClosesTheDetails() {
        var person = opened()
        person.receive(.deleted, Person.row(1, "B"))
        #expect(person.state.shell.context == .list)
        #expect(person.said == "“B” was deleted on phone")
    }

    @Test func longNotesScrollToTheirEndAndNoFurther() {
        var long = bookmark
        long.notes = (1...100).map { "Line \($0)" }.joined(separator: "\n")
        var person = opened()
        person.send(.details(long))
        person.press("G")
        #expect(person.screen.contains("Line 100"))
        let end = person.screen
        person.press("Down", "PgDn")
        #expect(person.screen == end)
        person.press("Up")
        #expect(person.screen != end)
        person.press("g")
        #expect(person.screen.contains(" Name      B"))
    }

    @Test func detailsMoveThroughTheBookmarksOfTheList() {
        var person = opened()
        let selected = person.selectedName
        person.press("k")
        #expect(person.state.shell.context == .detail && person.selectedName != selected)
        person.press("j")
        #expect(person.selectedName == selected)
        for _ in 0..<9 { person.press("j") }
        #expect(person.said == "This is the last one")
        person.press("q")
        #expect(person.state.shell.context == .list)
    }

    /// A bookmark that was read leaves a list of unread ones.
    @Test(arguments: [("j", "C"), ("k", "A")])
    func neighborOfABookmarkThatLeftTheListIsShown(_ key: String, _ name: String) {
        var rows = ["A", "B", "C"].enumerated().map(Person.row)
        for index in rows.indices { rows[index].isUnread = true }
        var person = Person(rows: rows, columns: 80, rows: 24)
        person.press("/")
        person.type("is:unread")
        person.press("Enter", "g", "j", "l")
        #expect(person.state.shell.context == .detail && person.selectedName == "B")
        rows[1].isUnread = false
        person.list.apply([.upsert(rows[1])])
        person.send(.listChanged)
        person.press(key)
        #expect(person.state.shell.context == .detail && person.selectedName == name)
    }

    /// If everything fits on the screen, the arrows move between bookmarks, as j and k do.
    @Test func arrowsChangeTheBookmarkWhenTheDetailsFit() {
        var person = opened()
        #expect(person.selectedName == "B")
        person.press("Up")
        #expect(person.state.shell.context == .detail && person.selectedName == "A")
        person.press("Down")
        #expect(person.selectedName == "B")
        person.press("Down")
        #expect(person.said == "This is the last one")
    }

    @Test func cancelledEditReturnsToTheDetails() {
        var person = opened()
        person.press("e")
        #expect(person.state.shell.context == .form)
        #expect(person.effects.isEmpty)
        person.press("Esc")
        #expect(person.state.shell.context == .detail)
    }
}
