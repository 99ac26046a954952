import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Testing

/// Undo of what was saved, where another device saved it, too.
struct DocumentUndoTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let bookmark: String

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        bookmark = try desk.add("Alpha", "https://alpha.example/")
        try world.save(Array("first".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
    }

    private func text(_ desk: Desk) async throws -> String {
        let document = try #require(try desk.home.savedPage(ofBookmark: bookmark))
        let content = try #require(try await desk.home.content(of: document.head))
        return String(decoding: content, as: UTF8.self)
    }

    @Test func whatAnotherDeviceSavedSinceStaysWhole() async throws {
        try world.save(Array("second".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
        try world.save(Array("third".utf8), of: bookmark, on: laptop)
        try await world.exchangeAll()
        let before = try desk.home.savedPage(ofBookmark: bookmark)
        let reversal = try #require(try desk.controller.undo())
        #expect(!reversal.isAnything)
        let staying = try #require(reversal.staying.first)
        #expect(staying.kind == .page && staying.name == "Page")
        #expect(staying.fields.isEmpty && staying.id == bookmark)
        #expect(reversal.ids == [bookmark])
        #expect(try desk.home.savedPage(ofBookmark: bookmark) == before)
    }

    /// Both saved at the same time. Taking one's own back leaves the other's among the versions.
    @Test func aVersionThatCameMeanwhileDoesNotStandInTheWay() async throws {
        try world.save(Array("of the laptop".utf8), of: bookmark, on: laptop)
        try world.save(Array("of the desk".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
        let later = try await text(desk) == "of the desk" ? desk : laptop
        #expect(try await text(desk) == text(laptop))
        let reversal = try #require(try later.controller.undo())
        #expect(reversal.isAnything && reversal.isWhole)
        #expect(try await text(later) == "first")
        let document = try #require(try later.home.savedPage(ofBookmark: bookmark))
        #expect(document.versions.count == 2)
    }
}
