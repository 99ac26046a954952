import Bookmarks
import BookmarksUI
import Documents
import Testing

@Suite struct DeletedViewTests {
    @Test func deletedBookmarksInTheListAreLabelledAndCanBeRestored() {
        var row = Person.row(0, "Gone")
        row.isDeleted = true
        var person = Person(rows: [row], columns: 80, rows: 24)
        #expect(person.lines[2].hasSuffix("deleted"))
        #expect(person.lines.last?.contains("r restore") == true)
        person.press("e", "d")
        #expect(person.effects.isEmpty)
        #expect(person.said == "This bookmark is deleted; r to restore it")
        person.press("r")
        #expect(person.effects == [.restore(ids: ["0"])])
    }

    /// A deleted bookmark, and one that is not deleted.
    private func both() -> Person {
        var row = Person.row(0, "Gone")
        row.isDeleted = true
        return Person(rows: [row, Person.row(1, "Here")], columns: 80, rows: 24)
    }

    @Test(arguments: ["e", "d", "+", "-", "m", "E", "L"])
    func editsOfDeletedBookmarksAreRefused(_ key: String) {
        var person = both()
        person.press(key)
        #expect(person.said == "This bookmark is deleted; r to restore it")
        #expect(person.effects.isEmpty && person.state.shell.context == .list)
        // The same holds if only one of the marked bookmarks is deleted.
        let marked = "Some of the marked bookmarks are deleted; Esc to clear the marks"
        person.press("*", key)
        #expect(person.said == marked)
        #expect(person.effects.isEmpty && person.state.shell.context == .list)
        person.press("Esc", "g", "v", "j", key)
        #expect(person.said == marked)
        #expect(person.effects.isEmpty && person.state.shell.context == .list)
        #expect(person.lines.last?.contains("d delete") == false)
    }

    @Test func deletedBookmarksCanBeCopiedAndViewed() {
        var person = both()
        person.press("*", "y", "Esc", "g", "l")
        #expect(person.takeEffects() == [.copy(ids: ["0", "1"]), .loadDetails(id: "0")])
        person.press("d")
        #expect(person.said == "This bookmark is deleted; r to restore it")
        #expect(person.lines.last?.contains("r restore") == true)
        person.press("r")
        #expect(person.takeEffects() == [.restore(ids: ["0"])])
        person.send(.outcome(.restored(ids: ["0"], name: "Gone")))
        #expect(person.takeEffects() == [.loadDetails(id: "0")])
        person.press("Esc", "j", "l")
        #expect(person.lines.last?.contains("r restore") == false)
    }

    @Test func restoreAndDeleteForeverActOnMarkedBookmarks() {
        var person = both()
        person.press("*", "r")
        // A bookmark that is not deleted need not be restored.
        #expect(person.takeEffects() == [.restore(ids: ["0"])])
        person.press("X")
        #expect(person.screen.contains("Delete “Gone” forever, on all devices? [y/N]"))
        person.press("y")
        #expect(person.takeEffects() == [.deleteForever(ids: ["0"])])
        person.press("Esc", "G", "X")
        #expect(person.said == "This bookmark is not deleted; D to see the deleted ones")
        // An action ends the range.
        person.press("v", "k", "k", "r")
        #expect(person.takeEffects() == [.restore(ids: ["0"])])
        person.send(.outcome(.restored(ids: ["0"], name: "Gone")))
        #expect(person.state.listView.marks.ids == ["1"])
        #expect(person.messageLine.contains("Restored “Gone”   u undo"))
    }

    @Test func severalBookmarksAreRestoredOrDeletedForeverTogether() {
        let gone = Person.names(3).enumerated().map { index, name in
            var row = Person.row(index, name)
            row.isDeleted = true
            return row
        }
        // The bookmark that is not deleted sorts last, and is not marked.
        let rows = gone + [Person.row(9, "Zzz")]
        var person = Person(rows: rows, columns: 80, rows: 24)
        person.press("*", "G", "Space", "/")
        person.type("001 is:deleted")
        person.press("Enter")
        _ = person.takeEffects()
        person.press("X")
        let question =
            "Delete 3 bookmarks, 2 of them hidden by the filter, forever, on all"
        #expect(person.screen.contains(question))
        person.press("y")
        #expect(person.takeEffects() == [.deleteForever(ids: ["1", "0", "2"])])
        person.send(.outcome(.deletedForever(count: 3)))
        #expect(person.said == "Deleted 3 bookmarks forever")
        person.press("r")
        #expect(person.takeEffects() == [.restore(ids: ["1", "0", "2"])])
        person.send(.outcome(.restored(ids: ["1", "0", "2"], name: "")))
        #expect(person.said == "Restored 3 bookmarks")
        #expect(person.state.listView.marks.isEmpty)
        person.send(.outcome(.restored(ids: ["1", "0", "2"], name: "", duplicates: 2)))
        #expect(person.said == "Restored 3 bookmarks; 2 of them have the page of another one")
    }

