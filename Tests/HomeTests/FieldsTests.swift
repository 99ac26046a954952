import BookmarkLibrary
import Bookmarks
import Replication
import Testing

/// The fields for unread and archived bookmarks and for descriptions, on every device.
struct FieldsTests {
    private func add(_ desk: Desk, _ name: String, archived: Bool = false) throws -> String {
        try desk.controller.add(
            BookmarkDraft(
                name: name, url: "https://\(name).example/", description: "All about \(name)",
                isUnread: true, isArchived: archived))
    }

    @Test func unreadMarkAndDescriptionAreStoredAndFound() throws {
        let desk = try Desk()
        let id = try add(desk, "alpha")
        let bookmark = try #require(try desk.controller.bookmark(id: id))
        #expect(bookmark.isUnread && !bookmark.isArchived)
        #expect(bookmark.description == "All about alpha")
        for query in ["is:unread", "description:\"about alpha\"", "-is:archived is:unread"] {
            let found = try desk.home.catalog.rows(matching: Query(query), sortedBy: .standard)
            #expect(found.map(\.id) == [id], "\(query)")
        }
        #expect(
            try desk.home.catalog.rows(matching: Query("note:about"), sortedBy: .standard).isEmpty)
    }

    /// A device of an earlier version keeps what later ones wrote.
    @Test func editKeepsFieldsOfLaterVersions() async throws {
        let desk = try Desk()
        let fields: [String: PropertyListValue] = [
            "url": .string("https://a.example/"), "name": .string("A"), "added": .date(5),
            "future": .integer(3), "list": .array([.string("x")]),
        ]
        _ = try desk.controller.bringBack(["0123456789abc": fields], title: "x")
        try desk.edit("0123456789abc") { $0.name = "B" }
        _ = try desk.controller.change(.setUnread(true), ids: ["0123456789abc"])
        _ = try desk.controller.change(.addTags(["t"]), ids: ["0123456789abc"])
        let after = try #require(try desk.controller.allFields()["0123456789abc"])
        #expect(after["future"] == .integer(3) && after["list"] == .array([.string("x")]))
        #expect(after["name"] == .string("B") && after["unread"] == .boolean(true))
    }

    @Test func archivedBookmarksShowOnlyIfTheQueryAsksForThem() throws {
        let desk = try Desk()
        let (kept, archived) = (try add(desk, "kept"), try add(desk, "old", archived: true))
        let catalog = desk.home.catalog
        func found(_ query: String) throws -> Set<String> {
            Set(try catalog.rows(matching: Query(query), sortedBy: .standard).map(\.id))
        }
        #expect(try found("") == [kept])
        #expect(try found("description:about") == [kept])
        #expect(try found("is:archived") == [archived])
        #expect(try found("is:archived or kept") == [kept, archived])
        #expect(try catalog.count() == 2 && catalog.listedCount() == 1)
        try desk.controller.open(firstPage: 10)
        #expect(desk.controller.list.count == 1 && desk.controller.list.total == 1)
        try desk.controller.filter(Query("is:archived"))
        #expect(desk.controller.list.count == 1 && desk.controller.list[0].id == archived)
        try desk.controller.filter(Query())
        _ = try desk.controller.change(.setArchived(true), ids: [kept])
        #expect(desk.controller.list.count == 0 && desk.controller.list.total == 0)
        _ = try desk.controller.undo()
        #expect(desk.controller.list.count == 1 && desk.controller.list[0].id == kept)
    }

    /// A list with one page loads no rows later.
    @Test(arguments: 1...3) func openedListHasArchivedBookmarks(_ firstPage: Int) throws {
        let desk = try Desk()
        _ = try (add(desk, "a"), add(desk, "b"))
        let archived = try add(desk, "old", archived: true)
        try desk.controller.open(firstPage: firstPage)
        #expect(desk.controller.list.total == 2)
        #expect(desk.controller.list.isPartial == (firstPage == 1))
        if firstPage == 1 {
            try desk.controller.load(desk.home.catalog.rows(sortedBy: .standard, limit: nil))
        }
        #expect(desk.controller.list.archivedCount == 1)
        try desk.controller.filter(Query("is:archived"))
        #expect(desk.controller.list.count == 1 && desk.controller.list[0].id == archived)
    }

    @Test func tagsAndFoldersOfArchivedBookmarksAreNotCounted() throws {
        let desk = try Desk()
        _ = try desk.controller.add(
            BookmarkDraft(
                url: "https://a.example/", tags: ["old"], folder: "Past", isArchived: true))
        #expect(try desk.home.catalog.tagCounts().isEmpty)
        #expect(try desk.home.catalog.folders(withArchived: false).isEmpty)
        #expect(try desk.home.catalog.folders(withArchived: true) == ["Past": 1])
    }

    @Test func unreadAndArchivedSetOnTwoDevicesDoNotConflict() async throws {
        let desk = try Desk()
        let laptop = try desk.other()
        let id = try add(desk, "alpha")
        try await desk.sync()
        try await laptop.sync()
        try desk.edit(id) { $0.isUnread = false }
        try laptop.edit(id) { ($0.isArchived, $0.isUnread) = (true, false) }
        try await desk.sync()
        try await laptop.sync()
        try await desk.sync()
        for desk in [desk, laptop] {
            let bookmark = try #require(try desk.controller.bookmark(id: id))
            #expect(!bookmark.isUnread && bookmark.isArchived && bookmark.lostValues.isEmpty)
        }
    }
}
