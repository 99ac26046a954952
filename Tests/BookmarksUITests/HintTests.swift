import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The line of hints: what matters at the focus, the most important first, and nothing cut.
@Suite struct HintTests {
    private func hints(_ person: Person) -> String { person.lines.last ?? "" }

    private static let facts = SidebarFacts(
        tallies: CatalogTallies(listed: 3, unread: 1, conflicts: 1, archived: 0, deleted: 4),
        folders: [
            FolderCount(path: "Dev", own: 1, total: 3),
            FolderCount(path: "Dev/Swift", own: 2, total: 2),
        ],
        tags: [TagCount(name: "one", count: 1)])

    private func inSidebar(_ columns: Int = 200, at query: String?) -> Person {
        var person = Person(["A", "B", "C"], columns: columns, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.send(.searches(SavedSearches(["later": "is:unread"])))
        person.send(.answer(Self.facts, to: SidebarRequest()))
        person.press("Space", "Shift-Tab")
        for _ in 0..<20 where person.state.sidebar.selected?.query != query { person.press("j") }
        #expect(person.state.sidebar.selected?.query == query)
        return person
    }

    @Test(arguments: [40, 80, 200]) func actionsOnMarkedBookmarksComeFirst(_ columns: Int) {
        var person = Person(Person.names(9), columns: columns, rows: 24)
        person.press("Space", "Space", "Space")
        #expect(hints(person).hasPrefix(" d delete 3  + tags 3  m move 3"), "\(hints(person))")
        #expect(hints(person).contains("? help"))
        if columns >= 80 { #expect(hints(person).contains("⏎ open 3  e edit 3")) }
        if columns >= 200 { #expect(hints(person).contains("- remove tags 3")) }
        person.press("Esc")
        #expect(!hints(person).contains("3") && hints(person).hasPrefix(" a add"))
    }

    @Test(arguments: [
        ("folder:Dev", ["l open", "r rename", "d delete", "m move 1 here"], ["close", "trash"]),
        ("tag:one", ["r rename", "d delete"], ["open", "close", "move 1 here"]),
        ("@later", ["r rename", "d delete"], ["open", "close", "move 1 here"]),
        ("is:deleted", ["to the trash", "D trash"], ["rename", "d delete", "open"]),
        ("is:conflict", ["to the conflicts"], ["rename", "d delete", "open"]),
        ("", ["to the list"], ["rename", "d delete", "open", "D trash"]),
    ]) func sidebarHintsFitTheSelectedRow(
        _ query: String, _ shown: [String], _ hidden: [String]
    ) {
        let line = hints(inSidebar(at: query))
        for text in shown { #expect(line.contains(text), "\(line)") }
        for text in hidden { #expect(!line.contains(text), "\(line)") }
    }

    /// The list follows the sidebar, so nobody chose the bookmark that is selected there.
    @Test func onlyMarkedBookmarksMoveToAFolder() {
        var person = inSidebar(at: "folder:Dev")
        let ids = Array(person.state.listView.marks.ids)
        _ = person.takeEffects()
        person.press("m")
        #expect(person.takeEffects() == [.change(.setFolder("Dev"), ids: ids)])
        person.press("Enter", "Esc", "Shift-Tab")
        #expect(!hints(person).contains("move 1 here"), "\(hints(person))")
        _ = person.takeEffects()
        person.press("m")
        #expect(person.said == "Mark the bookmarks to move first (Space in the list)")
        #expect(person.takeEffects().isEmpty)
    }

    /// The key for the next group is offered only if there is one.
    @Test func hintForTheNextItemShowsOnlyIfThereIsOne() throws {
        func group(_ id: String) throws -> DuplicateGroup {
            let two = ["\(id)1", "\(id)2"].map {
                Bookmark(id: $0, name: "Page", url: "https://\(id).example/", added: 0)
            }
            return try #require(DuplicateGroup(two))
        }
        for (groups, isOffered) in [
            ([], false), ([try group("a")], false), ([try group("a"), try group("b")], true),
        ] {
            var person = Person(["A", "B"], columns: 160)
            person.press("=")
            person.send(.answer(groups, to: DuplicatesRequest()))
            #expect(hints(person).contains("n next") == isOffered, "\(hints(person))")
            #expect(hints(person).contains("p previous") == isOffered, "\(hints(person))")
        }
        for (names, isOffered) in [(["A"], false), (["A", "B"], true)] {
            for keys in [["f"], ["l", "H"]] {
                var person = Person(names, columns: 160)
                for key in keys { person.press(key) }
                #expect(hints(person).contains("n next") == isOffered, "\(hints(person))")
                #expect(hints(person).contains("p previous") == isOffered, "\(hints(person))")
            }
        }
    }

    /// The hints show newcomers that there is more than the first ten keys.
    @Test(arguments: [false, true]) func wideHintsNameMarksActionsAndSettings(
        _ hasPanes: Bool
    ) {
        var person = Person(["A", "B"], columns: 160, rows: 40)
        if hasPanes { person.state.shell.setPanes(Panes()) }
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.listChanged)
        for text in ["Space mark", ": actions", ", settings", "u undo", "t tags"] {
            #expect(hints(person).contains(text), "\(hints(person))")
        }
        person.resize(80, 24)
        for text in ["/ filter", "e edit", "d delete", "u undo", "? help", "q quit"] {
            #expect(hints(person).contains(text), "\(hints(person))")
        }
    }

    @Test(arguments: [140, 160, 200]) func hintsNameTheKeyForTheOtherPanes(_ columns: Int) {
        var person = Person(["A", "B"], columns: columns, rows: 40)
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.listChanged)
        #expect(!hints(person).contains("next pane"))
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        #expect(hints(person).contains("Tab next pane"), "\(hints(person))")
    }

    @Test func hintOfAnOpenFolderOffersToCloseIt() {
        var person = inSidebar(at: "folder:Dev")
        person.press("l")
        #expect(hints(person).contains("h close") && !hints(person).contains("l open"))
        person.press("h")
        #expect(hints(person).contains("l open"))
    }

    @Test func previewHintsNameScrollingAndSettling() {
        var person = Person(["A", "B"], columns: 130, rows: 16)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        var bookmark = Bookmark(
            id: "0", name: "A", url: "https://a.example/",
            notes: (0..<40).map { "line \($0)" }.joined(separator: "\n"), added: 3)
        func show(_ person: inout Person) {
            let content = PreviewContent(
                shown: ShownBookmark(bookmark),
                history: BookmarkHistory(changes: [], keptSince: 0))
            person.send(.answer(content, to: PreviewRequest(id: "0")))
        }
        show(&person)
        #expect(!hints(person).contains("scroll"))
        person.press("Tab")
        #expect(person.state.shell.context == .preview)
        #expect(hints(person).hasPrefix(" j scroll"), "\(hints(person))")
        person.press("x")
        #expect(person.said == "There is no other value: this bookmark has no conflict")
        let lost = LostValue(field: "name", text: "Other", device: "desk", typed: 2)
        bookmark.lostValues = [lost]
        show(&person)
        #expect(hints(person).hasPrefix(" x take other name  K keep this"), "\(hints(person))")
        person.press("x")
        #expect(person.takeEffects().contains(.takeLost(lost, id: "0")))
        person.press("K")
        #expect(person.takeEffects().contains(.settle(id: "0")))
    }

    /// With conflicts in several fields, the key takes the value of one.
    @Test func hintNamesTheFieldWhoseOtherValueIsTaken() {
        func conflict(_ fields: String...) -> ShownBookmark {
            var bookmark = Bookmark(id: "0", name: "A", url: "https://a.example/", added: 0)
            bookmark.lostValues = fields.map {
                LostValue(field: $0, text: "Bee", device: "phone", typed: 2)
            }
            return ShownBookmark(bookmark)
        }
        for (shown, hint, keep) in [
            (conflict("url", "name"), " x take other url  K keep this", "all as shown"),
            (conflict("name"), " x take other name  K keep this", "this one"),
        ] {
            var details = Person(["A"])
            details.press("l")
            details.send(.answer(shown, to: DetailRequest(id: "0")))
            #expect(hints(details).hasPrefix(hint), "\(hints(details))")
            var person = Person(["A"], columns: 140, rows: 30)
            person.state.shell.setPanes(Panes())
            person.send(.listChanged)
            let history = BookmarkHistory(changes: [], keptSince: 0)
            let content = PreviewContent(shown: shown, history: history)
            person.send(.answer(content, to: PreviewRequest(id: "0")))
            person.press("Tab")
            #expect(hints(person).hasPrefix(hint), "\(hints(person))")
            let field = shown.bookmark.lostValues[0].field
            #expect(person.screen.contains("x to take the other \(field) "), "\(person.screen)")
            #expect(person.screen.contains(keep), "\(person.screen)")
        }
    }

    /// Without borders and without colors, the pane with the focus still looks different.
    @Test(arguments: ["default", "none", "nord"])
    func focusedPaneHasADifferentHeading(_ theme: String)
        throws
    {
        var person = Person(["A", "B"], columns: 150, rows: 16)
        person.state.shell.theme = try #require(Theme(named: theme))
        person.state.shell.setPanes(Panes(hasBorders: false))
        person.send(.listChanged)
        func heading(_ person: Person) throws -> Style {
            let frame = try #require(person.state.shell.paneFrames?.preview)
            return person.canvas[frame.rows.lowerBound, frame.columns.lowerBound + 1].style
        }
        let before = try heading(person)
        person.press("Tab")
        #expect(person.state.shell.focus == .preview)
        #expect(try heading(person) != before)
    }

    /// In every mode and at every width, hints are whole, the most important first.
    @Test(arguments: EveryModeTests.ways) func hintsAreWholeInEveryMode(
        _ context: ActionContext, _ keys: [String]
    ) {
        for columns in [40, 80, 200] {
            var person = EveryModeTests().person(keys)
            person.resize(columns, 24)
            let all = BookmarksUI.hints(of: person.state, person.list)
            let texts = all.map { "\($0.key) \($0.label)" }
            var rest = Substring(hints(person))
            var shown: [Hint] = []
            for (hint, text) in zip(all, texts)
            where rest.drop(while: { $0 == " " })
                .hasPrefix(text)
            {
                rest = rest.drop { $0 == " " }.dropFirst(text.count)
                shown.append(hint)
            }
            #expect(rest.allSatisfy { $0 == " " }, "\(context) \(columns): \(hints(person))")
            #expect(!shown.isEmpty)
            let hidden = all.filter { hint in !shown.contains { $0.id == hint.id } }
            let least = shown.map(\.priority).min() ?? 0
            #expect(hidden.allSatisfy { $0.priority <= least }, "\(context) \(columns)")
        }
    }
}
