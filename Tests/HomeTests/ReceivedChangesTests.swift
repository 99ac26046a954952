import BookmarkLibrary
import Bookmarks
import KeyValueStore
import Testing

/// Changes by other devices and processes in an open list.
struct ReceivedChangesTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @Test func changesInAnotherTerminalNameNoDevice() throws {
        let sibling = try desk.other("desk")
        let id = try sibling.add("One", "https://example.com")
        var received = try desk.receiveArrivals()
        #expect(received == [.init(id: id, name: "One", kind: .added)])
        #expect(desk.listed == ["One"])
        try sibling.edit(id) { $0.name = "Two" }
        received = try desk.receiveArrivals()
        #expect(received == [.init(id: id, name: "Two", kind: .edited)])
        #expect(desk.listed == ["Two"])
        try sibling.controller.delete(ids: [id])
        received = try desk.receiveArrivals()
        #expect(received == [.init(id: id, name: "Two", kind: .deleted)])
        #expect(desk.listed.isEmpty)
    }

    @Test func changesOfAnotherDeviceNameThatDevice() async throws {
        let mine = try desk.add("Mine", "https://example.com/mine")
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        let id = try laptop.add("Theirs", "https://example.com/theirs")
        try laptop.edit(mine) { $0.name = "Ours" }
        try await laptop.sync()
        let received = try await desk.sync()
        func change(_ id: String, _ name: String, _ kind: ReceivedChanges.Kind)
            -> ReceivedChanges.Change
        { .init(id: id, name: name, kind: kind, device: "laptop", isRemote: true) }
        #expect(Set(received) == [change(id, "Theirs", .added), change(mine, "Ours", .edited)])
        #expect(Set(desk.listed) == ["Theirs", "Ours"])
        try laptop.controller.delete(ids: [mine])
        try await laptop.sync()
        #expect(try await desk.sync() == [change(mine, "Ours", .deleted)])
    }

    /// A bookmark that was added and deleted between two looks is not announced.
    @Test func bookmarkDeletedBeforeItWasSeenIsNotAnnounced() throws {
        let sibling = try desk.other("desk")
        let id = try sibling.add("One", "https://example.com")
        try sibling.controller.delete(ids: [id])
        #expect(try desk.receiveArrivals().isEmpty)
        #expect(desk.listed.isEmpty)
    }

    /// The change has a record from before the deletion.
    @Test func bookmarkDeletedAfterAnAnnouncementDoesNotComeBack() throws {
        let id = try desk.add("One", "https://example.com")
        let sibling = try desk.other("desk")
        try sibling.edit(id) { $0.name = "Two" }
        let change = try #require(desk.arrivals().first)
        #expect(change.records?.count == 1)
        try controller.delete(ids: [id])
        #expect(try controller.receive(change).changes.isEmpty)
        #expect(desk.listed.isEmpty)
    }

    @Test func otherKeysAreNotTakenForBookmarks() throws {
        let change = ExternalChange(
            reason: .serverChange, keys: [.init(name: "settings", device: "laptop")])
        #expect(try controller.receive(change).changes.isEmpty)
        let quota = ExternalChange(reason: .quotaViolationChange, keys: [])
        #expect(try controller.receive(quota).changes.isEmpty)
    }

    @Test func editsOfTheFirstPageSurviveLoadingAllRows() throws {
        let ids = try (0..<20).map { try desk.add("\($0)", "https://example.com/\($0)") }
        let late = try desk.other("desk")
        try late.controller.open(firstPage: 5)
        #expect(late.controller.list.isPartial)
        #expect(late.controller.list.total == 20)
        let rows = try late.home.catalog.rows(sortedBy: .standard, limit: nil)
        // These rows are older than the edits below, within the first page and after it.
        try late.edit(ids[19]) { $0.name = "edited here" }
        try desk.edit(ids[0]) { $0.name = "edited there" }
        try desk.controller.delete(ids: [ids[1], ids[18]])
        try desk.add("new", "https://example.com/new")
        try late.receiveArrivals()
        try late.controller.load(rows)
        #expect(late.controller.list.isPartial == false)
        let expected =
            Set((2..<18).map(String.init)).union(["edited here", "edited there", "new"])
        #expect(Set(late.listed) == expected)
        #expect(late.controller.list.total == 19)
        #expect(late.listed.count == 19)
    }

    /// The rows after the first page are still missing, but their bookmarks are not new.
    @Test func editsAfterTheFirstPageAreNotTakenForAdditions() throws {
        let ids = try (0..<20).map { try desk.add("\($0)", "https://example.com/\($0)") }
        try desk.controller.delete(ids: [ids[2]])
        let late = try desk.other("desk")
        try late.controller.open(firstPage: 5)
        try late.receiveArrivals()
        try desk.edit(ids[0]) { $0.name = "edited" }
        try desk.controller.delete(ids: [ids[1]])
        try desk.controller.restore(ids: [ids[2]])
        let new = try desk.add("new", "https://example.com/new")
        var received = try late.receiveArrivals()
        #expect(
            Set(received) == [
                .init(id: ids[0], name: "edited", kind: .edited),
                .init(id: ids[1], name: "1", kind: .deleted),
                .init(id: ids[2], name: "2", kind: .restored),
                .init(id: new, name: "new", kind: .added),
            ])
        // An earlier restore does not count.
        try desk.edit(ids[2]) { $0.name = "edited, too" }
        received = try late.receiveArrivals()
        #expect(received == [.init(id: ids[2], name: "edited, too", kind: .edited)])
        #expect(late.controller.list.isPartial)
    }
}
