import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import ReplicaFile
import Replication
import SQLite
import Testing

/// The history of a bookmark.
struct HistoryTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws { desk = try Desk() }

    private func rows() throws -> Int {
        try desk.home.device.replica.withDatabase { database in
            try database.first("SELECT count(*) FROM history") { Int($0.integer(0)) } ?? -1
        }
    }

    @Test func historyShowsTheFieldsThatAnEditChanged() throws {
        let id = try desk.add("One", "https://one.example/", tags: ["a"])
        #expect(try controller.history(id: id).changes.isEmpty)
        try desk.edit(id) {
            $0.name = "Two"
            $0.tags = ["a", "b"]
        }
        try controller.delete(ids: [id])
        try controller.restore(ids: [id])
        let history = try controller.history(id: id)
        #expect(history.changes.map(\.kind) == [.restored, .deleted, .edited])
        let edit = try #require(history.changes.last)
        #expect(edit.fields.map(\.name) == ["name", "tags"])
        #expect(edit.fields.map(\.textBefore) == ["One", "#a"])
        #expect(edit.fields.map(\.textAfter) == ["Two", "#a #b"])
        #expect(edit.device == "desk" && edit.deviceBefore == "desk")
        #expect(edit.made >= edit.madeBefore && history.keptSince > 0)
    }

    @Test func historyBeginsWithTheAddition() async throws {
        let id = try desk.add("One", "https://one.example/")
        let addition = try #require(try controller.history(id: id).addition)
        #expect(addition.device == "desk" && addition.made > 1_700_000_000)
        // A bookmark with an older date counts as added when it was imported.
        _ = try controller.importBookmarks(
            [
                BookmarkImport(
                    draft: BookmarkDraft(url: "https://old.example/"), added: 1_000_000_000)
            ], title: "Imported")
        let old = try #require(
            try desk.home.catalog.rows(sortedBy: .standard, limit: nil).last?.id)
        #expect(try controller.history(id: old).addition?.made ?? 0 > 1_700_000_000)
        try desk.edit(id) { $0.name = "Two" }
        try desk.edit(old) { $0.name = "Old" }
        try controller.delete(ids: [id])
        #expect(
            try controller.history(id: id).addition == addition,
            "a deleted bookmark must keep its addition")
        try controller.restore(ids: [id])
        #expect(try controller.history(id: id).addition == addition)
        #expect(try controller.history(id: old).addition?.device == "desk")

        // Another device knows the addition if it received the bookmark right then, but nothing
        // that happened before it received the bookmark.
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let third = try desk.add("Three", "https://three.example/")
        try await desk.sync()
        try await laptop.sync()
        #expect(try laptop.controller.history(id: third).addition?.device == "desk")
        try laptop.edit(third) { $0.name = "Theirs" }
        #expect(try laptop.controller.history(id: third).addition?.device == "desk")
        #expect(try laptop.controller.history(id: old).addition == nil)
    }

    /// A device that edits another's new bookmark at once did not add it.
    @Test func deviceThatOnlyEditedIsNotShownAsTheAdder() async throws {
        let id = try desk.add("One", "https://one.example/")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.name = "Two" }
        try await laptop.sync()
        let phone = try desk.other("phone")
        try await phone.sync()
        #expect(try phone.controller.history(id: id).addition == nil)
        #expect(try laptop.controller.history(id: id).addition?.device == "desk")
        try phone.edit(id) { $0.name = "Three" }
        #expect(try phone.controller.history(id: id).addition == nil)
        try await phone.sync()
        try await desk.sync()
        #expect(try desk.controller.history(id: id).addition?.device == "desk")
    }

    @Test func newBookmarksHaveNoRowsInTheHistory() async throws {
        for number in 0..<20 { try desk.add("\(number)", "https://a.example/\(number)") }
        _ = try controller.importBookmarks(
            (0..<100).map {
                BookmarkImport(draft: BookmarkDraft(url: "https://b.example/\($0)"))
            }, title: "Imported")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        #expect(try rows() == 0)
        #expect(
            try laptop.home.device.replica.withDatabase { database in
                try database.first("SELECT count(*) FROM history") { $0.integer(0) }
            } == 0)
    }

    @Test func remoteEditNamesItsDevice() async throws {
        let id = try desk.add("One", "https://one.example/")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.edit(id) { $0.name = "Theirs" }
        // This edit is later and of another field, so the merged record is from this device.
        try desk.edit(id) { $0.notes = "mine" }
        try await laptop.sync()
        try await desk.sync()
        let changes = try controller.history(id: id).changes
        #expect(changes.map(\.device) == ["laptop", "desk"])
        #expect(changes.map { $0.fields.map(\.name) } == [["name"], ["notes"]])
        #expect(try desk.draft(id)?.name == "Theirs")
    }

    @Test func restoringOldValuesIsOneEdit() throws {
        let id = try desk.add("One", "https://one.example/", tags: ["a"])
        try desk.edit(id) {
            $0.name = "Two"
            $0.tags = []
            $0.notes = "n"
        }
        let number = try #require(try controller.history(id: id).changes.first?.number)
        #expect(try controller.bringBack(id: id, before: number, field: "name") == ["name"])
        #expect(try desk.draft(id)?.name == "One" && desk.draft(id)?.notes == "n")
        #expect(controller.nextUndo == "Restored the name of “One”")
        #expect(try controller.bringBack(id: id, before: number) == ["notes", "tags"])
        #expect(
            try desk.draft(id)
                == BookmarkDraft(name: "One", url: "https://one.example/", tags: ["a"]))
        #expect(try controller.bringBack(id: id, before: number).isEmpty)
        _ = try controller.undo()
        _ = try controller.undo()
        #expect(try desk.draft(id)?.name == "Two" && desk.draft(id)?.tags == [])
        #expect(throws: BookmarkError.noSuchChange(number: 999)) {
            try controller.bringBack(id: id, before: 999)
        }
        try controller.delete(ids: [id])
        #expect(throws: BookmarkError.notFound(id: id)) {
            try controller.bringBack(id: id, before: number)
        }
    }

    @Test func deletingForeverErasesTheHistory() throws {
        let id = try desk.add("One", "https://one.example/")
        try desk.edit(id) { $0.notes = "secret" }
        try controller.delete(ids: [id])
        try controller.deleteForever(ids: [id])
        #expect(try rows() == 0)
    }

    @Test func historyKeepsTheLatestChangesOfEachBookmark() throws {
        let id = try desk.add("0", "https://one.example/")
        let other = try desk.add("Other", "https://two.example/")
        try desk.edit(other) { $0.name = "Changed" }
        for number in 1...60 { try desk.edit(id) { $0.name = "\(number)" } }
        let changes = try controller.history(id: id).changes
        #expect(changes.count == Int(HistoryTable.maximumOfOne))
        #expect(changes.first?.fields.first?.textAfter == "60")
        #expect(
            try controller.history(id: id).addition == nil,
            "the addition must not be known once early changes are dropped")
        #expect(try controller.history(id: other).changes.count == 1)
    }

    @Test func fullHistoryDropsTheEarliestChanges() throws {
        let id = try desk.add("0", "https://one.example/")
        let other = try desk.add("Other", "https://two.example/")
        try desk.edit(id) { $0.name = "1" }
        try desk.edit(other) { $0.name = "2" }
        _ = try desk.home.device.replica.withDatabase { database in
            try database.run(
                "UPDATE history SET number = ? WHERE number = 2", .integer(HistoryTable.maximum))
        }
        let made = try #require(try controller.history(id: id).changes.first?.made)
        #expect(try controller.history(id: id).keptSince <= made)
        try desk.edit(other) { $0.name = "3" }
        // Missing history is not presented as an empty one.
        #expect(try controller.history(id: id).changes.isEmpty)
        #expect(try controller.history(id: id).keptSince == made)
        _ = try desk.home.device.replica.withDatabase { database in
            try database.run(
                "UPDATE history SET total = ? WHERE number = ?",
                .integer(-HistoryTable.maximumBytes), .integer(HistoryTable.maximum))
        }
        try desk.edit(id) { $0.name = "4" }
        #expect(try controller.history(id: id).changes.count == 1)
        #expect(try controller.history(id: other).changes.count == 1)
        #expect(try rows() == 2)
    }

    @Test(arguments: [
        "DROP TABLE history", "DROP TABLE history_begin", "UPDATE history SET fields = x'ff'",
        "ALTER TABLE history RENAME COLUMN id TO gone",
    ]) func damagedHistoryDoesNotBlockEdits(_ damage: String) throws {
        let id = try desk.add("One", "https://one.example/")
        try desk.edit(id) { $0.name = "Two" }
        try desk.home.device.replica.withDatabase { try $0.execute(damage) }
        #expect(try controller.history(id: id).changes.isEmpty || damage.contains("begin"))
        try desk.edit(id) { $0.name = "Three" }
        try desk.edit(id) { $0.name = "Four" }
        #expect(try desk.draft(id)?.name == "Four")
        let latest = try controller.history(id: id).changes.first?.fields.first
        #expect(latest?.textAfter == "Four" || damage.contains("begin"))
    }

    @Test func changesOfYesOrNoFieldsAreShownInWords() throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://a.example/")
        try desk.edit(id) { $0.isUnread = true }
        try desk.edit(id) { $0.isArchived = true }
        try desk.edit(id) { $0.isUnread = false }
        let words = try desk.controller.history(id: id).changes.map { $0.fields.map(\.words) }
        #expect(words == [["no longer unread"], ["now archived"], ["now unread"]])
    }
}
