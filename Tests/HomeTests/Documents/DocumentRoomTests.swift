import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import LocalCloud
import Testing

/// The room that contents may use on a device.
struct DocumentRoomTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk

    init() throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
    }

    private func set(room: String) throws {
        let path = desk.home.location.settingsFile
        try writeAtomically(Array("documents-room = \(room)\n".utf8), to: path)
    }

    private func isHere(_ desk: Desk) throws -> [Bool] {
        try desk.home.documents().sorted { $0.added < $1.added }
            .map { desk.home.contents.contains($0.head.content) }
    }

    /// A refused document leaves no content behind.
    @Test func refusedDocumentLeavesNoContent() throws {
        let id = try desk.add("A", "https://a.example/")
        let files = try (0..<Document.most).map { number in
            try desk.home.item(file: "\(number)", [0], ofBookmark: id, after: number)
        }
        try desk.controller.documents.keep(files)
        let content = Array("one too many".utf8)
        let home = desk.home
        let kept = home.contents.name(of: content)
        #expect(throws: DocumentError.tooMany(Document.most)) {
            try home.item(file: "more", content, ofBookmark: id)
        }
        #expect(throws: DocumentError.self) { try home.item(note: content, ofBookmark: id) }
        #expect(!home.contents.contains(kept))
        // A new version of a document does not count towards the limit.
        try desk.controller.documents.keep([home.item(file: "0", content, ofBookmark: id)])
    }

    @Test func contentWithoutRoomStaysInTheCloud() async throws {
        try set(room: "50 MiB")
        for number in 0..<4 {
            let id = try desk.add("B\(number)", "https://b\(number).example/")
            try world.save(
                [UInt8](repeating: UInt8(number), count: 1000), of: id, on: desk,
                saying: 20 << 20)
        }
        try await world.exchange(desk)
        // A content that was saved here is dropped only to make room for something else.
        #expect(try isHere(desk) == [true, true, true, true])
        try await world.exchange(laptop)
        #expect(try isHere(laptop).count { $0 } == 2)
        // A content that is opened is fetched, and makes room at the next exchange.
        for document in try laptop.home.documents() {
            let content = try await laptop.home.content(of: document.head)
            #expect(content?.count == 1000)
        }
        try await world.check("room")
    }

    /// If no room can be made, nothing is fetched.
    @Test func damageThatBlocksMakingRoomDoesNotBlockSending() async throws {
        for number in 0..<4 {
            let id = try desk.add("B\(number)", "https://b\(number).example/")
            try world.save(
                [UInt8](repeating: UInt8(number), count: 1000), of: id, on: desk,
                saying: 20 << 20)
        }
        try await world.exchange(desk)
        let id = try laptop.add("C", "https://c.example/")
        try await world.exchange(laptop)
        try set(room: "50 MiB")
        try world.save([9, 9, 9], of: id, on: laptop)
        let own = try #require(try laptop.home.documents(ofBookmark: id).first)
        for document in try laptop.home.documents() where document.id != own.id {
            let name = document.head.content.description
            let path = "\(laptop.home.contents.chunks.path)/\(name.prefix(2))/\(name)"
            try writeAtomically(Array("junk".utf8), to: path)
        }
        let one = try desk.add("D", "https://d.example/")
        try world.save([7, 7, 7], of: one, on: desk)
        try await world.exchange(desk)
        try await laptop.sync()
        await #expect(throws: ChunkStoreError.self) { try await laptop.home.exchangeDocuments() }
        #expect(try await laptop.home.documentExchange?.isInCloud(own.head.content) == true)
    }

    /// In too small a room, the largest document could never be fetched.
    @Test(arguments: ["1", "0", "-5", "31 MiB"])
    func tooSmallRoomFallsBackToTheDefault(_ room: String) throws {
        try set(room: room)
        #expect(desk.home.documentPolicy == DocumentPolicy())
        try set(room: "32 MiB")
        #expect(desk.home.documentPolicy.room == 32 << 20)
    }

    @Test func leastRecentlyUsedContentMakesRoomAndUnsentContentStays() async throws {
        for number in 0..<4 {
            let id = try desk.add("B\(number)", "https://b\(number).example/")
            try world.save([UInt8](repeating: UInt8(number), count: 1000), of: id, on: desk)
        }
        let versions = try DocumentTable.versions(in: desk.home.device.replica)
        let unsent = try desk.home.contents.makeRoom(2500, of: versions) {
            Set(versions.map(\.content))
        }
        #expect(unsent == 0)
        #expect(try isHere(desk) == [true, true, true, true])
        world.pass(days: 1)
        let first = try #require(try desk.home.documents().min { $0.added < $1.added })
        desk.home.contents.noteUse(of: first.head.content)
        let free = try desk.home.contents.makeRoom(2500, of: versions) { [] }
        #expect(free == 500)
        #expect(try isHere(desk).count { $0 } == 2)
        #expect(desk.home.contents.contains(first.head.content))
        let chunks = try desk.home.contents.chunks.names()
        #expect(chunks.count == 4, "two contents must stay, each with its manifest")
    }

    @Test func sharedChunkStaysWhenOneContentIsDropped() async throws {
        let common = [UInt8](repeating: 7, count: 200_000)
        let ids = try ["a", "b"].map { try desk.add($0, "https://\($0).example/") }
        try world.save(common + [1], of: ids[0], on: desk)
        try world.save(common + [2], of: ids[1], on: desk)
        let heads = try desk.home.documents().map(\.head.content)
        try desk.home.contents.drop([heads[0]], keeping: [heads[1]])
        #expect(!desk.home.contents.contains(heads[0]))
        #expect(try desk.home.contents.content(heads[1])?.count == 200_001)
    }
}
