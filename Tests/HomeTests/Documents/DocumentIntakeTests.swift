import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Interchange
import TestSupport
import Testing

/// Documents that are imported in one step with their bookmarks.
@Suite(.ownThread) struct DocumentIntakeTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func page(
        _ text: String, of bookmark: Int = 0, made: Double? = nil, isPage: Bool = true
    ) -> ImportedDocument {
        ImportedDocument(
            bookmark: bookmark, isPage: isPage, name: isPage ? "Snapshot" : "a/\(text)",
            mediaType: isPage ? "text/html" : "", made: made, path: "assets/\(text)"
        ) { most throws(ImportError) in
            guard text.utf8.count <= most else { throw .tooLongDocument(most: most) }
            return Array(text.utf8)
        }
    }

    /// Imports a bookmark with documents, as the programs do.
    private func take(_ documents: [ImportedDocument]) throws -> DocumentTally {
        let url = "https://a.example/"
        var tally = DocumentTally()
        _ = try desk.controller.importBookmarks(
            [BookmarkImport(draft: BookmarkDraft(name: "A", url: url))], title: "Imported x",
            with: { [home = desk.home] outcomes in
                var intake = try DocumentIntake(home)
                for document in documents {
                    var bookmark: (id: String, url: String)?
                    switch outcomes[document.bookmark] {
                    case .added(let id), .merged(let id), .alreadyThere(let id):
                        bookmark = (id, url)
                    case .refused: break
                    }
                    try intake.take(document, of: bookmark, into: &tally)
                }
                return intake.items
            })
        return tally
    }

    private var documents: [Document] {
        get throws { try desk.home.documents().sorted { $0.head.made < $1.head.made } }
    }

    @Test func importedDocumentsAreOneStepWithTheirBookmarks() throws {
        let titled = "<title>Old</title><p>x"
        let tally = try take([
            page("<p>new", made: 2000), page(titled, made: 1000), page("1,2", isPage: false),
        ])
        #expect(tally.added == 3 && tally.leftOut.isEmpty)
        let there = try documents
        try #require(there.count == 3)
        #expect(there.map(\.name) == ["Old", "Snapshot", "1,2"])
        #expect(there.map(\.kind) == [.page, .page, .file])
        #expect(there.prefix(2).map(\.head.made) == [1000, 2000])
        #expect(there.map(\.source) == ["https://a.example/", "https://a.example/", ""])
        #expect(there[2].mediaType == "text/plain")
        let latest = try #require(try desk.home.savedPage(ofBookmark: there[0].bookmark))
        #expect(latest.name == "Snapshot", "the latest page must show")
        #expect(try desk.home.contents.content(there[0].head.content) == Array(titled.utf8))
        let undone = try #require(try desk.controller.undo())
        #expect(undone.title == "Imported x" && undone.isWhole)
        #expect(try documents.isEmpty && desk.names.isEmpty)
        #expect(try desk.controller.undo() == nil)
        _ = try desk.controller.redo()
        #expect(try documents.count == 3 && desk.names == ["A"])
    }

    @Test func importingTheSameDocumentsAgainAddsNone() throws {
        let all = [page("<p>a"), page("<p>b"), page("<p>a"), page("<p>a", isPage: false)]
        let first = try take(all)
        #expect(first.added == 3 && first.alreadyThere == 1)
        let again = try take(all)
        #expect(again.added == 0 && again.alreadyThere == 4)
        #expect(try documents.count == 3)
        #expect(try desk.controller.undo() != nil && documents.isEmpty)
    }

    @Test func documentsBeyondTheLimitsAreLeftOutWithAReason() throws {
        let many = (0..<70).map { page("<p>\($0)") }
        let long = page(String(repeating: "x", count: Document.longest + 1))
        let tally = try take([long, page("")] + many)
        #expect(tally.added == 64)
        try #require(tally.leftOut.count == 8)
        #expect(tally.leftOut[0].reason == "it is larger than 32 MiB, the limit of a document")
        #expect(tally.leftOut[1].reason == "it is empty")
        #expect(tally.leftOut[2].path == "assets/<p>64")
        #expect(tally.leftOut[2].reason.contains("64 documents already"))
    }

    @Test func importTakesNoMoreThanTheDocumentsRoom() throws {
        try writeAtomically(
            Array("documents-room = 32 MiB\n".utf8), to: desk.home.location.settingsFile)
        func page(_ letter: Character, _ length: Int) -> ImportedDocument {
            self.page(String(repeating: letter, count: length))
        }
        let pages = [page("a", 20 << 20), page("b", 20 << 20)]
        let tally = try take(pages)
        #expect(tally.added == 1 && tally.leftOut.count == 1)
        let reason = try #require(tally.leftOut.first?.reason)
        #expect(reason.contains("cloudy settings set documents-room"))
        // Contents that are already here need no more room.
        #expect(try take([pages[0]]).alreadyThere == 1)
        #expect(try take([page("x", 12 << 20 + 1)]).leftOut.count == 1)
        #expect(try take([page("x", 1000)]).added == 1)
    }

    @Test func invalidDatesAreReplacedAndLongNamesAccepted() throws {
        let times = [-1, .nan, .infinity, 1e300, 4e9]
        let pages = times.enumerated().map { page("<p>\($0)", made: $1) }
        #expect(try take(pages).added == 5)
        let now = try #require(try documents.map(\.head.made).max())
        #expect(try documents.allSatisfy { $0.head.made > now - 60 && $0.added > now - 60 })
        var long = page("<p>long")
        long.name = String(repeating: "n", count: 100_000)
        long.mediaType = String(repeating: "t", count: 100_000)
        #expect(try take([long]).added == 1)
    }
}
