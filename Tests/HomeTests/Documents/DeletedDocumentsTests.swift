import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import LocalCloud
import Testing

/// Documents in the trash, on all devices.
struct DeletedDocumentsTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let bookmark: String
    private let document: Document

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        bookmark = try desk.add("Alpha", "https://alpha.example/")
        try world.save(Array("first".utf8), of: bookmark, on: desk)
        try world.save(Array("second".utf8), of: bookmark, on: desk)
        document = try #require(try desk.home.savedPage(ofBookmark: bookmark))
        try await world.exchangeAll()
        try desk.controller.documents.delete([document])
        try await world.exchangeAll()
    }

    @Test func anotherDeviceListsAndRestoresADeletedDocument() async throws {
        let found = try #require(try laptop.home.deletedDocuments().first)
        #expect(found.id == document.id && found.device == "desk")
        #expect(found.document.title == "Page" && found.document.bookmark == bookmark)
        #expect(try laptop.home.deletedDocument(matching: document.id) == found)
        try laptop.controller.restore(ids: [found.document.key])
        #expect(laptop.controller.nextUndo == "Restored “Page”")
        try await world.exchangeAll()
        for device in [desk, laptop] {
            let restored = try #require(try device.home.savedPage(ofBookmark: bookmark))
            #expect(restored == document)
            let content = try await device.home.content(of: restored.head)
            #expect(content == Array("second".utf8))
            #expect(try device.home.deletedDocuments().isEmpty)
        }
        _ = try laptop.controller.undo()
        #expect(try laptop.home.deletedDocuments().map(\.id) == [document.id])
    }

    /// The contents are kept while the document is in the trash, and removed when it is deleted
    /// forever.
    @Test func contentsStayUntilTheDocumentIsDeletedForever() async throws {
        let before = world.chunksInCloud
        world.pass(days: 100)
        try desk.home.journal.drop()
        try await desk.sync()
        try await desk.home.collectContents()
        #expect(world.chunksInCloud == before && before > 0)
        try laptop.controller.deleteForever(ids: [document.key])
        #expect(try laptop.home.deletedDocuments().isEmpty)
        try laptop.home.journal.drop()
        try await world.exchangeAll()
        #expect(try desk.home.deletedDocuments().isEmpty)
        world.pass(days: 100)
        try await desk.home.collectContents()
        #expect(world.chunksInCloud == 0)
    }

    /// Another device collected the contents, for example one that never saw the deleted document.
    @Test func restoredDocumentIsSentAgainIfTheCloudRemovedIt() async throws {
        let cloud = ChunkFolder(path: desk.home.location.store.cloudChunks)
        world.pass(days: 100)
        try await cloud.remove(cloud.names())
        #expect(world.chunksInCloud == 0)
        try desk.controller.restore(ids: [document.key])
        try await world.exchange(desk)
        #expect(try await cloud.missing(of: document.versions.map(\.content)).isEmpty)
    }

    /// A deleted bookmark has to be restored before documents that were deleted before it.
    @Test func documentsOfDeletedBookmarksAreNotListed() throws {
        try desk.controller.delete(ids: [bookmark])
        #expect(try desk.home.deletedDocuments().isEmpty)
        try desk.controller.restore(ids: [bookmark])
        #expect(try desk.home.deletedDocuments().map(\.id) == [document.id])
    }

    @Test func liveDocumentCannotBeRestoredOrDeletedForever() throws {
        try desk.controller.restore(ids: [document.key])
        #expect(throws: BookmarkError.notDeleted(id: document.key)) {
            try desk.controller.restore(ids: [document.key])
        }
        #expect(throws: BookmarkError.notDeleted(id: document.key)) {
            try desk.controller.deleteForever(ids: [document.key])
        }
    }

    @Test func jointRestoreCountsBookmarksAndDocuments() throws {
        let other = try desk.add("Beta", "https://beta.example/")
        try desk.controller.delete(ids: [other])
        try desk.controller.restore(ids: [other, document.key])
        #expect(desk.controller.nextUndo == "Restored 1 bookmark and 1 document")
    }
}
