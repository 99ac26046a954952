import Bookmarks
import Documents
import Screen
import Testing

@testable import BookmarksUI

/// The documents of a bookmark and their versions, as a person sees them.
struct DocumentsViewTests {
    private static func document(
        _ id: String, _ kind: Document.Kind, _ name: String, _ state: DocumentState = .here
    ) -> DocumentRow {
        let version = DocumentVersion(
            content: ChunkName(of: []), length: 2048, made: 86_400, device: "phone")
        return DocumentRow(
            Document(
                id: id, bookmark: "0", kind: kind, name: name, mediaType: "", added: 0,
                head: version), state)
    }

    private static let documents = [
        document("p", .page, "On gardens"), document("n", .note, "Note", .conflict),
        document("f", .file, "paper.pdf", .remote),
    ]

    private static func person(columns: Int = 80) -> Person {
        var person = Person(["A", "B"], columns: columns)
        person.press("f")
        #expect(person.takeEffects() == [.send(DocumentsRequest(bookmark: "0"))])
        person.send(.answer(documents, to: DocumentsRequest(bookmark: "0")))
        return person
    }

    @Test func eachDocumentIsARow() throws {
        let person = Self.person()
        #expect(person.screen.contains("Documents  3  A"))
        let page = try #require(person.lines.first { $0.contains("On gardens") })
        #expect(page.contains("page") && page.contains("2 KiB") && page.contains("1970-01-02"))
        #expect(page.contains("phone"))
        let note = try #require(person.lines.first { $0.contains("note") })
        #expect(note.contains("conflict"))
        let file = try #require(person.lines.first { $0.contains("paper.pdf") })
        #expect(file.contains("remote"))
    }

    @Test(arguments: [20, 30, 46, 60, 70, 200])
    func nameShowsAtEveryWidth(_ columns: Int) {
        #expect(Self.person(columns: columns).screen.contains("On ga"))
    }

    /// The other columns take no more than their texts need.
    @Test func nameGetsTheRoomThatOtherColumnsLeave() throws {
        let name = "A history of logs, queues"
        var person = Person(["A", "B"], columns: 120, rows: 30)
        person.state.shell.setPanes(Panes())
        person.press("f")
        let documents = [Self.document("p", .page, name)] + Self.documents
        person.send(.answer(documents, to: DocumentsRequest(bookmark: "0")))
        let rows = try ["A history", "On gardens"].map { name in
            try #require(person.lines.first { $0.contains(name) })
        }
        #expect(rows[0].contains(name), "\(rows[0])")
        for row in rows { #expect(row.contains("1970-01-02 phone"), "\(row)") }
        let columns = rows.map { $0.prefix { $0 != "K" }.count }
        #expect(columns[0] == columns[1], "the other columns must align")
    }

    @Test(arguments: ["Enter", "r"])
    func pageOpensInTheReader(_ key: String) {
        var person = Self.person()
        person.press(key)
        #expect(person.takeEffects() == [.send(ReadPage(id: "0", document: "p"))])
        #expect(person.state.shell.context == .reader)
        person.press("q")
        #expect(person.state.shell.context == .documents)
    }

    @Test func unreadablePageNamesTheKeyThatOpensIt() {
        var person = Self.person(columns: 120)
        person.press("r")
        let request = ReadPage(id: "0", document: "p")
        person.send(.answer(ReadPage.Answer.unreadable("it is too large"), to: request))
        let words = person.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("too large. Press O to open the saved copy. To get its source: "))
        _ = person.takeEffects()
        person.press("O")
        let open = OpenDocument(document: "p", for: .reader)
        #expect(person.takeEffects() == [.send(open)])
        // The page of documents behind it does not open the file again.
        person.send(.answer(.file(url: "file:///tmp/a.html"), to: open))
        #expect(person.takeEffects() == [.openAddress("file:///tmp/a.html")])
    }

    @Test func documentOpensOnlyWhenItsFileIsAvailable() {
        var person = Self.person()
        person.press("o")
        #expect(person.takeEffects() == [.send(OpenDocument(document: "p"))])
        person.send(
            .answer(.file(url: "file:///tmp/a.html"), to: OpenDocument(document: "p")))
        #expect(person.takeEffects() == [.openAddress("file:///tmp/a.html")])
        person.send(.answer(.problem("It is not here yet."), to: OpenDocument(document: "p")))
        #expect(person.takeEffects() == [])
        #expect(person.screen.contains("It is not here yet."))
    }

    @Test func onlyNotesCanBeEdited() {
        var person = Self.person()
        person.press("e")
        #expect(person.takeEffects() == [])
        #expect(person.screen.contains("Only notes can be edited here"))
        person.press("j", "e")
        #expect(person.takeEffects() == [.writeNote(bookmark: "0")])
    }

