import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import ScratchFolder
import Testing

/// Deleted bookmarks are shown, restored and deleted forever.
@Suite struct DeletedTests {
    let folder = ScratchFolder()

    @Test func deletedBookmarksAreListedNewestFirstWithTheirDevice() async throws {
        let desk = try Desk(in: folder)
        let first = try desk.add("First", "https://example.com/1", tags: ["a"])
        let second = try desk.add("Second", "https://example.com/2")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try desk.controller.delete(ids: [first])
        // A device that has seen a deletion stamps the next one later, whatever the clocks say.
        try await desk.sync()
        try await laptop.sync()
        try laptop.controller.delete(ids: [second])
        try await laptop.sync()
        try await desk.sync()
        let rows = try desk.controller.deletedRows()
        #expect(rows.map(\.row.name) == ["Second", "First"])
        #expect(rows.map(\.device) == ["laptop", "desk"])
        #expect(rows.last?.row.tags == "a" && rows.last?.row.url == "https://example.com/1")
        #expect(try desk.controller.deletedRows(limit: 1).map(\.id) == [second])
    }

    @Test func savingAnEditOfADeletedBookmarkAddsItAgain() throws {
        let desk = try Desk(in: folder)
        let other = try desk.other("desk")
        let id = try desk.add("Name", "https://example.com/", tags: ["a"])
        let added = try desk.controller.bookmark(id: id)?.added
        let seen = try #require(try desk.draft(id))
        try other.edit(id) { $0.tags = ["b"] }
        try other.controller.delete(ids: [id])
        var typed = seen
        typed.name = "Better"
        #expect(try desk.controller.addAgain(id: id, from: seen, to: typed) == id)
        let back = try #require(try desk.controller.bookmark(id: id))
        #expect(back.name == "Better" && back.tags == ["b"] && back.added == added)
        #expect(try desk.home.catalog.count() == 1)
        #expect(try desk.controller.undo()?.title == "Added “Better” again")
        #expect(try desk.names.isEmpty)
        // Another terminal has restored it already.
        try other.controller.restore(ids: [id])
        #expect(try desk.controller.addAgain(id: id, from: seen, to: typed) == id)
        #expect(try desk.draft(id)?.name == "Better")
        // A bookmark that was deleted forever is added as a new one.
        try other.controller.delete(ids: [id])
        try other.controller.deleteForever(ids: [id])
        let new = try desk.controller.addAgain(id: id, from: seen, to: typed)
        #expect(try new != id && desk.draft(new) == typed)
    }

    @Test func restoredBookmarkIsUnchangedOnAllDevices() async throws {
        let desk = try Desk(in: folder)
        let id = try desk.add("Back", "https://example.com/", tags: ["a", "b"])
        let before = try desk.controller.bookmark(id: id)
        try desk.controller.delete(ids: [id])
        #expect(try desk.home.catalog.deletedID(matching: String(id.prefix(4))) == id)
        try desk.controller.restore(ids: [id])
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        for device in [desk, laptop] {
            let bookmark = try #require(try device.controller.bookmark(id: id))
            #expect(bookmark.draft == before?.draft && bookmark.added == before?.added)
            #expect(try device.controller.deletedRows().isEmpty)
        }
        #expect(try desk.controller.undo()?.title == "Restored “Back”")
        #expect(try desk.controller.deletedRows().map(\.id) == [id])
    }

    @Test func bookmarkDeletedForeverCannotBeRestored() async throws {
        let desk = try Desk(in: folder)
        let ids = try (0..<3).map { try desk.add("\($0)", "https://example.com/\($0)") }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try desk.controller.delete(ids: ids)
        try desk.controller.deleteForever(ids: Array(ids.prefix(2)))
        try await desk.sync()
        try await laptop.sync()
        for device in [desk, laptop] {
            #expect(try device.controller.deletedRows().map(\.id) == [ids[2]])
            #expect(try device.home.store.record(forKey: "b." + ids[0])?.latestValue == nil)
            #expect(throws: BookmarkError.notDeleted(id: ids[0])) {
                try device.controller.restore(ids: [ids[0], ids[2]])
            }
            #expect(try device.controller.isLive(id: ids[2]) == false)
        }
    }

    @Test func liveBookmarkCannotBeDeletedForever() throws {
        let desk = try Desk(in: folder)
        let id = try desk.add("There", "https://example.com/")
        #expect(throws: BookmarkError.notDeleted(id: id)) {
            try desk.controller.deleteForever(ids: [id])
        }
        #expect(throws: BookmarkError.notDeleted(id: id)) { try desk.controller.restore(ids: [id]) }
        #expect(try desk.controller.isLive(id: id))
    }

    /// An edit that the deletion forever has not seen survives alone: the other fields do not
    /// come back.
    @Test func editSurvivesDeletingForeverOnAnotherDevice() async throws {
        let desk = try Desk(in: folder)
        let id = try desk.add("Page", "https://example.com/")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.notes = "typed on the laptop" }
        try desk.controller.delete(ids: [id])
        try desk.controller.deleteForever(ids: [id])
        try await desk.sync()
        try await laptop.sync()
        try await desk.sync()
        #expect(try desk.controller.bookmark(id: id)?.notes == "typed on the laptop")
        #expect(try desk.controller.deletedRows().isEmpty)
    }
}
