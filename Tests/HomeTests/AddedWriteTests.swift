import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import ReplicaFile
import SQLite
import Testing

/// Transactions that also write something beside the bookmarks and their steps.
struct AddedWriteTests {
    private struct Refused: Error {}

    let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.home.device.replica.withDatabase { try $0.execute("CREATE TABLE beside(x)") }
    }

    private var tables: BookmarkTransactionTables {
        let replica = desk.home.device.replica
        return BookmarkTransactionTables(
            store: desk.home.store, replica: replica, journal: EditJournalTable(replica: replica))
    }

    private var beside: Int64? {
        get throws {
            try desk.home.device.replica.withDatabase {
                try $0.first("SELECT count(*) FROM beside") { $0.integer(0) }
            }
        }
    }

    private var edit: LibraryEdit {
        var edit = LibraryEdit()
        edit.additions = [
            LibraryEdit.Addition(id: "id", draft: BookmarkDraft(url: "https://a.example/"))
        ]
        return edit
    }

    @Test func additionIsWrittenWithTheEdit() throws {
        let transactions = tables.adding { try $0.run("INSERT INTO beside VALUES(1)") }
        let ids = try desk.controller.perform(edit, title: { "Synced \($0)" }, in: transactions)
        #expect(try ids == ["id"] && beside == 1)
        #expect(desk.controller.nextUndo == "Synced 1")
        // The controller's own transactions have no addition.
        try desk.edit("id") { $0.name = "A" }
        #expect(try beside == 1)
    }

    /// A program may have something to store although its edit changes no bookmark.
    @Test func additionIsWrittenWithoutAChange() throws {
        let transactions = tables.adding { try $0.run("INSERT INTO beside VALUES(1)") }
        let ids = try desk.controller.perform(
            LibraryEdit(), title: { "Synced \($0)" }, in: transactions)
        #expect(try ids.isEmpty && beside == 1)
        #expect(desk.controller.nextUndo == nil)
    }

    @Test func failedAdditionUndoesTheEdit() throws {
        let transactions = tables.adding { database in
            try database.run("INSERT INTO beside VALUES(1)")
            throw Refused()
        }
        #expect(throws: Refused.self) {
            try desk.controller.perform(edit, title: { "Synced \($0)" }, in: transactions)
        }
        #expect(try beside == 0 && desk.home.catalog.count() == 0)
        #expect(desk.controller.nextUndo == nil)
    }
}
