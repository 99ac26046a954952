import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The sidebar keeps its folders open, and the list follows its selection.
extension PaneTests {
    /// The list shows what is selected in the sidebar, even after the wheel moved the selection.
    @Test func listFollowsTheWheelInTheFocusedSidebar() throws {
        var person = person(150, 13)
        let sidebar = try #require(person.state.shell.paneFrames?.sidebar)
        let place = Position(column: sidebar.origin.column + 2, row: sidebar.origin.row + 2)
        person.send(.terminal(.mouse(.wheelDown, place)))
        // Keys go to the list, so the wheel does not change the selection.
        #expect(person.state.sidebar.selected == .all(3) && person.list.query.isEmpty)
        person.press("Shift-Tab")
        person.send(.terminal(.mouse(.wheelUp, place)))
        person.send(.terminal(.mouse(.wheelDown, place)))
        let selected = try #require(person.state.sidebar.selected?.query)
        #expect(!selected.isEmpty && person.list.query == selected)
    }

    /// Keys apply to the same row when others arrive above it.
    @Test func selectedRowStaysWhenOthersArrive() {
        var person = person()
        person.send(.searches(SavedSearches(["b": "two"])))
        person.press("Shift-Tab", "G")
        #expect(person.state.sidebar.selected?.query == "@b")
        person.send(.searches(SavedSearches(["a": "one", "b": "two"])))
        #expect(person.state.sidebar.selected?.query == "@b")
    }

    /// The list keeps its query until the text of documents is searched.
    @Test func goingBackDropsAQueryThatWaitsForDocuments() throws {
        var person = person()
        person.send(.searches(SavedSearches(["a": "text:word"])))
        person.press("Shift-Tab")
        for (name, query) in [("G", "@a"), ("g", "")] {
            let key = try #require(Key(name: name))
            let effects = person.state.handle(.terminal(.key(key)), in: person.list)
            let queries = effects.compactMap { effect -> String? in
                if case .filter(let sent) = effect { sent.text } else { nil }
            }
            #expect(queries == [query] && person.state.sidebar.selected?.query == query)
        }
    }

    @Test func openFoldersAreKeptForTheNextList() {
        var person = person()
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:Dev" { person.press("j") }
        person.press("l")
        while person.state.sidebar.selected?.query != nil { person.press("j") }
        person.press("h")
        #expect(person.state.keptTree == ["/tags", "Dev"])
        var next = self.person()
        next.state.keptTree = person.state.keptTree + ["Gone", "/nothing"]
        #expect(next.screen.contains("▾ Dev") && next.screen.contains("Swift"))
        #expect(next.state.sidebar.selected != nil && next.state.sidebar.places["tag:two"] == nil)
    }

    /// Keys of the sidebar and of the list are about the same bookmarks.
    @Test func listFollowsTheSidebarAfterADeletion() throws {
        var person = person()
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:News" { person.press("j") }
        #expect(person.list.query == "folder:News")
        var facts = Self.facts
        facts.folders.removeAll { $0.path == "News" }
        person.send(.answer(facts, to: SidebarRequest()))
        let selected = try #require(person.state.sidebar.selected?.query)
        #expect(selected != "folder:News" && person.list.query == selected)
    }

    @Test func listFollowsTheSidebarAfterTheDeletionOfItsLastRow() throws {
        var person = person()
        person.press("Shift-Tab", "G")
        let last = try #require(person.state.sidebar.selected?.query)
        var facts = Self.facts
        facts.tags.removeLast()
        person.send(.answer(facts, to: SidebarRequest()))
        let selected = try #require(person.state.sidebar.selected?.query)
        #expect(last.hasPrefix("tag:") && selected != last && person.list.query == selected)
    }

