import BookmarkLibrary
import Bookmarks
import Documents
import Testing

/// Two devices save the first document of a bookmark at the same time.
struct FirstVersionTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let id: String

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        id = try desk.add("Alpha", "https://alpha.example/")
        try await world.exchangeAll()
    }

    private func attach(_ text: String, as name: String, on desk: Desk) throws {
        try desk.controller.documents.keep([
            desk.home.item(file: name, Array(text.utf8), ofBookmark: id)
        ])
    }

    /// Both devices have one document with both versions, and the conflict.
    private func isOneWithBoth(_ kind: Document.Kind) throws {
        for device in [desk, laptop] {
            let documents = try device.home.documents(ofBookmark: id)
            #expect(documents.map(\.kind) == [kind])
            let document = try #require(documents.first)
            #expect(document.versions.count == 2)
            #expect(document.isUnsettled && document.conflict?.others.count == 1)
        }
    }

    @Test func twoFirstPagesBecomeOneDocument() async throws {
        try world.save(Array("mine".utf8), of: id, on: desk)
        try world.save(Array("theirs".utf8), of: id, on: laptop)
        try await world.exchangeAll()
        try isOneWithBoth(.page)
        // Neither device can undo a document that both began.
        for device in [desk, laptop] {
            let reversal = try #require(try device.controller.undo())
            #expect(!reversal.isAnything && reversal.staying.map(\.kind) == [.page])
        }
        try isOneWithBoth(.page)
    }

    @Test func twoFirstFilesWithTheSameNameBecomeOneDocument() async throws {
        try attach("mine", as: "a.txt", on: desk)
        try attach("theirs", as: "a.txt", on: laptop)
        try await world.exchangeAll()
        try isOneWithBoth(.file)
    }

    /// A page that was edited since stays.
    @Test func undoKeepsAPageThatWasSavedAgainElsewhere() async throws {
        try world.save(Array("mine".utf8), of: id, on: desk)
        try await world.exchangeAll()
        try world.save(Array("theirs".utf8), of: id, on: laptop)
        try await world.exchangeAll()
        #expect(try desk.controller.undo()?.isAnything == false)
        #expect(try desk.home.documents().map(\.versions.count) == [2])
    }

    @Test func filesWithDifferentNamesStayApart() async throws {
        try attach("mine", as: "a.txt", on: desk)
        try attach("theirs", as: "b.txt", on: laptop)
        try await world.exchangeAll()
        #expect(Set(try desk.home.documents().map(\.name)) == ["a.txt", "b.txt"])
        #expect(try desk.home.unsettledDocuments() == [])
    }

    /// The same holds if an earlier document was deleted.
    @Test func twoPagesSavedAfterADeletionBecomeOneDocument() async throws {
        try world.save(Array("gone".utf8), of: id, on: desk)
        try desk.controller.documents.delete(desk.home.documents())
        try await world.exchangeAll()
        try world.save(Array("mine".utf8), of: id, on: desk)
        try world.save(Array("theirs".utf8), of: id, on: laptop)
        try await world.exchangeAll()
        try isOneWithBoth(.page)
    }

    /// A page that is saved after a deletion is a new document, and undo restores the deleted one.
    @Test func pageSavedAfterADeletionIsANewDocument() throws {
        let page = try world.save(Array("one".utf8), of: id, on: desk)
        try desk.controller.documents.delete(desk.home.documents())
        #expect(try world.save(Array("two".utf8), of: id, on: desk) != page)
        for ids in [[], [page]] {
            #expect(try desk.controller.undo()?.isWhole == true)
            #expect(try desk.home.documents().map(\.id) == ids)
        }
    }
}
