import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// Removing a tag or a folder from all bookmarks, in the sidebar and on the page of labels.
@Suite struct LabelDeletionTests {
    private static let facts = SidebarFacts(
        tallies: CatalogTallies(listed: 33, unread: 0, conflicts: 0, archived: 0, deleted: 0),
        folders: FolderCount.tree(["Code": 28, "Code/Swift": 2, "News": 1, "Old": 3]),
        tags: [TagCount(name: "old", count: 1_200), TagCount(name: "one", count: 1)])

    private func inSidebar(at query: String) -> Person {
        var person = Person(["A", "B"], columns: 150, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.send(.answer(Self.facts, to: SidebarRequest()))
        person.press("Shift-Tab")
        for _ in 0..<20 {
            let found = person.state.sidebar.selected?.query
            if found == query { break }
            if let found, query.hasPrefix(found + "/") { person.press("l") }
            person.press("j")
        }
        _ = person.takeEffects()
        return person
    }

    private func edits(_ person: inout Person) -> [Effect] {
        person.takeEffects().filter { if case .pageEdit = $0 { true } else { false } }
    }

    @Test func removingAFolderOfSeveralBookmarksAsksFirst() {
        var person = inSidebar(at: "folder:Code")
        person.press("d")
        #expect(edits(&person).isEmpty)
        let question =
            "The 30 bookmarks in “Code” stay, and the folders in it move to the top. "
            + "Remove the folder?"
        #expect(person.messageLine == " \(question) [y/N]")
        person.press("n")
        #expect(edits(&person).isEmpty && person.state.shell.context == .sidebar)
        person.press("d", "y")
        #expect(edits(&person) == [.organize(.deleteFolder("Code"))])
        #expect(person.state.shell.context == .sidebar)
    }

    @Test func questionTellsWhereBookmarksGo() {
        for (folder, words) in [
            ("Old", "3 bookmarks in “Old” stay, without a folder."),
            ("Code/Swift", "2 bookmarks in “Code/Swift” move to “Code”."),
        ] {
            var person = inSidebar(at: "folder:\(folder)")
            person.press("d")
            #expect(person.messageLine == " The \(words) Remove the folder? [y/N]")
        }
    }

    /// The list follows the sidebar to the next row, so no filter hides the bookmark for long.
    @Test func removalInTheSidebarIsReported() {
        var person = inSidebar(at: "folder:News")
        person.press("d")
        person.list.filter((try? Query("nothing")) ?? Query())
        let words = "Removed the folder “News” from 1 bookmark"
        person.send(.outcome(.changed(what: words, ids: ["0"], then: .select)))
        #expect(person.said == words)
        person.send(.listChanged)
        #expect(person.said == words)
    }

    @Test func removingATagOfSeveralBookmarksAsksFirst() {
        var person = inSidebar(at: "tag:old")
        person.press("d")
        #expect(edits(&person).isEmpty)
        #expect(person.messageLine == " Remove #old from 1,200 bookmarks? [y/N]")
        person.press("y")
        #expect(edits(&person) == [.organize(.deleteTag("old"))])
    }

    @Test(arguments: [
        ("folder:News", LabelEdit.deleteFolder("News")), ("tag:one", .deleteTag("one")),
    ])
    func removingALabelOfOneBookmarkAsksNoQuestion(_ query: String, _ edit: LabelEdit) {
        var person = inSidebar(at: query)
        person.press("d")
        #expect(edits(&person) == [.organize(edit)])
    }

    @Test func pageOfLabelsAsksBeforeRemovingATag() {
        var person = Person(
            rows: (0..<2).map {
                BookmarkRow(
                    id: "\($0)", name: "\($0)", url: "https://\($0).example/", tags: "both",
                    added: 0, modified: 0)
            }, columns: 100, rows: 24)
        person.press("t", "d")
        #expect(person.messageLine == " Remove #both from 2 bookmarks? [y/N]")
        person.press("y")
        #expect(edits(&person) == [.organize(.deleteTag("both"))])
    }
}
