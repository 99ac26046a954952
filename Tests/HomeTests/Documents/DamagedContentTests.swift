import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import LocalCloud
import Testing

/// Damaged chunks of documents.
struct DamagedContentTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk

    init() throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
    }

    private func path(_ name: ChunkName, _ desk: Desk) -> String {
        "\(desk.home.contents.chunks.path)/\(name.description.prefix(2))/\(name)"
    }

    private func save(_ word: String) throws -> Document {
        let id = try desk.add(word, "https://\(word).example/")
        try world.save(Array("<p>\(word)</p>".utf8), of: id, on: desk)
        return try #require(try desk.home.documents(ofBookmark: id).first)
    }

    @Test(arguments: [true, false])
    func damagedContentIsFetchedFromTheCloud(_ isManifest: Bool) async throws {
        let document = try save("garden")
        try await world.exchangeAll()
        let piece = ChunkName(of: Array("<p>garden</p>".utf8))
        let name = isManifest ? document.head.content : piece
        try writeAtomically(Array("junk".utf8), to: path(name, laptop))
        let content = try await laptop.home.content(of: document.head)
        #expect(content == Array("<p>garden</p>".utf8))
        #expect(try laptop.home.contents.content(document.head.content) == content)
    }

    @Test func missingChunkIsFetchedFromTheCloud() async throws {
        let document = try save("garden")
        try await world.exchangeAll()
        try laptop.home.contents.chunks.drop([ChunkName(of: Array("<p>garden</p>".utf8))])
        #expect(try await laptop.home.content(of: document.head) == Array("<p>garden</p>".utf8))
    }

    /// A content that no device has whole gives an error when it is read, and keeps no other from
    /// being sent.
    @Test func lostContentDoesNotBlockOtherTransfers() async throws {
        let lost = try save("lost")
        try writeAtomically(
            Array("junk".utf8), to: path(ChunkName(of: Array("<p>lost</p>".utf8)), desk))
        let kept = try save("kept")
        try await desk.sync()
        // The others are sent first.
        await #expect(throws: ChunkStoreError.self) { try await desk.home.exchangeDocuments() }
        try await world.exchange(laptop)
        #expect(try await laptop.home.content(of: kept.head) == Array("<p>kept</p>".utf8))
        #expect(try await laptop.home.content(of: lost.head) == nil)
        await #expect(throws: (any Error).self) { try await desk.home.content(of: lost.head) }
    }
}
