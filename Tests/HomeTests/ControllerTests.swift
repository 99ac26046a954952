import BookmarkLibrary
import Bookmarks
import KeyValueStore
import TestSupport
import Testing

/// The actions of a person on a real store.
@Suite(.ownThread)
struct ControllerTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @Test func bookmarkIsAddedEditedAndDeleted() throws {
        let id = try desk.add("Swift", "https://www.swift.org", tags: ["lang"])
        #expect(BookmarkID.isWellFormed(id))
        #expect(desk.listed == ["Swift"])
        try desk.edit(id) { $0.name = "Swift.org" }
        #expect(desk.listed == ["Swift.org"])
        #expect(try desk.draft(id)?.tags == ["lang"])
        try controller.delete(ids: [id])
        #expect(desk.listed.isEmpty)
        #expect(try desk.home.catalog.count() == 0)
        #expect(try controller.bookmark(id: id)?.name == "Swift.org")
    }

    @Test func addingSeveralBookmarksSkipsDuplicatesInOneStep() throws {
        let id = try desk.add("Alpha", "https://a.example")
        let urls = [
            "https://b.example/", "http://a.example/", "https://c.example", "http://b.example",
        ]
        let outcome = try controller.add(all: urls.map { BookmarkDraft(url: $0) })
        let added = try outcome.added.map { try #require(try desk.draft($0)).url }
        #expect(added == ["https://b.example/", "https://c.example"])
        #expect(outcome.there.map(\.id) == [id] && outcome.title == "Added 2 bookmarks")
        #expect(controller.nextUndo == "Added 2 bookmarks")
        _ = try controller.undo()
        #expect(desk.listed == ["Alpha"] && controller.nextUndo == "Added “Alpha”")
        let again = try controller.add(
            all: [BookmarkDraft(url: "https://a.example")], evenIfThere: true)
        #expect(again.added.count == 1 && again.there.isEmpty)
        #expect(throws: WebAddressError.self) {
            try controller.add(all: ["https://d.example", "words"].map { BookmarkDraft(url: $0) })
        }
        #expect(
            try desk.home.catalog.count() == 2,
            "one invalid address must prevent the whole addition")
        #expect(try controller.add(all: []).added.isEmpty)
    }

    /// So many bookmarks that they are stored in several transactions.
    @Test func thousandsOfAddedBookmarksAreOneStepInOrder() throws {
        let drafts = (0..<2500).map { BookmarkDraft(url: "https://a.example/\($0 % 2000)") }
        let outcome = try controller.add(all: drafts)
        #expect(outcome.added.count == 2000 && outcome.there.isEmpty)
        controller.sort(SortOrder(.added, descending: true))
        #expect(controller.list[0].url == "https://a.example/0")
        #expect(controller.list[1999].url == "https://a.example/1999")
        _ = try controller.undo()
        #expect(try desk.home.catalog.count() == 0)
    }

    /// The number of a deleted bookmark is not used again.
    @Test func catalogKnowsWhetherItHasMoreBookmarks() throws {
        let catalog = desk.home.catalog
        #expect(try !catalog.hasMore(than: 0))
        let ids = try (1...5).map { try desk.add("\($0)", "https://a.example/\($0)") }
        #expect(try catalog.hasMore(than: 4) && !catalog.hasMore(than: 5))
        try controller.delete(ids: Array(ids[1...2]))
        #expect(try catalog.hasMore(than: 2) && !catalog.hasMore(than: 3))
    }

    @Test func bookmarkIsUnchangedAfterReopening() throws {
        let id = try desk.add("Swift", "https://www.swift.org", tags: ["lang", "apple"])
        let again = try desk.other("desk")
        let found = try again.controller.bookmark(id: id)
        #expect(found == (try controller.bookmark(id: id)))
        #expect(found?.tags == ["lang", "apple"])
        #expect(found?.device == "desk")
        #expect(try again.home.catalog.row(id: id)?.tags == "lang apple")
    }

    @Test func invalidAddressIsRefused() throws {
        #expect(throws: WebAddressError.self) { try desk.add("x", "no address") }
        let id = try desk.add("x", "https://example.com")
        #expect(throws: WebAddressError.self) { try desk.edit(id) { $0.url = "no address" } }
        #expect(try desk.draft(id)?.url == "https://example.com")
        #expect(controller.nextUndo == "Added “x”")
    }

    /// In a list, commands can't be typed, and the person did not type ids.
    @Test func errorMessagesInTheListNameNoCommands() throws {
        let id = try desk.add("One", "https://example.com/a")
        let row = try #require(try desk.home.catalog.row(id: id))
        try controller.delete(ids: [id])
        let gone = #expect(throws: BookmarkError.self) { try controller.delete(ids: [id]) }
        #expect(gone?.description.contains("cloudy list") == true)
        let errors = [
            try #require(gone), .duplicate(row), .ambiguous(prefix: "0", rows: [row]),
        ]
        for error in errors {
            for word in ["cloudy", "--", id] { #expect(!error.messageInList.contains(word)) }
            #expect(error.messageInList.contains(" Nothing was "))
        }
    }

    @Test func duplicateIsRefusedAndTheExistingBookmarkNamed() throws {
        let id = try desk.add("One", "https://example.com/a")
        let error = #expect(throws: BookmarkError.self) {
            try desk.add("Two", "https://EXAMPLE.com/a")
        }
        guard case .duplicate(let row, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(row.id == id)
        #expect(row.name == "One")
        #expect(desk.listed == ["One"])
        let second = BookmarkDraft(name: "Two", url: "https://example.com/a")
        try controller.add(second, evenIfThere: true)
        #expect(Set(desk.listed) == ["One", "Two"])
        try controller.delete(ids: [id])
        #expect(desk.listed == ["Two"])
    }

    @Test func bookmarkIsFoundByThePrefixOfItsID() throws {
        func add(_ id: String) throws {
            #expect(
                try controller.apply([
                    .add(
                        id: id, BookmarkDraft(name: id, url: "https://example.com/\(id)"), added: 1)
                ]).isEmpty)
        }
        try add("0abc000000000")
        try add("0abd000000000")
        #expect(try controller.id(matching: "0abc") == "0abc000000000")
        #expect(try controller.id(matching: "OABC000000000") == "0abc000000000")
        #expect(throws: BookmarkError.notFound(id: "0x")) { try controller.id(matching: "0x") }
        #expect(throws: BookmarkError.notFound(id: "")) { try controller.id(matching: "") }
        let error = #expect(throws: BookmarkError.self) { try controller.id(matching: "0ab") }
        #expect(
            error?.description.contains(
                "0abc000000000 “0abc000000000”, 0abd000000000 “0abd000000000”") == true)
    }

    @Test func unknownIdsChangeNothing() throws {
        try desk.add("One", "https://example.com")
        #expect(throws: BookmarkError.notFound(id: "none")) {
            try controller.delete(ids: ["none"])
        }
        #expect(throws: BookmarkError.notFound(id: "none")) {
            try controller.edit(
                id: "none", from: BookmarkDraft(), to: BookmarkDraft(url: "https://example.com"))
        }
        #expect(desk.listed == ["One"])
        try controller.delete(ids: [])
        #expect(controller.nextUndo == "Added “One”")
    }

    /// An edit is refused for the same duplicates as an addition.
    @Test func editThatWouldCreateADuplicateIsRefused() throws {
        let one = try desk.add("One", "https://example.com/a")
        let two = try desk.add("Two", "https://example.com/b")
        let error = try #require(throws: BookmarkError.self) {
            try desk.edit(two) { ($0.name, $0.url) = ("2", "https://EXAMPLE.com/a#top") }
        }
        guard case .duplicate(let row, two) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(row.id == one)
        #expect(throws: error) {
            _ = try controller.edit([two]) { $0.url = "https://EXAMPLE.com/a#top" }
        }
        #expect(try desk.draft(two)?.name == "Two")
        let original = try #require(try desk.draft(two))
        var edited = original
        edited.url = "https://example.com/a#top"
        try controller.edit(id: two, from: original, to: edited, evenIfThere: true)
        // The bookmark is a duplicate already, so another fragment is no reason to refuse.
        try desk.edit(two) { $0.url = "https://example.com/a#end" }
        #expect(try desk.draft(two)?.url == "https://example.com/a#end")
    }

    @Test func editWithoutChangesWritesNothing() throws {
        let id = try desk.add("One", "https://example.com")
        let before = try desk.home.store.record(forKey: "b.\(id)")
        try desk.edit(id) { _ in }
        #expect(try desk.home.store.record(forKey: "b.\(id)") == before)
        #expect(controller.nextUndo == "Added “One”")
    }
}
