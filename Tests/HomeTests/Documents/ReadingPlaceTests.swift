import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import KeyValueStore
import ReplicaFile
import Replication
import Testing

/// The place where a person stopped reading a document, on all devices.
struct ReadingPlaceTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let bookmark: String
    private let document: String

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        bookmark = try desk.add("A", "https://a.example/")
        document = try world.save(Array("page".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
    }

    @Test func latestReadingPlaceIsOnAllDevices() async throws {
        #expect(
            try laptop.home.readingPlace(ofDocument: document) == ReadingPlace(document: document))
        let place = ReadingPlace(document: document, block: 12, offset: 340)
        try desk.home.keep(place)
        try await world.exchangeAll()
        #expect(try laptop.home.readingPlace(ofDocument: document) == place)
        let later = ReadingPlace(document: document, block: 3)
        try laptop.home.keep(later)
        try await world.exchangeAll()
        #expect(try desk.home.readingPlace(ofDocument: document) == later)
        #expect(try laptop.home.readingPlace(ofDocument: document) == later)
    }

    /// Saving the place is not an edit: it makes no step of undo, no version, no history, and no
    /// change of a bookmark. The record is short.
    @Test func savingAReadingPlaceIsNotAnEdit() async throws {
        let before = try desk.home.document(matching: document)
        let history = try desk.controller.history(id: bookmark).changes.count
        let step = desk.controller.nextUndo
        let revision = try desk.home.catalog.row(id: bookmark)
        try desk.home.keep(ReadingPlace(document: document, block: 12, offset: 340))
        #expect(desk.controller.nextUndo == step)
        #expect(try desk.home.document(matching: document) == before)
        #expect(try desk.controller.history(id: bookmark).changes.count == history)
        #expect(try desk.home.catalog.row(id: bookmark) == revision)
        let key = ReadingPlace(document: document).key
        let record = try #require(try desk.home.store.record(forKey: key))
        #expect(key.utf8.count + record.encoded().count < 100)
    }

    @Test func unchangedReadingPlaceIsNotWritten() throws {
        func revision() throws -> Int64 {
            try desk.home.device.replica.read { try $0.localRevision() }
        }
        let start = try revision()
        try desk.home.keep(ReadingPlace(document: document))
        #expect(try revision() == start)
        let place = ReadingPlace(document: document, block: 1)
        try desk.home.keep(place)
        let moved = try revision()
        #expect(moved > start)
        try desk.home.keep(place)
        #expect(try revision() == moved)
    }

    @Test func readingPlaceIsDeletedWithItsBookmark() async throws {
        let place = ReadingPlace(document: document, block: 1)
        try desk.home.keep(place)
        try desk.controller.delete(ids: [bookmark])
        try desk.controller.deleteForever(ids: [bookmark])
        try desk.home.forgetOrphanedDocuments()
        let record = try desk.home.store.record(forKey: place.key)
        #expect(record?.latestValue == nil)
    }

    @Test(arguments: ["", "1", "1 2 3", "-1 0", "0 -1", "a b", "99999999999999999999 1"])
    func invalidReadingPlaceMeansTheBeginning(_ text: String) throws {
        let start = ReadingPlace(document: document)
        try desk.home.store.set(.string(text), forKey: start.key)
        #expect(try desk.home.readingPlace(ofDocument: document) == start)
    }
}
