import Bookmarks
import BookmarksUI
import Testing

/// The selection among tags, folders and searches follows a renaming.
@Suite struct RenamingTests {
    /// Forty tags, and the page of tags with one selected.
    private func person(selecting name: String, byCount: Bool = false) -> Person {
        var rows = (10..<50).map { Self.row($0, "tag\($0)") }
        rows += (50..<53).map { Self.row($0, "alpha") }
        var person = Person(rows: rows, columns: 60, rows: 12)
        person.press("t")
        if byCount { person.press("s") }
        for _ in 0..<50 where !person.screen.contains("> #\(name)") { person.press("j") }
        return person
    }

    private static func row(_ number: Int, _ tag: String) -> BookmarkRow {
        BookmarkRow(
            id: "\(number)", name: "Name \(number)", url: "https://\(number).example/",
            tags: tag, added: 0, modified: 0)
    }

    private func rename(_ person: inout Person, _ name: String) {
        person.press("r", "Ctrl-U")
        person.type(name)
        person.press("Enter")
    }

    @Test func selectionFollowsARenamedTag() {
        var person = person(selecting: "tag12")
        rename(&person, "zebra")
        #expect(person.takeEffects() == [.organize(.renameTag("tag12", to: "zebra"))])
        // An unrelated event changes nothing.
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag12"))
        person.list.apply([.upsert(Self.row(12, "zebra"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #zebra"))
    }

    /// The filter that found the old name would hide the new one.
    @Test func renamedTagShowsAlthoughTheFilterIsForTheOldName() {
        var person = person(selecting: "tag10")
        person.press("/")
        person.type("tag12")
        person.press("Enter")
        rename(&person, "zebra")
        person.list.apply([.upsert(Self.row(12, "zebra"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #zebra"), "\(person.screen)")
        #expect(person.screen.contains("#tag49"), "the filter must be gone")
        #expect(!person.screen.contains("/tag12"))
    }

    /// A renamed tag keeps the filter if the new name matches it.
    @Test func filterStaysIfItFindsTheNewName() {
        var person = person(selecting: "tag10")
        person.press("/")
        person.type("tag")
        person.press("Enter", "j")
        rename(&person, "tag9")
        person.list.apply([.upsert(Self.row(11, "tag9"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag9") && person.screen.contains("/tag"))
    }

    /// The list follows a typed filter as it follows one of the sidebar.
    @Test(arguments: ["#tag12", "#tag12 ", "tag:tag12", "tag:Tag12 "])
    func typedFilterFollowsARenamedTag(_ typed: String) {
        var person = person(selecting: "tag10")
        person.press("Esc", "/")
        person.type(typed)
        person.press("Enter")
        #expect(person.list.query == typed && person.list.count == 1)
        person.press("t")
        for _ in 0..<50 where !person.screen.contains("> #tag12") { person.press("j") }
        rename(&person, "zebra")
        #expect(person.list.query == (typed.hasPrefix("#") ? "#zebra" : "tag:zebra"))
        person.list.apply([.upsert(Self.row(12, "zebra"))])
        person.send(.outcome(.changed(what: "Renamed #tag12 to #zebra", ids: ["12"])))
        #expect(person.list.count == 1)
        person.list.apply([.upsert(Self.row(12, "tag12"))])
        person.send(.outcome(.reversed(what: "Renamed #tag12 to #zebra", ids: [], isUndo: true)))
        #expect(person.list.query == typed)
    }

    @Test func undoSelectsARemovedTagAgain() {
        var person = person(selecting: "tag12")
        person.press("d")
        #expect(person.takeEffects() == [.organize(.deleteTag("tag12"))])
        person.list.apply([.upsert(Self.row(12, ""))])
        person.send(.outcome(.changed(what: "Removed #tag12", ids: ["12"])))
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag13"), "\(person.screen)")
        person.press("u")
        person.list.apply([.upsert(Self.row(12, "tag12"))])
        person.send(.outcome(.reversed(what: "Removed #tag12", ids: ["12"], isUndo: true)))
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag12"), "\(person.screen)")
    }

    /// An edit that was not made, or not yet, does not end the filter.
    @Test func filterStaysWhileTheOldNameIsThere() {
        var person = person(selecting: "tag10")
        person.press("/")
        person.type("tag12")
        person.press("Enter")
        rename(&person, "alpha")
        person.press("y")
        person.list.apply([.upsert(Self.row(13, "other"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag12") && person.screen.contains("/tag12"))
        person.list.apply([.upsert(Self.row(12, "alpha"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #alpha") && !person.screen.contains("/tag12"))
    }

    @Test func mergedTagStaysVisibleAndSelected() {
        var person = person(selecting: "tag49", byCount: true)
        rename(&person, "ALPHA")
        person.press("y")
        #expect(person.takeEffects() == [.organize(.renameTag("tag49", to: "ALPHA"))])
        person.list.apply([.upsert(Self.row(49, "alpha"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #alpha"))
        #expect(person.lines[1].hasSuffix("4"))
    }

    @Test func selectionMovedAfterARenameStays() {
        var person = person(selecting: "tag12")
        rename(&person, "zebra")
        person.press("j")
        person.list.apply([.upsert(Self.row(12, "zebra"))])
        person.send(.listChanged)
        #expect(person.screen.contains("> #tag13"))
    }

    @Test func selectionFollowsRenamedFoldersAndSearches() {
        var person = Person(["A"], columns: 120)
        person.send(.searches(SavedSearches(["a": "x", "b": "y", "c": "z"])))
        person.press("t", "Tab")
        person.send(.folders(FolderCount.tree(["a": 1, "b": 1, "c": 1])))
        rename(&person, "zoo")
        person.send(.folders(FolderCount.tree(["zoo": 1, "b": 1, "c": 1])))
        #expect(person.screen.contains("> zoo"))
        person.press("Tab")
        rename(&person, "zoo")
        person.send(.searches(SavedSearches(["zoo": "x", "b": "y", "c": "z"])))
        #expect(person.screen.contains("> @zoo"))
        // Changing a saved search makes no step of undo.
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        #expect(person.lines.last?.contains("u undo") == false)
        person.press("Tab")
        #expect(person.lines.last?.contains("u undo") == true)
    }
}
