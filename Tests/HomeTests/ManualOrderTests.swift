import BookmarkLibrary
import Bookmarks
import SeededRandom
import Testing

/// Manual order, stored and on two devices.
struct ManualOrderTests {
    static let order = SortOrder(.manual)
    private static let moves: [ManualMove] = [.up, .down, .top, .bottom]

    private func filled(_ count: Int) throws -> (Desk, [String]) {
        let desk = try Desk()
        // All bookmarks have the same time, as after an import without dates.
        _ = try desk.controller.importBookmarks(
            (0..<count).map {
                BookmarkImport(
                    draft: BookmarkDraft(name: "\($0)", url: "https://example.com/\($0)"),
                    added: 1_700_000_000)
            }, title: "Imported")
        try desk.controller.open(firstPage: 1000, sortedBy: Self.order)
        return (desk, desk.listedIDs)
    }

    @Test func moveIsStoredAndCanBeUndoneAndRedone() throws {
        let (desk, ids) = try filled(5)
        #expect(try desk.controller.move(ids: [ids[3]], .up))
        let moved = [ids[0], ids[1], ids[3], ids[2], ids[4]]
        #expect(desk.listedIDs == moved)
        for limit in [nil, 3, 5] {
            let rows = try desk.home.catalog.rows(sortedBy: Self.order, limit: limit)
            #expect(rows.map(\.id) == Array(moved.prefix(limit ?? 5)))
        }
        #expect(try desk.controller.bookmark(id: ids[2])?.position == "")
        let undone = try desk.controller.undo()
        #expect(undone?.isWhole == true)
        #expect(desk.listedIDs == ids)
        _ = try desk.controller.redo()
        #expect(desk.listedIDs == moved)
        #expect(try !desk.controller.move(ids: [ids[0]], .top))
    }

    @Test func bookmarksMoveOnlyInManualOrder() throws {
        let (desk, ids) = try filled(3)
        desk.controller.sort(.standard)
        #expect(try !desk.controller.move(ids: [ids[1]], .up))
        #expect(desk.controller.nextUndo != "Moved “1”")
    }

    /// A command moves bookmarks without an open list.
    @Test func commandMovesBookmarksWithoutAnOpenList() throws {
        let (desk, ids) = try filled(5)
        let controller = desk.home.makeController(mirror: NoMirror())
        let places = try controller.places(amongAll: [ids[4], ids[1]], .before(ids[0]))
        #expect(try Set(controller.put([ids[4], ids[1]], at: places)) == [ids[1], ids[4]])
        let rows = try desk.home.catalog.rows(sortedBy: Self.order, limit: nil)
        #expect(rows.map(\.id) == [ids[1], ids[4], ids[0], ids[2], ids[3]])
        #expect(try controller.undo()?.isWhole == true)
        let before = try desk.home.catalog.rows(sortedBy: Self.order, limit: nil)
        #expect(before.map(\.id) == ids)
        #expect(try controller.places(amongAll: [ids[1]], .after(ids[0])).isEmpty)
        #expect(try controller.places(amongAll: [ids[1]], .after(ids[1])).isEmpty)
    }

    @Test func editedAndRestoredBookmarkKeepsItsPlace() throws {
        let (desk, ids) = try filled(4)
        #expect(try desk.controller.move(ids: [ids[3]], .top))
        try desk.edit(ids[3]) { $0.name = "First" }
        try desk.controller.delete(ids: [ids[3]])
        #expect(desk.listedIDs == Array(ids.prefix(3)))
        try desk.controller.restore(ids: [ids[3]])
        #expect(desk.listed.first == "First")
    }

    @Test func importKeepsThePositionsOfNewBookmarks() throws {
        let (desk, ids) = try filled(4)
        #expect(try desk.controller.move(ids: [ids[3]], .top))
        #expect(try desk.controller.move(ids: [ids[0]], .bottom))
        let names = desk.listed
        let other = try Desk()
        _ = try other.controller.importBookmarks(
            try ids.compactMap(desk.controller.bookmark).map {
                BookmarkImport(draft: $0.draft, added: $0.added, position: $0.position)
            }, title: "Imported")
        try other.controller.open(firstPage: 1000, sortedBy: Self.order)
        #expect(other.listed.first == names.first)
        #expect(other.listed.last == names.last)
    }

    /// After any moves on two devices at once, both have the same order, and there is no conflict
    /// to settle.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func twoDevicesReachTheSameOrder(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let (desk, ids) = try filled(12)
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.controller.open(firstPage: 1000, sortedBy: Self.order)
        for _ in 0..<6 {
            for device in [desk, laptop] {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
                    let move = Self.moves[Int.random(in: 0..<4, using: &random)]
                    _ = try device.controller.move(ids: [id], move)
                }
            }
            for device in [desk, laptop, desk] { try await device.sync() }
            #expect(desk.listedIDs == laptop.listedIDs)
            #expect(Set(desk.listedIDs) == Set(ids))
            #expect(try desk.home.catalog.conflicts().isEmpty)
        }
    }

    /// Two bookmarks that two devices move into the same gap both stay there.
    @Test func bookmarksMovedIntoTheSameGapBothStayThere() async throws {
        let (desk, ids) = try filled(6)
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.controller.open(firstPage: 1000, sortedBy: Self.order)
        #expect(try desk.controller.move(ids: [ids[2]], .up))
        for _ in 0..<3 { #expect(try laptop.controller.move(ids: [ids[4]], .up)) }
        for device in [desk, laptop, desk] { try await device.sync() }
        #expect(desk.listedIDs == laptop.listedIDs)
        #expect(desk.listedIDs[0] == ids[0])
        #expect(Set(desk.listedIDs[1...2]) == [ids[2], ids[4]])
        #expect(Array(desk.listedIDs[3...]) == [ids[1], ids[3], ids[5]])
    }
}

extension Desk {
    /// The ids in the open list.
    fileprivate var listedIDs: [String] {
        (0..<controller.list.count).map { controller.list[$0].id }
    }
}