    /// The keys of the list that look and mark work on the page of deleted bookmarks, too.
    @Test func markingWorksInTheTrash() {
        var person = person(4)
        _ = person.takeEffects()
        person.press("Space", "j", "v", "j")
        #expect(person.screen.contains("Deleted bookmarks  4  1 marked, 2 in range"))
        #expect(person.lines[1].hasPrefix("  ✓Gone 0") && person.lines[4].hasPrefix(" >✓Gone 3"))
        person.press("r")
        #expect(person.takeEffects() == [.restore(ids: ["0", "2", "3"])])
        person.send(.outcome(.restored(ids: ["0", "2", "3"], name: "")))
        person.send(.deleted([rows(4)[1]]))
        #expect(person.screen.contains("Deleted bookmarks  1 "))
        #expect(!person.screen.contains("marked"))
        person.press("*", "*", "X")
        #expect(person.screen.contains("Delete “Gone 1” forever"))
    }

    @Test func escapeClearsTheMarksBeforeItLeavesTheTrash() {
        var person = person(3)
        person.press("Space", "v", "j")
        person.press("Esc")
        #expect(person.screen.contains("3  1 marked "))
        person.press("Esc")
        #expect(person.state.shell.context == .deleted && !person.screen.contains("marked"))
        person.press("Esc")
        #expect(person.state.shell.context == .list)
    }

