import BookmarkLibrary
import Bookmarks
import SeededRandom
import TestSupport
import Testing

/// Merging bookmarks of the same page, on one device and on two at once.
struct DuplicatesTests {
    private func add(
        _ desk: Desk, _ name: String, _ url: String, tags: [String] = [], notes: String = ""
    ) throws -> String {
        waitForLaterStamp()
        return try desk.controller.add(
            BookmarkDraft(name: name, url: url, tags: tags, notes: notes), evenIfThere: true)
    }

    private func groups(_ desk: Desk) throws -> [DuplicateGroup] {
        try DuplicateGroup.all(in: desk.home.catalog)
    }

    private func mergeAll(_ desk: Desk) throws -> MergeReport {
        try desk.controller.merge(try groups(desk).map { $0.bookmarks.map(\.id) })
    }

    @Test func duplicateGroupTellsDifferencesAndMergeResult() throws {
        let desk = try Desk()
        let first = try add(desk, "", "http://swift.org/", tags: ["a"])
        _ = try add(desk, "Swift", "https://SWIFT.org", tags: ["b", "A"], notes: "new")
        _ = try add(desk, "Other", "https://example.com/")
        let group = try #require(try groups(desk).first)
        #expect(try groups(desk).count == 1)
        #expect(group.id == first)
        #expect(group.differences == ["URL", "name", "tags", "notes"])
        #expect(
            group.merged
                == BookmarkDraft(
                    name: "Swift", url: "http://swift.org/", tags: ["a", "b"], notes: "new"))
    }

    @Test func oneUndoRevertsAMerge() throws {
        let desk = try Desk()
        try desk.controller.open(firstPage: 100)
        for number in 0..<3 {
            _ = try add(desk, "A\(number)", "https://a.example/", tags: ["t\(number)"])
            _ = try add(desk, "B\(number)", "https://b.example/#\(number)")
        }
        let before = try desk.home.catalog.rows(sortedBy: .standard, limit: nil)
        #expect(try mergeAll(desk) == MergeReport(pages: 2, deleted: 4))
        #expect(desk.controller.list.count == 2)
        #expect(try groups(desk).isEmpty)
        #expect(try desk.controller.deletedRows().count == 4)
        _ = try desk.controller.undo()
        let after = try desk.home.catalog.rows(sortedBy: .standard, limit: nil)
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.tags) == before.map(\.tags))
        #expect(try groups(desk).count == 2)
    }

    @Test func mergeSkipsBookmarksThatAreNoLongerDuplicates() throws {
        let desk = try Desk()
        let ids = try (0..<3).map { try add(desk, "\($0)", "https://a.example/") }
        try desk.edit(ids[1]) { $0.url = "https://elsewhere.example/" }
        try desk.controller.delete(ids: [ids[2]])
        #expect(try desk.controller.merge([ids, ["nobody"], []]) == MergeReport())
        #expect(try desk.names.count == 2)
    }

    /// Two devices merge the same pages at once, each perhaps with bookmarks that the other does
    /// not know yet, or while a person deletes bookmarks by hand.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func mergesOnTwoDevicesLoseNoPage(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let desk = try Desk()
        var ids: [String] = []
        for number in 0..<Int.random(in: 2...4, using: &random) {
            // Sometimes the bookmarks are equal.
            let name = Bool.random(using: &random) ? "Page" : "Page \(number)"
            ids.append(try add(desk, name, "https://a.example/"))
        }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        for device in [desk, laptop] {
            if Bool.random(using: &random) {
                _ = try add(device, "Page", "https://a.example/#x")
            }
        }
        if Bool.random(using: &random) {
            // By hand, on one device: all but the last bookmark, which is also the one that a merge
            // would keep.
            try desk.controller.delete(ids: Array(ids.dropLast()))
        } else {
            _ = try mergeAll(desk)
        }
        _ = try mergeAll(laptop)
        for device in [desk, laptop, desk, laptop] { try await device.sync() }
        let there = try desk.home.catalog.rows(pageKey: "//a.example")
        #expect(!there.isEmpty)
        #expect(
            try laptop.home.catalog.rows(pageKey: "//a.example").map(\.id) == there.map(\.id))
    }

    /// A merge keeps one bookmark while a person, who relies on the other one, deletes it
    /// elsewhere.
    @Test func mergeBeatsADeletionOfTheBookmarkItKeeps() async throws {
        let desk = try Desk()
        let ids = try (0..<2).map { _ in try add(desk, "Page", "https://a.example/") }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let stays = try #require(try groups(desk).first?.id)
        let goes = try #require(ids.first { $0 != stays })
        try desk.controller.delete(ids: [stays])
        _ = try mergeAll(laptop)
        for device in [desk, laptop, desk] { try await device.sync() }
        for device in [desk, laptop] {
            #expect(try device.home.catalog.rows(pageKey: "//a.example").map(\.id) == [stays])
            #expect(try device.controller.deletedRows().map(\.id) == [goes])
        }
    }
}