    @Test func undoSelectsARemovedRowAgain() {
        var person = person()
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:News" { person.press("j") }
        person.press("d")
        var facts = Self.facts
        facts.folders.removeAll { $0.path == "News" }
        person.send(.answer(facts, to: SidebarRequest()))
        #expect(person.state.sidebar.selected?.query != "folder:News")
        person.press("u")
        person.send(
            .outcome(.reversed(what: "Removed the folder “News”", ids: ["2"], isUndo: true)))
        person.send(.answer(Self.facts, to: SidebarRequest()))
        #expect(person.state.sidebar.selected?.query == "folder:News")
        #expect(person.list.query == "folder:News")
        #expect(person.said == "Undone: Removed the folder “News”")
    }

    /// The list still shows a folder or tag after it was renamed.
    @Test func listFollowsARenamedFolderOrTag() {
        var person = person()
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:News" { person.press("j") }
        person.press("r", "Ctrl-U")
        person.type("Archive")
        person.press("Enter")
        #expect(person.list.query == "folder:Archive")
        var facts = Self.facts
        facts.folders.removeLast()
        facts.folders.insert(FolderCount(path: "Archive", own: 1, total: 1), at: 0)
        person.send(.answer(facts, to: SidebarRequest()))
        #expect(person.state.sidebar.selected?.query == "folder:Archive")
        while person.state.sidebar.selected?.query != "tag:two" { person.press("j") }
        person.press("r", "Ctrl-U")
        person.type("three")
        person.press("Enter")
        #expect(person.list.query == "tag:three")
        person.send(
            .outcome(.reversed(what: "Renamed the tag two to three", ids: [], isUndo: true)))
        #expect(person.list.query == "tag:two" && person.screen.contains("Undone: Renamed"))
        var row = Self.rows[1]
        row.tags = "three"
        person.list.apply([.upsert(row)])
        person.send(
            .outcome(.reversed(what: "Renamed the tag two to three", ids: [], isUndo: false)))
        #expect(person.list.query == "tag:three" && person.screen.contains("Redone: Renamed"))
    }

    @Test func undoOfSeveralRenamesChangesTheFilterBack() throws {
        var person = person()
        person.state.renames = [
            FollowedRename(old: "tag:one", new: "tag:a"),
            FollowedRename(old: "tag:a", new: "tag:b"),
        ]
        person.list.filter(try Query("tag:b"))
        person.send(.listChanged)
        for query in ["tag:a", "tag:one"] {
            person.send(.outcome(.reversed(what: "Renamed a tag", ids: [], isUndo: true)))
            #expect(person.list.query == query)
        }
        // This list has a bookmark, and another filter ends the following.
        person.send(.outcome(.reversed(what: "Renamed another tag", ids: [], isUndo: true)))
        #expect(person.list.query == "tag:one")
        person.list.filter(try Query("nothing"))
        person.send(.listChanged)
        #expect(person.state.renames.isEmpty)
    }

    /// A renamed folder stays open, and so do the folders in it.
    @Test func renamedFolderStaysOpen() {
        var facts = Self.facts
        facts.folders = FolderCount.tree(["Dev/Swift/Server": 1, "News": 1])
        var person = person()
        person.send(.answer(facts, to: SidebarRequest()))
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:Dev" { person.press("j") }
        person.press("l", "j", "l", "k")
        #expect(person.screen.contains("Server"))
        person.press("r", "Ctrl-U")
        person.type(" Code/ ")
        person.press("Enter")
        facts.folders = FolderCount.tree(["Code/Swift/Server": 1, "News": 1])
        person.send(.answer(facts, to: SidebarRequest()))
        #expect(person.screen.contains("▾ Code") && person.screen.contains("Server"))
        #expect(Set(person.state.keptTree).isSuperset(of: ["Code", "Code/Swift"]))
    }

    @Test func savedSearchesShowTheirCounts() throws {
        var person = person()
        _ = person.takeEffects()
        person.send(.searches(SavedSearches(["later": "is:unread", "broken": "before:never"])))
        let query = try Query("is:unread")
        let request = SidebarRequest(searches: ["later": query])
        #expect(person.takeEffects().contains(.send(request)))
        var facts = Self.facts
        facts.searches = ["later": 1234]
        person.send(.answer(facts, to: request))
        #expect(person.screen.contains(/@later +1,234/), "\(person.screen)")
        #expect(person.screen.contains(/@broken +│/))
    }
}