    @Test func viewAndUndoKeysWorkInTheTrash() {
        var person = person(3)
        _ = person.takeEffects()
        person.press("j", "Enter", "y", "u", "Ctrl-R", "l")
        #expect(
            person.takeEffects() == [
                .open(ids: ["1"]), .copy(ids: ["1"]), .undo, .redo, .loadDetails(id: "1"),
            ])
        person.press("e", "d")
        #expect(person.said == "This bookmark is deleted; r to restore it")
        person.press("r", "h")
        #expect(person.takeEffects() == [.restore(ids: ["1"])])
        #expect(person.state.shell.context == .deleted)
        person.send(.outcome(.reversed(what: "Restored “Gone 1”", ids: ["1"], isUndo: true)))
        #expect(person.takeEffects() == [.loadDeleted])
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        #expect(person.lines.last?.contains("u undo") == true)
    }

    @Test func filterKeyInTheTrashFiltersTheListByDeletion() {
        var person = person(3)
        person.press("/")
        #expect(person.state.shell.context == .filter)
        #expect(person.list.query == "is:deleted ")
        person.type("gone")
        #expect(person.list.query == "is:deleted gone")
        person.press("Esc")
        #expect(person.state.shell.context == .list && person.list.query.isEmpty)
    }

    @Test func trashReloadsOnRemoteChangesAndKeepsTheSelection() {
        var person = person(3)
        person.press("j")
        _ = person.takeEffects()
        person.receive(.deleted, Person.row(0, "A"))
        #expect(person.takeEffects() == [.loadDeleted])
        let new = DeletedRow(Person.row(9, "New"), device: "phone")
        person.send(.deleted([new] + rows(3)))
        #expect(person.screen.contains("> Gone 1"))
        // The page is also refreshed while another page covers it.
        person.press("?")
        person.receive(.edited, Person.row(1, "B"))
        #expect(person.takeEffects() == [.loadDeleted])
    }

    private func rows(_ count: Int) -> [DeletedRow] {
        (0..<count).map { number in
            DeletedRow(
                BookmarkRow(
                    id: "\(number)", name: "Gone \(number)",
                    url: "https://gone.example/\(number)", added: 0,
                    modified: Double(86_400 * (count - number))), device: "phone")
        }
    }

    private func person(_ count: Int) -> Person {
        var person = Person(["A"])
        person.press("D")
        person.send(.deleted(rows(count)))
        return person
    }

    @Test func trashShowsWhenAndWhereBookmarksWereDeleted() {
        var person = Person(["A"])
        person.press("D")
        #expect(person.takeEffects() == [.loadDeleted])
        #expect(person.screen.contains("Loading"))
        person.send(.deleted(rows(2)))
        #expect(person.screen.contains("Deleted bookmarks  2"))
        #expect(person.screen.contains("> Gone 0"))
        #expect(person.screen.contains("1970-01-03 phone"))
        #expect(person.screen.contains("https://gone.example/1"))
        person.resize(120, 24)
        #expect(person.screen.contains("1970-01-03 00:00 on phone"))
        person.press("q")
        #expect(person.state.shell.context == .list)
    }

    /// The column stays in place, however long the names of the devices are.
    @Test(arguments: [60, 80, 120]) func addressesAlignInOneColumn(_ columns: Int) {
        var person = Person(["A"], columns: columns, rows: 24)
        person.press("D")
        let rows = rows(2)
        person.send(.deleted([rows[0], DeletedRow(rows[1].row, device: "my old desk")]))
        let names = (1...2).map { person.lines[$0].split(separator: "https://").first?.count }
        #expect(names[0] == names[1] && person.lines[2].contains("https://"))
    }

    /// A bookmark, and a note and a page that were deleted before it.
    private func withDocuments() -> Person {
        let documents = [Document.Kind.note, .page].enumerated().map { index, kind in
            var row = DeletedRow(
                BookmarkRow(
                    id: "d.\(index)", name: "My \(kind.rawValue)", url: "", added: 0, modified: 9),
                device: "phone")
            row.documentOf = "\(kind.rawValue) of “Alpha”"
            return row
        }
        var person = Person(["A"])
        person.press("D")
        person.send(.deleted(rows(1) + documents))
        _ = person.takeEffects()
        return person
    }

    @Test func deletedDocumentsHaveTheirOwnRows() {
        var person = withDocuments()
        #expect(person.screen.contains("Deleted bookmarks and documents  3"))
        #expect(person.screen.contains("My note"))
        #expect(person.screen.contains("note of “Alpha”"))
        person.press("j", "r")
        #expect(person.takeEffects() == [.restore(ids: ["d.0"])])
        person.send(.outcome(.restored(ids: ["d.0"], name: "My note")))
        #expect(person.said == "Restored “My note”")
        person.press("*", "X")
        #expect(person.screen.contains("Delete 1 bookmark and 2 documents forever"))
        person.press("y")
        #expect(person.takeEffects().last == .deleteForever(ids: ["0", "d.0", "d.1"]))
        person.send(.outcome(.deletedForever(count: 3, documents: 2)))
        #expect(person.said == "Deleted 1 bookmark and 2 documents forever")
    }

    private static let document = Document(
        id: "n", bookmark: "0", kind: .page, name: "On gardens", mediaType: "text/html",
        source: "https://gardens.example/", added: 0,
        head: DocumentVersion(
            content: ChunkName(of: []), length: 2048, made: 20 * 86_400, device: "desk"))

    /// The trash on a wide screen, with a deleted page.
    private func preview() -> (Person, DeletedContent, DeletedContentRequest) {
        let record = DeletedDocument(Self.document, deleted: 21 * 86_400, device: "phone")
        var person = Person(["A"], columns: 150, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.tick(23 * 86_400))
        person.press("D")
        _ = person.takeEffects()
        person.send(.deleted([DeletedRow(record, of: "Alpha")]))
        let request = DeletedContentRequest(id: "n")
        #expect(person.takeEffects() == [.send(request)])
        return (person, DeletedContent(record), request)
    }

    /// An empty line is between the keys and the notes.
    @Test func thePreviewOfADeletedBookmarkSetsItsKeysApart() throws {
        var person = Person(["A"], columns: 150, rows: 30)
        person.state.shell.setPanes(Panes())
        person.press("D")
        let row = DeletedRow(Person.row(5, "Gone"), device: "phone")
        person.send(.deleted([row]))
        let bookmark = Bookmark(
            id: "5", name: "Gone", url: "https://gone.example/", notes: "Roses", added: 0)
        let content = PreviewContent(
            shown: ShownBookmark(bookmark, deleted: row),
            history: BookmarkHistory(changes: [], keptSince: 0))
        person.send(.answer(content, to: PreviewRequest(id: "5")))
        #expect(person.screen.contains("Press r to restore it, X to delete it"))
        let keys = try #require(person.lines.firstIndex { $0.contains("forever") })
        #expect(person.lines[keys + 1].hasSuffix("│" + String(repeating: " ", count: 43) + "│"))
        #expect(person.lines[keys + 2].contains("Notes ──"), "\(person.screen)")
    }

    @Test func thePreviewShowsADeletedDocument() {
        var (person, content, request) = preview()
        // This much is known from the row, before the rest is loaded.
        #expect(person.screen.contains("Page of “Alpha”"))
        #expect(person.screen.contains("Deleted 2 days ago on phone"))
        #expect(person.screen.contains("Press r to restore it, X to delete it"))
        person.send(.answer(content, to: request))
        #expect(person.screen.contains("Page of “Alpha”, 2 KiB"))
        #expect(person.screen.contains("Saved 3 days ago on desk"))
        #expect(person.screen.contains(" gardens.example/"))
        content.text = "Roses need light"
        person.send(.answer(content, to: request))
        #expect(person.screen.contains("Saved page ──"))
        #expect(person.screen.contains("Roses need light"))
        (content.text, content.isHere) = (nil, false)
        person.send(.answer(content, to: request))
        #expect(person.screen.contains("Its content is not on this device"))
        person.press("r")
        #expect(person.takeEffects() == [.restore(ids: [Self.document.key])])
        person.send(.deleted([]))
        #expect(!person.screen.contains("Page of"))
    }

    /// A deleted document has no address to open and no details.
    @Test(arguments: ["Enter", "y", "l"])
    func deletedDocumentCannotBeOpenedCopiedOrViewed(_ key: String) {
        var person = withDocuments()
        person.press("j", key)
        #expect(person.effects.isEmpty && person.state.shell.context == .deleted)
        #expect(person.said == "This is a deleted document; r to restore it")
        guard key != "l" else { return }
        person.press("*", key)
        #expect(person.effects.isEmpty && person.state.shell.context == .deleted)
        #expect(person.said == "Some of the marked are deleted documents; r to restore them")
    }

    @Test func selectedBookmarkIsRestored() {
        var person = person(3)
        person.press("j", "r")
        #expect(person.effects.last == .restore(ids: ["1"]))
        person.send(.outcome(.restored(ids: ["1"], name: "Gone 1")))
        #expect(person.said == "Restored “Gone 1”")
        person.send(.deleted(Array(rows(3).prefix(1))))
        #expect(person.screen.contains("> Gone 0"))
    }

    @Test func deletingForeverAsksFirst() {
        var person = person(1)
        person.press("X", "n")
        #expect(!person.effects.contains(.deleteForever(ids: ["0"])))
        #expect(person.state.shell.context == .deleted)
        person.press("X")
        #expect(person.screen.contains("Delete “Gone 0” forever, on all devices? [y/N]"))
        person.press("y")
        #expect(person.effects.last == .deleteForever(ids: ["0"]))
    }

    @Test func emptyTrashSaysSo() {
        var person = person(0)
        #expect(person.screen.contains("The trash is empty."))
        person.press("r")
        #expect(person.effects == [.loadDeleted])
        #expect(person.said == "Nothing was deleted")
    }

    @Test(arguments: [(80, 24), (40, 10), (20, 5), (10, 3)])
    func selectionStaysVisible(_ columns: Int, _ rowCount: Int) {
        var person = person(60)
        person.resize(columns, rowCount)
        for _ in 0..<37 { person.press("j") }
        #expect(person.screen.contains("> Gone 37".prefix(max(1, columns - 3))))
        person.press("g")
        #expect(person.screen.contains("> Gone 0".prefix(max(1, columns - 3))))
        person.press("G")
        #expect(person.screen.contains("> Gone 59".prefix(max(1, columns - 3))))
    }

    /// A name gets most of the width, even beside other panes.
    @Test(arguments: [80, 140]) func aNameIsNotCutWhereThereIsRoom(_ columns: Int) {
        let name = "Command Line Interface Guides"
        var person = Person(["A"], columns: columns, rows: 24)
        person.state.shell.setPanes(Panes())
        person.press("D")
        let row = BookmarkRow(
            id: "x", name: name, url: "https://clig.dev/#foreword", added: 1, modified: 1)
        person.send(.deleted([DeletedRow(row, device: "laptop")]))
        #expect(person.screen.contains(name + " ") && person.screen.contains("https://clig.dev"))
    }
}
