import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import ScratchFolder
import Testing

/// A device with bookmarks of its own that syncs with a cloud for the first time.
@Suite struct JoiningTests {
    let folder = ScratchFolder()

    private func url(_ number: Int) -> String { "https://example.com/\(number)" }

    /// A desk with twenty bookmarks in the cloud, and a laptop with twelve of its own. Six of these
    /// are for pages that the cloud has, too, and three of the six differ.
    private func devices() async throws -> (desk: Desk, laptop: Desk) {
        let desk = try Desk(in: folder)
        for number in 0..<20 {
            try desk.add("Page \(number)", url(number), tags: ["desk"])
        }
        try await desk.sync()
        let laptop = try desk.other()
        for number in 14..<26 {
            let isOther = number < 17
            try laptop.controller.add(
                BookmarkDraft(
                    name: isOther ? "Other \(number)" : "Page \(number)", url: url(number),
                    tags: [isOther ? "laptop" : "desk"], notes: isOther ? "mine" : ""))
        }
        return (desk, laptop)
    }

    @Test func joiningDeviceSendsNoBookmarksBeforeThePersonAgrees() async throws {
        let (desk, laptop) = try await devices()
        await #expect(throws: SyncError.joining(HeldJoin(own: 12, there: 20))) {
            try await laptop.home.device.syncOnce()
        }
        #expect(try laptop.home.device.syncState().phase == .joining(own: 12, there: 20))
        let plan = try #require(try laptop.home.joinPlan(laptop.controller))
        #expect(plan.summary == "12 bookmarks here, 20 there, 3 the same, 3 differ")
        var simple = JoinPlan(own: 12, there: 20)
        #expect(simple.summary == "12 bookmarks here, 20 there")
        simple.sharedDiffering = 1
        #expect(simple.summary == "12 bookmarks here, 20 there, 1 differs")
        #expect(JoinPlan(own: 0, there: 20).summary == "No bookmarks here, 20 there")
        #expect(JoinPlan(own: 1200, there: 0).summary == "1,200 bookmarks here, none there")
        try await desk.sync()
        #expect(try desk.home.catalog.count() == 20)
    }

    @Test func joiningLosesNoBookmarkAndMakesNoDuplicate() async throws {
        let (desk, laptop) = try await devices()
        _ = try? await laptop.home.device.syncOnce()
        try laptop.receiveArrivals()
        try laptop.home.join(laptop.controller)
        try await laptop.sync()
        try await desk.sync()
        for device in [desk, laptop] {
            #expect(try device.home.catalog.count() == 26)
            let row = try #require(
                try device.home.catalog.rows(matching: Query("example.com/14"), sortedBy: .standard)
                    .first)
            let merged = try #require(try device.controller.bookmark(id: row.id))
            #expect(merged.name == "Page 14" && merged.notes == "mine")
            #expect(merged.tags == ["desk", "laptop"])
            #expect(merged.lostValues.map(\.text) == ["Other 14"])
        }
        #expect(try laptop.home.device.syncState().phase == .idle)
        #expect(try laptop.home.joinPlan(laptop.controller) == nil)
    }

    /// A property list copied from another device brings the ids of its bookmarks.
    @Test func bookmarksWithTheSameIDAreCountedAndMerged() async throws {
        let (desk, _) = try await devices()
        let ids = try desk.home.catalog.rows(sortedBy: .standard, limit: nil).map(\.id)
        let tablet = try desk.other("tablet")
        for (number, id) in ids.prefix(12).enumerated() {
            let bookmark = try #require(try desk.controller.bookmark(id: id))
            var fields = bookmark.fields
            if number == 0 { fields["notes"] = .string("here") }
            try tablet.home.store.set(.dictionary(fields), forKey: "b." + id)
        }
        _ = try? await tablet.home.device.syncOnce()
        try tablet.receiveArrivals()
        let plan = try tablet.home.joinPlan(tablet.controller)
        #expect(plan?.own == 12 && plan?.sharedDiffering == 1 && plan?.sharedSame == 11)
        try tablet.home.join(tablet.controller)
        try await tablet.sync()
        #expect(try tablet.home.catalog.count() == 20)
        #expect(try tablet.controller.bookmark(id: ids[0])?.notes == "here")
    }

    @Test func undoRevertsTheMergesOfJoining() async throws {
        let (_, laptop) = try await devices()
        _ = try? await laptop.home.device.syncOnce()
        try laptop.receiveArrivals()
        try laptop.home.join(laptop.controller)
        #expect(try laptop.controller.undo()?.title == "Joined the cloud")
        #expect(try laptop.home.catalog.count() == 32)
    }

    /// A few bookmarks join without a question, and no page is there twice afterwards.
    @Test func fewBookmarksJoinWithoutAQuestion() async throws {
        let desk = try Desk(in: folder)
        for number in 0..<3 { try desk.add("Page \(number)", url(number), tags: ["desk"]) }
        try await desk.sync()
        let laptop = try desk.other(session: .list(1))
        try laptop.controller.open(firstPage: 100)
        for (name, number) in [("Page 0", 0), ("Other 1", 1), ("New", 9)] {
            try laptop.add(name, url(number), tags: ["laptop"])
        }
        try await laptop.sync()
        try laptop.receiveArrivals()
        try await desk.sync()
        #expect(Set(laptop.listed) == ["Page 0", "Page 1", "Page 2", "New"])
        for device in [desk, laptop] {
            #expect(try Set(device.names) == ["Page 0", "Page 1", "Page 2", "New"])
            let row = try #require(
                try device.home.catalog.rows(matching: Query("example.com/1"), sortedBy: .standard)
                    .first)
            let merged = try #require(try device.controller.bookmark(id: row.id))
            #expect(merged.tags == ["desk", "laptop"])
            #expect(merged.lostValues.map(\.text) == ["Other 1"])
        }
        #expect(try laptop.home.device.syncState().phase == .idle)
        #expect(try laptop.home.device.syncState().unsent == 0)
        let command = laptop.home.makeController(mirror: laptop.mirror)
        #expect(try command.undo()?.title == "Joined the cloud")
    }
}