    @Test func deletingADocumentReloadsTheList() {
        var person = Self.person()
        person.press("d")
        #expect(person.takeEffects() == [.send(DeleteDocument(id: "p"))])
        person.send(.outcome(.changed(what: "Deleted “On gardens”", ids: ["0"])))
        #expect(person.takeEffects() == [.send(DocumentsRequest(bookmark: "0"))])
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    @Test func keyKSettlesAConflictWithTheShownVersion() {
        var person = Self.person()
        person.press("K")
        #expect(person.takeEffects() == [])
        #expect(person.screen.contains("There is no conflict to settle"))
        person.press("j", "K")
        #expect(person.takeEffects() == [.send(KeepVersion(of: "n"))], "\(person.said ?? "")")
    }

    @Test func documentCanBeRemovedFromThisDevice() {
        var person = Self.person()
        person.press("x")
        #expect(person.takeEffects() == [.send(DropDocument(document: "p"))])
        person.send(.answer(nil, to: DropDocument(document: "p")))
        #expect(person.takeEffects() == [.send(DocumentsRequest(bookmark: "0"))])
        #expect(person.screen.contains("Removed “On gardens” from this device"))
        person.press("j", "j", "x")
        #expect(person.takeEffects() == [])
        #expect(person.screen.contains("It is not on this device"))
    }

    @Test func selectionStaysOnItsDocument() {
        var person = Self.person()
        person.press("j")
        person.send(.documentsChanged)
        #expect(person.takeEffects() == [.send(DocumentsRequest(bookmark: "0"))])
        person.send(
            .answer(Array(Self.documents.reversed()), to: DocumentsRequest(bookmark: "0")))
        person.press("e")
        #expect(person.takeEffects() == [.writeNote(bookmark: "0")])
    }

    @Test func emptyPageOfDocumentsSaysHowToSaveAPage() {
        var person = Person(["A"])
        person.press("f")
        person.send(.answer([], to: DocumentsRequest(bookmark: "0")))
        let ways = "There are no documents; P to save the page, a to attach a file"
        #expect(person.screen.contains(ways))
        person.press("r")
        #expect(person.screen.contains("There is no document"))
    }

    @Test func typedFileIsAttached() {
        var person = Person(["A"])
        person.press("f", "a")
        let folder = FolderContentsRequest(folder: "")
        #expect(person.takeEffects().contains(.send(folder)))
        person.send(.answer(["notes.txt", "papers/", ".hidden"], to: folder))
        person.type("pap")
        person.press("Tab")
        #expect(person.screen.contains("papers/"))
        let papers = FolderContentsRequest(folder: "papers/")
        #expect(person.takeEffects() == [.send(papers)])
        person.send(.answer(["a.pdf"], to: papers))
        person.press("Tab", "Enter")
        let attach = AttachFile("papers/a.pdf", toBookmark: "0")
        #expect(person.takeEffects() == [.send(attach)])
        person.send(.answer(.attached(name: "a.pdf", step: 1), to: attach))
        #expect(person.said == "Attached “a.pdf” to “A”")
        #expect(person.takeEffects().contains(.send(DocumentsRequest(bookmark: "0"))))
    }

    @Test func pathThatCannotBeReadIsTypedAgain() {
        var person = Self.person()
        person.press("a", "Enter")
        #expect(person.said == "Type the path of a file")
        person.type("papers/b.pdf")
        person.press("Enter")
        let attach = AttachFile("papers/b.pdf", toBookmark: "0")
        #expect(person.takeEffects().contains(.send(attach)))
        person.send(.answer(.problem("Cannot read papers/b.pdf: no such file."), to: attach))
        #expect(person.said == "Cannot read papers/b.pdf: no such file.")
        #expect(person.screen.contains("papers/b.pdf"))
        let papers = FolderContentsRequest(folder: "papers/")
        #expect(person.takeEffects() == [.send(papers)])
        person.press("Esc", "q")
        person.send(.answer(.problem("It is too large."), to: attach))
        #expect(person.said == "It is too large." && person.state.shell.context == .list)
    }

    /// Undo is for the file that is being attached, and not for an earlier edit.
    @Test func undoWaitsForTheFile() {
        var person = Self.person()
        person.press("a")
        person.type(" papers/b.pdf ")
        person.press("Enter")
        let attach = AttachFile("papers/b.pdf", toBookmark: "0")
        #expect(person.takeEffects().contains(.send(attach)))
        #expect(person.screen.contains("attaching “b.pdf”"))
        let isAccepted = person.state.acceptReversal(isUndo: true)
        #expect(isAccepted)
        #expect(person.said == "Undo starts when this is done: attaching “b.pdf”")
        person.send(.answer(.attached(name: "b.pdf", step: 1), to: attach))
        #expect(!person.screen.contains("attaching"))
    }

    /// A path for one bookmark is not corrected among the documents of another.
    @Test func pathIsTypedAgainOnlyForItsBookmark() {
        var person = Person(["A", "B"])
        person.press("f", "a")
        person.type("b.pdf")
        person.press("Enter", "q", "j", "f")
        _ = person.takeEffects()
        let attach = AttachFile("b.pdf", toBookmark: "0")
        person.send(.answer(.problem("It is too large."), to: attach))
        #expect(person.said == "It is too large." && person.state.shell.context == .documents)
    }

    @Test func ctrlEWritesTheNoteOfTheSelectedBookmark() {
        var person = Person(["A", "B"])
        person.press("j", "Ctrl-E")
        #expect(person.takeEffects() == [.writeNote(bookmark: "1")])
    }

    // MARK: Versions

    private static func versions() -> Person {
        var person = person()
        _ = person.takeEffects()
        person.press("V")
        #expect(person.takeEffects() == [.send(VersionsRequest(document: "p"))])
        let rows = [(2, true), (1, false)].map { number, shows in
            VersionRow(
                DocumentVersion(
                    content: ChunkName(of: []), length: 1024 * number,
                    made: Double(number) * 86_400, device: "desk"),
                number: number, shows: shows, isConflicting: false)
        }
        person.send(.answer(rows, to: VersionsRequest(document: "p")))
        return person
    }

    @Test func versionShowsItsDeviceTimeAndSize() throws {
        let person = Self.versions()
        #expect(person.screen.contains("Versions  2  On gardens"))
        let line = try #require(person.lines.first { $0.contains("1970-01-03 00:00") })
        #expect(line.contains("2 KiB") && line.contains("desk") && line.contains("current"))
    }

    @Test func versionCanBeRestored() {
        var person = Self.versions()
        person.press("j", "r")
        #expect(person.takeEffects() == [.send(RestoreVersion(1, of: "p"))])
    }

    @Test func enterShowsTheChangesOfAVersion() {
        var person = Self.versions()
        person.press("Enter")
        let request = DiffRequest(document: "p", number: 2)
        #expect(person.takeEffects() == [.send(request)])
        let diff = LineDiff(from: Array("a\nb\n".utf8), to: Array("a\nc\n".utf8))
        person.send(.answer(.lines(diff.lines), to: request))
        #expect(person.screen.contains("From version 1 to 2  On gardens"))
        #expect(person.screen.contains("@@ -1,2 +1,2 @@"))
        #expect(person.screen.contains("-b") && person.screen.contains("+c"))
        person.send(.answer(.problem("“On gardens” is not text."), to: request))
        #expect(person.screen.contains("is not text"))
        person.press("q", "q")
        #expect(person.state.shell.context == .documents)
    }

    /// A paragraph is one line: a change at its end must be visible, at every size.
    @Test func longLinesOfChangesAreBroken() {
        var person = Self.versions()
        person.press("Enter")
        let words = Array(repeating: "word", count: 60).joined(separator: " ")
        let diff = LineDiff(from: Array("\(words) old\n".utf8), to: Array("\(words) new\n".utf8))
        person.send(.answer(.lines(diff.lines), to: DiffRequest(document: "p", number: 2)))
        for columns in [80, 200, 40] {
            person.resize(columns, 40)
            let lines = person.lines
            #expect(
                lines.contains { $0.contains("-word") } && lines.contains { $0.contains(" old") })
            #expect(
                lines.contains { $0.contains("+word") } && lines.contains { $0.contains(" new") })
            #expect(!person.screen.contains("…"), "\(person.screen)")
        }
    }

    @Test func previewNamesTheDocumentsAndTheirConflict() throws {
        var person = Person(["A", "B"], columns: 150, rows: 40)
        person.state.shell.setPanes(Panes(sidebar: .on, preview: .on))
        person.send(.listChanged)
        let bookmark = Bookmark(id: "0", name: "A", url: "https://a.example/", added: 0)
        let conflict = try #require(ConflictTests.note("phone", "laptop").conflict)
        let content = PreviewContent(
            shown: ShownBookmark(
                bookmark, here: KnownHere(conflicts: [conflict]),
                documents: Self.documents + [Self.document("g", .file, "b.txt")]),
            history: BookmarkHistory(changes: [], keptSince: 0),
            noteText: "Ask for the table at the window", savedText: "Sharding splits one table")
        person.send(.tick(3 * 86_400))
        person.send(.answer(content, to: PreviewRequest(id: "0")))
        #expect(person.screen.contains("Page saved 2 days ago, note, 2 files"))
        #expect(person.screen.contains("Note ──"))
        #expect(person.screen.contains("Ask for the table at the window"))
        #expect(person.screen.contains("Saved page ──"))
        #expect(person.screen.contains("Sharding splits one table"))
        #expect(person.screen.contains("phone and laptop changed"))
        #expect(person.screen.contains("then K"))
    }
}
