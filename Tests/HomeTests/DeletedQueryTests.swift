import BookmarkLibrary
import Bookmarks
import Testing

/// Deleted bookmarks in the list and in `cloudy list`, for queries that ask for them.
struct DeletedQueryTests {
    private func filled() throws -> (Desk, [String]) {
        let desk = try Desk()
        let ids = try ["Swift", "Go", "Swift wiki"].map {
            try desk.add($0, "https://example.com/\($0.count)")
        }
        try desk.controller.open(firstPage: 50)
        try desk.controller.delete(ids: [ids[2]])
        return (desk, ids)
    }

    @Test(arguments: [
        ("swift", ["Swift"]), ("is:deleted", ["Swift wiki"]), ("swift is:deleted", ["Swift wiki"]),
        ("-is:deleted", ["Go", "Swift"]), ("go or is:deleted", ["Swift wiki", "Go"]), ("wiki", []),
    ])
    func listAndCatalogFindTheSameDeletedBookmarks(_ text: String, _ names: [String]) throws {
        let (desk, _) = try filled()
        let query = try Query(text)
        try desk.controller.filter(query)
        #expect(Set(desk.listed) == Set(names))
        let found = try desk.home.catalog.rows(matching: query, sortedBy: .standard)
        #expect(found == (0..<desk.controller.list.count).map { desk.controller.list[$0] })
        #expect(desk.controller.list.total == 2)
        try desk.controller.filter(Query())
        #expect(Set(desk.listed) == ["Go", "Swift"])
        #expect(desk.controller.list.deletedIDs.isEmpty)
    }

    /// A desk that deleted a bookmark with a folder and notes, and another one without.
    private func detailed() throws -> Desk {
        let desk = try Desk()
        let ids = try ["Whole", "Bare", "There"].map {
            try desk.add($0, "https://example.com/\($0)")
        }
        for id in [ids[0], ids[2]] {
            try desk.edit(id) { ($0.folder, $0.notes) = ("work/swift", "read it") }
        }
        try desk.home.catalog.noteOpening(of: ids[0], at: 1_700_000_000)
        try desk.controller.delete(ids: Array(ids.prefix(2)))
        return desk
    }

    /// A query means the same for deleted bookmarks as for others.
    @Test(arguments: [
        ("in:work", ["Whole"]), ("-in:work", ["Bare"]), ("folder:work/swift", ["Whole"]),
        ("-folder:", ["Bare"]), ("note:read", ["Whole"]), ("-note:", ["Bare"]),
        ("is:unopened", ["Bare"]), ("-is:unopened", ["Whole"]), ("is:deleted", ["Whole", "Bare"]),
        ("-is:deleted", []), ("", ["Whole", "Bare"]), ("is:deleted note:read", ["Whole"]),
        ("/are/ or note:read", ["Whole", "Bare"]), ("there", []),
    ])
    func queriesMeanTheSameForDeletedBookmarks(_ text: String, _ names: [String]) throws {
        let desk = try detailed()
        let query = try Query(text)
        let found = try desk.home.catalog.deletedRows(matching: query)
        #expect(Set(found.map(\.name)) == Set(names))
        let among = query.isEmpty ? "is:deleted" : "is:deleted (\(text))"
        let inList = try desk.home.catalog.rows(matching: Query(among), sortedBy: .standard)
        #expect(Set(inList) == Set(found))
        try desk.controller.open(firstPage: 50)
        try desk.controller.filter(Query(among))
        #expect(Set(desk.listed) == Set(names))
    }

    @Test func detailsOfDeletedBookmarksAreKnown() throws {
        let desk = try detailed()
        let rows = try desk.controller.deletedRows()
        let ids = rows.map(\.id)
        let details = try desk.home.catalog.details(ofIDs: ids)
        #expect(Set(details.values.map(\.folder)) == ["", "work/swift"])
        #expect(details.values.allSatisfy { $0.device == "desk" })
        // So many ids that all details are read at once.
        let many = ids + (0..<2001).map { "none\($0)" }
        #expect(try desk.home.catalog.details(ofIDs: many) == details)
        #expect(try desk.home.catalog.noted().count == 2)
    }

    @Test func listOfDeletedBookmarksFollowsChangesOnThisDevice() throws {
        let (desk, ids) = try filled()
        try desk.controller.filter(Query("is:deleted"))
        try desk.controller.delete(ids: [ids[0]])
        #expect(Set(desk.listed) == ["Swift wiki", "Swift"])
        #expect(desk.controller.list.total == 1)
        #expect(!desk.controller.list.contains(id: ids[0]))
        try desk.controller.restore(ids: [ids[2]])
        #expect(desk.listed == ["Swift"])
        try desk.controller.deleteForever(ids: [ids[0]])
        #expect(desk.listed.isEmpty)
        #expect(desk.controller.list.total == 2)
    }

    @Test func listOfDeletedBookmarksFollowsChangesOnOtherDevices() async throws {
        let (desk, ids) = try filled()
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.controller.delete(ids: [ids[0]])
        try await laptop.sync()
        try desk.controller.filter(Query("is:deleted"))
        let received = try await desk.sync()
        #expect(received.map(\.kind) == [.deleted])
        #expect(Set(desk.listed) == ["Swift wiki", "Swift"])
        try laptop.controller.restore(ids: [ids[2]])
        try await laptop.sync()
        #expect(try await desk.sync().map(\.kind) == [.restored])
        #expect(desk.listed == ["Swift"])
    }
}
