import Bookmarks
import Documents
import Testing

@testable import BookmarksUI

/// Undo selects the row that it brings back, and not the neighbor that was selected meanwhile.
@Suite struct ReturningRowTests {
    private static func deleted(_ id: String, _ name: String) -> DeletedRow {
        let row = BookmarkRow(
            id: id, name: name, url: "https://\(id).example/", added: 0, modified: 0)
        return DeletedRow(row, device: "phone")
    }

    private func trash(_ rows: [DeletedRow]) -> Person {
        var person = Person(["A"])
        person.press("D")
        person.send(.deleted(rows))
        return person
    }

    /// Undo of a restoration brings the bookmark back into the trash.
    @Test func undoSelectsTheBookmarkThatComesBack() {
        let all = (0..<3).map { Self.deleted("\($0)", "Gone \($0)") }
        var person = trash(all)
        person.press("j", "r")
        person.send(.outcome(.restored(ids: ["1"], name: "Gone 1")))
        person.send(.deleted([all[0], all[2]]))
        #expect(person.screen.contains("> Gone 2"))
        person.press("u")
        person.send(.outcome(.reversed(what: "Restored “Gone 1”", ids: ["1"], isUndo: true)))
        // An answer on its way when undo began is about the time before.
        person.send(.deleted([all[0], all[2]]))
        person.send(.deleted(all))
        #expect(person.screen.contains("> Gone 1"))
        // Rows that come later for other reasons do not move the selection, nor after a key.
        let new = DeletedRow(Person.row(9, "New"), device: "phone")
        person.send(.deleted([new] + all))
        #expect(person.screen.contains("> Gone 1"))
        person.send(.outcome(.reversed(what: "Restored “Gone 0”", ids: ["0"], isUndo: true)))
        person.press("j")
        let newer = DeletedRow(Person.row(8, "Newer"), device: "phone")
        person.send(.deleted([newer, new] + all))
        #expect(person.screen.contains("> Gone 2"))
    }

    /// A step names the bookmark of a document, not the document.
    @Test func undoSelectsTheDocumentThatComesBackToTheTrash() {
        var note = Self.deleted("d.0", "My note")
        note.documentOf = "note of “Alpha”"
        let all = [Self.deleted("0", "Gone 0"), note, Self.deleted("1", "Gone 1")]
        var person = trash(all)
        person.press("j", "r")
        person.send(.outcome(.restored(ids: ["d.0"], name: "My note")))
        person.send(.deleted([all[0], all[2]]))
        #expect(person.screen.contains("> Gone 1"))
        person.press("u")
        person.send(.outcome(.reversed(what: "Restored “My note”", ids: ["7"], isUndo: true)))
        person.send(.deleted(all))
        #expect(person.screen.contains("> My note"), "\(person.screen)")
    }

    @Test func undoSelectsTheGroupThatComesBack() {
        let groups = (0..<3).compactMap { number in
            DuplicateGroup(
                ["a", "b"].enumerated().map { index, id in
                    Bookmark(
                        id: "\(id)\(number)", name: "Page \(number)",
                        url: "https://p\(number).example/", added: Double(index))
                })
        }
        var person = Person(["A"])
        person.press("=")
        person.send(.answer(groups, to: DuplicatesRequest()))
        person.press("n", "m")
        let report = MergeReport(pages: 1, deleted: 1)
        person.send(.outcome(MergeDuplicates.outcome(of: report, ids: ["a1", "b1"])))
        person.send(.answer(groups.filter { $0.id != "a1" }, to: DuplicatesRequest()))
        #expect(person.state.shell[DuplicatesView.self]?.selected?.id == "a2")
        person.press("u")
        person.send(
            .outcome(
                .reversed(what: "Merged the duplicates of “Page 1”", ids: ["a1"], isUndo: true)))
        person.send(.answer(groups, to: DuplicatesRequest()))
        #expect(person.state.shell[DuplicatesView.self]?.selected?.id == "a1")
    }

    @Test func undoSelectsTheDocumentThatComesBack() {
        let documents = ["p", "n", "f"].map { id in
            let version = DocumentVersion(
                content: ChunkName(of: []), length: 1, made: 0, device: "phone")
            return DocumentRow(
                Document(
                    id: id, bookmark: "0", kind: .file, name: id, mediaType: "", added: 0,
                    head: version), .here)
        }
        var person = Person(["A"])
        person.press("f")
        person.send(.answer(documents, to: DocumentsRequest(bookmark: "0")))
        person.press("j")
        let rest = documents.filter { $0.id != "n" }
        person.send(.answer(rest, to: DocumentsRequest(bookmark: "0")))
        #expect(person.state.shell[DocumentsView.self]?.selected?.id == "f")
        person.press("u")
        person.send(.outcome(.reversed(what: "Deleted a note", ids: ["0"], isUndo: true)))
        person.send(.answer(documents, to: DocumentsRequest(bookmark: "0")))
        #expect(person.state.shell[DocumentsView.self]?.selected?.id == "n")
    }
}
