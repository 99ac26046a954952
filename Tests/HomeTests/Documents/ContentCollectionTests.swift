import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Glibc
import LocalCloud
import SeededRandom
import TestSupport
import Testing

/// Chunks that no document refers to are removed, and no others.
@Suite(.ownThread) struct ContentCollectionTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk

    init() throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
    }

    private func text(_ word: String) -> [UInt8] { Array("<p>\(word)</p>".utf8) }

    @Test func contentsOfABookmarkDeletedForeverAreRemoved() async throws {
        let id = try desk.add("A", "https://a.example/")
        try world.save(text("one"), of: id, on: desk)
        try await world.exchangeAll()
        #expect(world.chunksInCloud == 2)
        try desk.controller.delete(ids: [id])
        try desk.controller.deleteForever(ids: [id])
        try await world.exchangeAll()
        try await desk.home.collectContents()
        #expect(world.chunksInCloud == 2, "chunks must stay until their lease ends")
        world.pass(days: 31)
        try await desk.home.collectContents()
        #expect(world.chunksInCloud == 0)
        #expect(try desk.home.contents.chunks.names().isEmpty)
        try await world.exchangeAll()
        try await laptop.home.collectContents()
        #expect(try laptop.home.contents.chunks.names().isEmpty)
        #expect(try laptop.home.documents().isEmpty)
    }

    @Test func contentsOfDocumentsInTheTrashAreKept() async throws {
        let id = try desk.add("A", "https://a.example/")
        try world.save(text("one"), of: id, on: desk)
        try await world.exchangeAll()
        try desk.controller.documents.delete(desk.home.documents())
        try await world.exchangeAll()
        world.pass(days: 400)
        for desk in world.desks { try await desk.home.collectContents() }
        #expect(try desk.controller.undo()?.isWhole == true)
        try await world.exchangeAll()
        try await world.check("after undo")
        #expect(try laptop.home.documents().count == 1)
    }

    /// A document keeps 20 versions, but undo goes further back.
    @Test(arguments: [true, false])
    func contentsNeededForUndoAreKept(_ knowsUndo: Bool) async throws {
        let id = try desk.add("A", "https://a.example/")
        for number in 0..<25 { try world.save(text("number \(number)"), of: id, on: desk) }
        try await world.exchangeAll()
        world.pass(days: 31)
        let collection = ContentCollection(desk.home.contents, desk.home.device.replica, cloud: nil)
        try await collection.run(keeping: {
            knowsUndo ? try desk.home.journal.namedContents() : []
        })
        for _ in 0..<24 { _ = try desk.controller.undo() }
        let document = try #require(try desk.home.documents().first)
        let content = try desk.home.contents.content(document.head.content)
        // This shows that the test finds the loss if the steps of undo are ignored.
        #expect((content == text("number 0")) == knowsUndo)
    }

    private func versions(_ desk: Desk) throws -> Int {
        try #require(try desk.home.documents().first).versions.count
    }

    private var now: Double { Double(DeviceStore.milliseconds()) / 1000 }

    @Test func replacedVersionIsRemovedAfter30Days() async throws {
        let id = try desk.add("A", "https://a.example/")
        for number in 0..<3 { try world.save(text("number \(number)"), of: id, on: desk) }
        try await world.exchangeAll()
        try await laptop.home.collectContents(now: now + 29 * 86_400)
        #expect(try versions(laptop) == 3)
        // Steps of undo on the desk refer to these versions, and none on the laptop does.
        try await desk.home.collectContents(now: now + 31 * 86_400)
        #expect(try versions(desk) == 3)
        try await laptop.home.collectContents(now: now + 31 * 86_400)
        #expect(try versions(laptop) == 1)
        try await world.exchangeAll()
        #expect(try versions(desk) == 1)
        world.pass(days: 31)
        for desk in world.desks { try await desk.home.collectContents() }
        // Undo still works.
        #expect(try desk.controller.undo()?.isWhole == true)
        try await world.exchangeAll()
        for desk in world.desks {
            let document = try #require(try desk.home.documents().first)
            #expect(try await desk.home.content(of: document.head) == text("number 1"))
        }
    }

    @Test func aConflictKeepsAllItsVersions() async throws {
        let id = try desk.add("A", "https://a.example/")
        try world.save(text("first"), of: id, on: desk)
        try await world.exchangeAll()
        for desk in world.desks {
            try world.save(text(desk.home.location.device), of: id, on: desk)
        }
        try await world.exchangeAll()
        try await laptop.home.collectContents(now: now + 400 * 86_400)
        #expect(try versions(laptop) == 3)
    }

    /// The cloud has removed a content that is restored, so the content is sent again.
    @Test func restoredContentIsSentAgain() async throws {
        let id = try desk.add("A", "https://a.example/")
        for number in 0..<25 {
            try world.save(text("number \(number)"), of: id, on: desk)
            if number % 5 == 0 { try await world.exchange(desk) }
        }
        try await world.exchangeAll()
        world.pass(days: 31)
        try await laptop.home.collectContents()
        for _ in 0..<24 { _ = try desk.controller.undo() }
        try await world.exchangeAll()
        try await world.check("after undo")
    }

    /// A note in the trash and a new note of the same bookmark are one document.
    @Test func newNoteKeepsTheVersionsOfADeletedNote() async throws {
        let id = try desk.add("A", "https://a.example/")
        let write = { (text: String) in
            _ = try desk.controller.documents.keep([
                try desk.home.item(note: Array(text.utf8), ofBookmark: id)
            ])
        }
        try write("one\n")
        try desk.controller.documents.delete(desk.home.documents())
        try write("two\n")
        let note = try #require(try desk.home.note(ofBookmark: id))
        let texts = try note.versions.map { try desk.home.contents.content($0.content) }
        #expect(texts == [Array("two\n".utf8), Array("one\n".utf8)])
    }

    /// While a device was away, others may have collected chunks that the cloud had.
    @Test(arguments: [(days: 6.0, chunks: 0), (days: 8.0, chunks: 2)])
    func contentsMissingInTheCloudAreResentAfterAWeekAway(
        _ away: (days: Double, chunks: Int)
    ) async throws {
        let id = try desk.add("A", "https://a.example/")
        try world.save(text("one"), of: id, on: desk)
        try await world.exchange(desk)
        #expect(world.chunksInCloud == 2)
        let cloud = ChunkFolder(path: desk.home.location.store.cloudChunks)
        try cloud.drop(try cloud.names())
        let note = desk.home.contents.chunks.path + "/exchanged"
        let moment = timespec(tv_sec: time(nil) - Int(away.days * 86_400), tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, note, [moment, moment], 0) == 0)
        try await world.exchange(desk)
        #expect(world.chunksInCloud == away.chunks)
    }

    /// Random histories of three devices, one of which is away for a long time.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func randomHistoriesLoseNoVersion(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let world = try DocumentWorld("desk", "laptop", "phone")
        var bookmarks = try (0..<3).map {
            try world.desks[0].add("B\($0)", "https://b\($0).example/")
        }
        try await world.exchangeAll()
        for _ in 0..<40 {
            // The phone is seldom used.
            let desk = world.desks[Int(random.next() % 7) % 3 == 2 ? 2 : Int(random.next() % 2)]
            let bookmark = bookmarks.randomElement(using: &random) ?? ""
            switch random.next() % 10 {
            case 0...3:
                let word = "page \(random.next() % 12)"
                let count = Int(random.next() % 4) * 20_000
                _ = try? world.save(
                    text(word) + [UInt8](repeating: UInt8(random.next() % 3), count: count),
                    of: bookmark, on: desk)
            case 4: _ = try desk.controller.undo()
            case 5: _ = try desk.controller.redo()
            case 6:
                let all = try desk.home.documents()
                if let one = all.randomElement(using: &random) {
                    try desk.controller.documents.delete([one])
                }
            case 7: world.pass(days: Double(random.next() % 40))
            case 8 where random.next() % 3 == 0:
                // The bookmark may not be on this device yet.
                guard (try? desk.controller.delete(ids: [bookmark])) != nil else { continue }
                try desk.controller.deleteForever(ids: [bookmark])
                bookmarks.removeAll { $0 == bookmark }
                bookmarks.append(try desk.add("New", "https://n\(random.next()).example/"))
            default:
                try await world.exchange(desk)
                try await desk.home.collectContents()
            }
        }
        try await world.exchangeAll()
        try await world.check("seed \(seed)")
        for desk in world.desks { while try desk.controller.undo() != nil {} }
        try await world.exchangeAll()
        try await world.check("seed \(seed), all undone")
    }
}
