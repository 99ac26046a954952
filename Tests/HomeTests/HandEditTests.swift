import BookmarkLibrary
import Bookmarks
import KeyValueStore
import Testing

/// Edits of the property list, as the controller imports them.
struct HandEditTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @Test func entriesAreAddedEditedDeletedOrRefused() throws {
        let one = try desk.add("One", "https://example.com/1")
        let two = try desk.add("Two", "https://example.com/2")
        let old = BookmarkDraft(name: "One", url: "https://example.com/1")
        let new = BookmarkDraft(name: "Eins", url: "https://example.com/1")
        let problems = try controller.apply([
            .add(id: nil, BookmarkDraft(name: "Three", url: "https://example.com/3"), added: nil),
            .edit(id: one, from: old, to: new),
            .refuse(index: 4, reason: "It has no url."),
            .delete(id: two, written: BookmarkDraft(name: "Two", url: "https://example.com/2")),
            .delete(id: "never there", written: old),
        ])
        #expect(problems == ["Entry 5 of the property list was ignored: It has no url."])
        #expect(Set(desk.listed) == ["Three", "Eins"])
        // Edits of the file are not steps of undo.
        #expect(controller.nextUndo == "Added “Two”")
    }

    @Test func editLeavesOtherFieldsAlone() throws {
        let id = try desk.add("One", "https://example.com/1")
        let old = BookmarkDraft(name: "One", url: "https://example.com/1")
        try desk.edit(id) { $0.notes = "written meanwhile" }
        let new = BookmarkDraft(name: "Eins", url: "https://example.com/1")
        _ = try controller.apply([.edit(id: id, from: old, to: new)])
        #expect(try desk.draft(id)?.name == "Eins")
        #expect(try desk.draft(id)?.notes == "written meanwhile")
    }

    /// A person who edits the file can't see what others write into the same field meanwhile.
    @Test func editOfTheSameFieldKeepsTheLosingValue() throws {
        let id = try desk.add("One", "https://example.com/1")
        let old = BookmarkDraft(name: "One", url: "https://example.com/1")
        try desk.edit(id) { $0.name = "Uno" }
        let new = BookmarkDraft(name: "Eins", url: "https://example.com/1")
        _ = try controller.apply([.edit(id: id, from: old, to: new)])
        let bookmark = try #require(try controller.bookmark(id: id))
        #expect(bookmark.name == "Eins" && bookmark.lostValues.map(\.text) == ["Uno"])
    }

    /// A person who removes an entry wants to delete that version, not a later one.
    @Test func deletionSparesABookmarkEditedMeanwhile() throws {
        let id = try desk.add("One", "https://example.com/1")
        let old = BookmarkDraft(name: "One", url: "https://example.com/1")
        try desk.edit(id) { $0.notes = "written meanwhile" }
        let problems = try controller.apply([.delete(id: id, written: old)])
        #expect(try desk.draft(id)?.notes == "written meanwhile")
        #expect(problems.count == 1 && problems[0].contains("cloudy delete \(id)"))
        let now = try #require(try desk.draft(id))
        #expect(try controller.apply([.delete(id: id, written: now)]) == [])
        #expect(try desk.draft(id) == nil)
    }

    @Test func editOfADeletedBookmarkRestoresIt() throws {
        let id = try desk.add("One", "https://example.com/1")
        let added = try desk.home.catalog.row(id: id)?.added
        try controller.delete(ids: [id])
        let old = BookmarkDraft(name: "One", url: "https://example.com/1")
        let new = BookmarkDraft(name: "Eins", url: "https://example.com/1")
        _ = try controller.apply([.edit(id: id, from: old, to: new)])
        #expect(try desk.draft(id)?.name == "Eins")
        #expect(try desk.home.catalog.row(id: id)?.added == added)
    }

    /// The program may have ended after writing the file, and before noting that.
    @Test func additionDoesNotReplaceAnExistingBookmark() throws {
        let id = try desk.add("One", "https://example.com/1")
        try desk.edit(id) { $0.name = "Two" }
        let before = try desk.home.store.record(forKey: "b.\(id)")
        let draft = BookmarkDraft(name: "One", url: "https://example.com/1")
        _ = try controller.apply([.add(id: id, draft, added: 5)])
        #expect(try desk.home.store.record(forKey: "b.\(id)") == before)
        let same = BookmarkDraft(name: "Two", url: "https://example.com/1")
        _ = try controller.apply([.add(id: id, same, added: 5)])
        #expect(try desk.home.store.record(forKey: "b.\(id)") == before)
        #expect(desk.listed.filter { $0 == "Two" }.count == 1)
    }

    @Test func repeatedAdditionIsImportedOnce() throws {
        let draft = BookmarkDraft(name: "One", url: "https://example.com/1")
        for _ in 0..<2 { _ = try controller.apply([.add(id: nil, draft, added: nil)]) }
        #expect(desk.listed == ["One"])
        // A restored bookmark keeps its id and its time.
        let id = "0abc000000000"
        let other = BookmarkDraft(name: "Two", url: "https://example.com/2")
        _ = try controller.apply([.add(id: id, other, added: 1234)])
        #expect(try desk.home.catalog.row(id: id)?.added == 1234)
    }

    @Test func thousandsOfAdditionsAreImported() throws {
        let edits = (0..<4500).map { number -> HandEdit in
            let url = "https://example.com/\(number)"
            return .add(
                id: BookmarkID.make(random: UInt64(number)), BookmarkDraft(url: url), added: 1)
        }
        _ = try controller.apply(edits)
        #expect(try desk.home.catalog.count() == 4500)
        #expect(controller.list.total == 4500)
    }
}
