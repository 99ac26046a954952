import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Testing

/// Two devices change the same field: the later value shows, and the other one is kept and can be
/// taken.
struct ConflictTests {
    let desk: Desk
    let laptop: Desk
    let id: String
    /// The names that won and lost. Which is which depends on the clock, and on which device had to
    /// wait for the other's lock.
    let winner: String
    let loser: String

    /// A bookmark that was named “Mine” on the desk and, at the same time, “Theirs” on the laptop.
    init() async throws {
        desk = try Desk()
        laptop = try desk.other()
        id = try desk.add("One", "https://example.com")
        try await desk.sync()
        try await laptop.sync()
        try desk.edit(id) { $0.name = "Mine" }
        try laptop.edit(id) { $0.name = "Theirs" }
        for device in [desk, laptop, desk] { try await device.sync() }
        winner = try #require(try desk.controller.bookmark(id: id)).name
        loser = winner == "Mine" ? "Theirs" : "Mine"
    }

    /// The lost values as text: the field, the value, and the device on which it was typed.
    private func shown(_ name: String) -> String {
        "name \(name) \(name == "Mine" ? "desk" : "laptop")"
    }

    private func bookmark(_ desk: Desk) throws -> Bookmark {
        try #require(try desk.controller.bookmark(id: id))
    }

    private func lost(_ desk: Desk) throws -> [String] {
        try bookmark(desk).lostValues.map { "\($0.field) \($0.text) \($0.device)" }
    }

    private func takeOther(_ desk: Desk) throws {
        let other = try #require(try bookmark(desk).lostValues.first)
        try desk.controller.choose(other, of: id)
    }

    @Test func losingValueIsKeptOnBothDevices() throws {
        for device in [desk, laptop] {
            #expect(try bookmark(device).name == winner)
            #expect(try lost(device) == [shown(loser)])
        }
    }

    @Test func takingTheLosingValueEndsTheConflictEverywhere() async throws {
        try takeOther(desk)
        #expect(try bookmark(desk).name == loser)
        #expect(try lost(desk) == [])
        for device in [desk, laptop] { try await device.sync() }
        #expect(try bookmark(laptop).name == loser)
        #expect(try lost(laptop) == [])
    }

    @Test func takingTheLosingValueCanBeUndoneAndRedone() throws {
        try takeOther(desk)
        #expect(try desk.controller.undo()?.title == "Chose the other name of “\(loser)”")
        #expect(try bookmark(desk).name == winner)
        #expect(try lost(desk) == [shown(loser)])
        _ = try desk.controller.redo()
        #expect(try bookmark(desk).name == loser)
        #expect(try lost(desk) == [])
    }

    @Test func settlingDropsTheLosingValueEverywhere() async throws {
        try desk.controller.settle(id: id)
        #expect(try lost(desk) == [])
        #expect(try bookmark(desk).name == winner)
        for device in [desk, laptop] { try await device.sync() }
        #expect(try lost(laptop) == [])
        // Taking the value is an edit like any other.
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(try lost(desk) == [shown(loser)])
        _ = try desk.controller.redo()
        #expect(try lost(desk) == [])
        try desk.controller.settle(id: id)
        #expect(try desk.home.device.syncState().unsent == 1)
    }

    @Test func settlingOneFieldLeavesTheConflictOfAnother() async throws {
        try desk.edit(id) { $0.notes = "here" }
        try laptop.edit(id) { $0.notes = "there" }
        for device in [desk, laptop, desk] { try await device.sync() }
        #expect(Set(try bookmark(desk).lostValues.map(\.field)) == ["name", "notes"])
        let names = try bookmark(desk).lostValues.filter { $0.field == "name" }
        try desk.controller.settle(id: id, dropping: names)
        #expect(try bookmark(desk).lostValues.map(\.field) == ["notes"])
        #expect(try bookmark(desk).name == winner)
        #expect(try desk.controller.undo()?.title == "Kept the name of “\(winner)”")
        #expect(try lost(desk).contains(shown(loser)))
    }

    @Test func editOfAnotherFieldKeepsTheLosingValue() throws {
        try desk.edit(id) { $0.notes = "more" }
        #expect(try lost(desk) == [shown(loser)])
    }

    @Test func takingASettledValueChangesNothing() throws {
        let other = try #require(try bookmark(desk).lostValues.first)
        try desk.controller.settle(id: id)
        try desk.controller.choose(other, of: id)
        #expect(try bookmark(desk).name == winner)
    }

    @Test func deletedBookmarkHasNoConflictToSettle() throws {
        let other = try #require(try bookmark(desk).lostValues.first)
        try desk.controller.delete(ids: [id])
        #expect(throws: BookmarkError.notFound(id: id)) {
            try desk.controller.choose(other, of: id)
        }
        #expect(throws: BookmarkError.notFound(id: id)) { try desk.controller.settle(id: id) }
    }

    /// If one device cleared a field, the field still has another value.
    @Test func emptiedFieldCountsAsAConflictingValue() async throws {
        try desk.controller.settle(id: id)
        try desk.edit(id) { $0.notes = "first" }
        for device in [desk, laptop] { try await device.sync() }
        try desk.edit(id) { $0.notes = "" }
        try laptop.edit(id) { $0.notes = "second" }
        for device in [desk, laptop, desk] { try await device.sync() }
        let shown = try bookmark(desk).notes
        let other = shown == "" ? "second" : ""
        #expect(try bookmark(desk).lostValues.map(\.text) == [other])
        try takeOther(desk)
        #expect(try bookmark(desk).notes == other)
        #expect(try bookmark(desk).lostValues == [])
    }

    @Test func anEditBeatsADeletionThatDidNotSeeIt() async throws {
        try desk.controller.open(firstPage: 10)
        try desk.controller.delete(ids: [id])
        try laptop.edit(id) { $0.notes = "wanted" }
        try await laptop.sync()
        let received = try await desk.sync()
        #expect(received.map(\.kind) == [.broughtBack])
        #expect(received.first?.device == "laptop")
        #expect(desk.listed == [winner])
        // Once the person has seen it, the bookmark can be deleted for good.
        try desk.controller.delete(ids: [id])
        for device in [desk, laptop, desk] { try await device.sync() }
        #expect(try laptop.draft(id) == nil)
    }
}
