import BookmarkLibrary
import Bookmarks
import DeviceStore
import SQLite
import Testing

/// The latest time and the number of times that bookmarks were opened, which only this device
/// knows, and must not lose.
struct OpenedTests {
    private func rows(_ desk: Desk, _ field: SortOrder.Field) throws -> [String] {
        let order = SortOrder(field, descending: field.isDescendingByNature)
        return try desk.home.catalog.rows(sortedBy: order, limit: nil).map(\.name)
    }

    @Test func openingsAreCountedAndSorted() throws {
        let desk = try Desk()
        let catalog = desk.home.catalog
        let ids = try ["A", "B", "C"].map { try desk.add($0, "https://example.com/\($0)") }
        for (index, time) in [(0, 10.0), (0, 20), (1, 30)] {
            try catalog.noteOpening(of: ids[index], at: time)
        }
        #expect(try catalog.row(id: ids[0])?.opens == 2)
        #expect(try catalog.row(id: ids[0])?.opened == 20)
        #expect(try rows(desk, .opened) == ["B", "A", "C"])
        #expect(try rows(desk, .frequency) == ["A", "B", "C"])
        let unread = try catalog.rows(matching: Query("is:unopened"), sortedBy: .standard)
        #expect(unread.map(\.name) == ["C"])
    }

    @Test func openListFollowsNewOpenings() throws {
        let desk = try Desk()
        let ids = try ["A", "B"].map { try desk.add($0, "https://example.com/\($0)") }
        try desk.controller.open(firstPage: 50, sortedBy: SortOrder(.frequency, descending: true))
        for id in [ids[0], ids[1], ids[1]] {
            try desk.home.catalog.noteOpening(of: id, at: 5)
            try desk.controller.refresh(ids: [id])
        }
        #expect(desk.listed == ["B", "A"])
        try desk.controller.filter(Query("is:unopened"))
        #expect(desk.listed.isEmpty)
    }

    /// There is no other copy, so no edit, deletion or update may remove it.
    @Test func openingsSurviveEditsDeletionsAndUpdates() async throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://example.com/")
        try desk.home.catalog.noteOpening(of: id, at: 7)
        try desk.edit(id) { $0.name = "B" }
        try desk.controller.delete(ids: [id])
        try desk.controller.restore(ids: [id])
        #expect(try desk.home.catalog.row(id: id)?.opens == 1)
        let database = try Database(path: desk.home.location.store.replica)
        try database.execute("UPDATE derived SET version = 1 WHERE name = 'bookmarks'")
        let again = try desk.other("desk")
        #expect(try again.home.catalog.row(id: id)?.opens == 1)
        #expect(try again.home.catalog.row(id: id)?.opened == 7)
        // The clock was set back; the later time stays.
        try again.home.catalog.noteOpening(of: id, at: 3)
        #expect(try again.home.catalog.row(id: id)?.opened == 7)
        // On another device, nothing was opened.
        try await again.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        #expect(try laptop.home.catalog.row(id: id)?.opens == 0)
    }

    @Test func deletingForeverErasesTheOpenings() throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://example.com/")
        try desk.home.catalog.noteOpening(of: id, at: 7)
        try desk.controller.delete(ids: [id])
        try desk.controller.deleteForever(ids: [id])
        let database = try Database(path: desk.home.location.store.replica)
        #expect(try database.first("SELECT count(*) FROM opened") { $0.integer(0) } == 0)
    }

    @Test func openingsInAnotherProcessAreNoticed() async throws {
        let desk = try Desk()
        let ids = try ["A", "B"].map { try desk.add($0, "https://example.com/\($0)") }
        var watch = OpeningsWatch(since: 10)
        try desk.home.catalog.noteOpening(of: ids[0], at: 5)
        #expect(try watch.read(from: desk.home.catalog).isEmpty)
        let other = try desk.other("desk")
        let rings = desk.home.device.rings()
        try other.home.noteOpenings(of: [ids[1]], at: 20)
        for await _ in rings { break }
        #expect(try watch.read(from: desk.home.catalog) == [ids[1]])
        #expect(try watch.read(from: desk.home.catalog).isEmpty)
        try other.home.noteOpenings(of: ids, at: 20)
        #expect(try watch.read(from: desk.home.catalog) == [ids[0]])
        try other.home.noteOpenings(of: ids, at: 21)
        #expect(try watch.read(from: desk.home.catalog) == ids.sorted())
    }
}
