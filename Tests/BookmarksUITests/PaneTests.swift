import Bookmarks
import Replication
import Screen
import Testing

@testable import BookmarksUI

/// The panes beside the list, and where keys and the mouse go.
@Suite struct PaneTests {
    static let rows = [
        BookmarkRow(
            id: "a", name: "Alpha", url: "https://alpha.example/", tags: "one", added: 3,
            modified: 3),
        BookmarkRow(
            id: "b", name: "Beta", url: "https://beta.example/", tags: "two", added: 2,
            modified: 2),
        BookmarkRow(
            id: "c", name: "Gamma", url: "https://gamma.example/deep/page", added: 1, modified: 1,
            isUnread: true),
    ]
    static let facts = SidebarFacts(
        tallies: CatalogTallies(listed: 3, unread: 1, conflicts: 1, archived: 2, deleted: 4),
        folders: [
            FolderCount(path: "Dev", own: 1, total: 3),
            FolderCount(path: "Dev/Swift", own: 2, total: 2),
            FolderCount(path: "News", own: 1, total: 1),
        ],
        tags: [TagCount(name: "one", count: 1), TagCount(name: "two", count: 1)])

    func person(_ columns: Int = 150, _ rows: Int = 30, _ panes: Panes = Panes()) -> Person {
        var person = Person(rows: Self.rows, columns: columns, rows: rows)
        person.state.shell.setPanes(panes)
        person.send(.listChanged)
        person.send(.answer(Self.facts, to: SidebarRequest()))
        return person
    }

    private func preview(_ id: String, notes: String = "", description: String = "") -> Event {
        let row = Self.rows.first { $0.id == id } ?? Self.rows[0]
        let bookmark = Bookmark(
            row, BookmarkDetails(notes: notes, description: description, device: "desk"))
        let content = PreviewContent(
            shown: ShownBookmark(bookmark), history: BookmarkHistory(changes: [], keptSince: 0))
        return .answer(content, to: PreviewRequest(id: id))
    }

    /// The latest changes show the values of a single field, and the direction of a mark.
    @Test func previewShowsWhatTheLatestChangesChanged() {
        func change(_ number: Int64, _ fields: [BookmarkChange.Field]) -> BookmarkChange {
            BookmarkChange(
                number: number, kind: .edited, made: Double(number * 86_400), device: "phone",
                madeBefore: 0, deviceBefore: "desk", fields: fields)
        }
        let changes = [
            change(3, [.init(name: "name", before: .string("Old"), after: .string("New"))]),
            change(2, [.init(name: "unread", before: .boolean(true), after: nil)]),
            change(
                1,
                [
                    .init(name: "tags", before: nil, after: .array([.string("x")])),
                    .init(name: "notes", before: nil, after: .string("n")),
                ]),
        ]
        let content = PreviewContent(
            shown: ShownBookmark(Bookmark(Self.rows[0], BookmarkDetails())),
            history: BookmarkHistory(changes: changes, keptSince: 0))
        var person = person(220)
        person.send(.answer(content, to: PreviewRequest(id: "a")))
        for words in [
            " on phone: name “Old” → “New”", " on phone: no longer unread",
            " on phone: tags, notes",
        ] { #expect(person.screen.contains(words), "\(person.screen)") }
    }

    /// The preview names the device of the last edit, even one soon after the addition.
    @Test func previewNamesTheDeviceOfTheLastEdit() {
        for (modified, words) in [(3.01, "Added"), (23, "Modified")] {
            var row = Self.rows[0]
            row.modified = modified
            let bookmark = Bookmark(row, BookmarkDetails(device: "desk"))
            let content = PreviewContent(
                shown: ShownBookmark(bookmark), history: BookmarkHistory(changes: [], keptSince: 0))
            var person = person(220)
            person.send(.answer(content, to: PreviewRequest(id: "a")))
            let lines = person.lines.filter { $0.contains(" on desk") }
            #expect(lines.count == 1 && lines[0].contains(words), "\(person.screen)")
        }
    }

    @Test(arguments: [
        (99, false, false), (100, false, true), (139, false, true), (140, true, true),
    ])
    func screenWidthDecidesWhichPanesShow(_ columns: Int, _ sidebar: Bool, _ preview: Bool) {
        let screen = person(columns).screen
        #expect(screen.contains("Library") == sidebar)
        #expect(screen.contains("Preview") == preview)
    }

    @Test func panesFillTheScreenAtEverySize() {
        for columns in stride(from: 60, through: 220, by: 9) {
            for rows in [12, 24, 50] {
                var person = person(columns, rows, Panes(sidebar: .on, preview: .on))
                person.send(preview("a", notes: "Notes"))
                guard let frames = person.state.shell.paneFrames else { continue }
                let panes = [frames.sidebar, frames.main, frames.preview].compactMap(\.self)
                #expect(panes.map(\.columns.count).reduce(0, +) == columns)
                #expect(panes.last?.columns.upperBound == columns)
                #expect(frames.main.columns.count >= PaneFrames.leastList)
                let canvas = person.canvas
                for pane in panes {
                    let (top, bottom) = (pane.rows.lowerBound, pane.rows.upperBound - 1)
                    #expect(canvas[top, pane.columns.lowerBound].text == "╭")
                    #expect(canvas[bottom, pane.columns.upperBound - 1].text == "╯")
                }
            }
        }
    }

    @Test func previewFollowsTheSelection() {
        var person = person()
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: "a"))))
        person.send(preview("a", notes: "About alpha", description: "The first letter"))
        #expect(person.screen.contains("About alpha") && person.screen.contains("The first letter"))
        person.press("j")
        // The pane shows what is known from the row at once, and nothing of the previous bookmark.
        #expect(person.takeEffects() == [.send(PreviewRequest(id: "b"))])
        #expect(person.screen.contains("beta.example") && !person.screen.contains("About alpha"))
        // A late answer about another bookmark is dropped.
        person.send(preview("a", notes: "About alpha"))
        #expect(!person.screen.contains("About alpha"))
        person.send(preview("b", notes: "About beta"))
        #expect(person.screen.contains("About beta"))
    }

    @Test func previewReloadsAfterAChange() {
        var person = person()
        person.send(preview("a"))
        _ = person.takeEffects()
        person.receive(.edited, Self.rows[0])
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: "a"))))
        person.press("Right")
        #expect(!person.takeEffects().contains(.send(PreviewRequest(id: "a"))))
    }

    @Test func previewChangedBelowAFormReloadsWhenTheFormCloses() {
        var person = person()
        person.send(preview("a"))
        person.press("e")
        _ = person.takeEffects()
        var row = Self.rows[0]
        row.name = "Alpha two"
        person.list.apply([.upsert(row)])
        person.send(.listChanged)
        #expect(!person.takeEffects().contains(.send(PreviewRequest(id: "a"))))
        person.press("Esc")
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: "a"))))
    }

    @Test func hiddenPanesLoadNoContent() {
        var person = person(150, 30, .none)
        person.press("j", "k")
        #expect(person.takeEffects().isEmpty)
    }

    @Test func keysShowAndHidePanes() {
        var person = person()
        person.press("[")
        #expect(!person.screen.contains("Library") && person.state.shell.keptPanes.sidebar == .off)
        person.press("]")
        #expect(!person.screen.contains("Preview") && person.state.shell.keptPanes.preview == .off)
        person.press("[", "]")
        #expect(person.screen.contains("Library") && person.screen.contains("Preview"))
        person.resize(50, 20)
        person.press("[")
        #expect(
            person.said == "The sidebar needs 56 columns beside the list; this terminal has 50")
        person.resize(150, 12)
        person.press("[")
        #expect(person.said == "A pane needs 13 rows; this terminal has 12")
    }

    /// A pane that is hidden and shown again still depends on the width, even on another screen.
    @Test func togglingAPaneTwiceLeavesItToTheWidth() {
        var person = person(150)
        person.press("[", "[")
        #expect(person.state.shell.keptPanes.sidebar == .auto)
        person.resize(80, 24)
        #expect(!person.screen.contains("Library"))
        person.press("[", "[")
        #expect(person.state.shell.keptPanes.sidebar == .auto)
        person.resize(150, 30)
        #expect(person.screen.contains("Library"))
    }

    /// A preview with only a few columns helps nobody.
    @Test func previewWithoutRoomIsRefused() {
        var person = person(80, 24)
        person.press("[", "]")
        #expect(!person.screen.contains("Preview") && person.state.shell.panes.preview == .auto)
        #expect(
            person.said == "The preview needs 94 columns beside the list and the sidebar; this "
                + "terminal has 80; [ to hide the sidebar")
        person.press("[", "]")
        #expect(person.screen.contains("Preview") && person.state.shell.keptPanes.preview == .on)
        // The sidebar fits, but then the preview does not.
        person.press("[")
        #expect(person.screen.contains("Library") && !person.screen.contains("Preview"))
        #expect(person.said?.hasPrefix("The preview needs 94 columns") == true)
        person.resize(94, 24)
        #expect(person.screen.contains("Preview"))
    }

    @Test func settingsOverrideTheKeptPanes() {
        var person = person()
        person.state.shell.keptPanes = Panes(sidebar: .off, preview: .on)
        person.state.shell.setPanes(Panes(sidebar: .on, preview: .auto))
        #expect(person.state.shell.panes.sidebar == .on && person.state.shell.panes.preview == .on)
    }

    @Test func listFollowsTheSidebar() {
        var person = person()
        person.press("Shift-Tab")
        #expect(person.state.shell.focus == .sidebar && person.state.shell.context == .sidebar)
        person.press("j")
        #expect(person.list.query == "is:unread" && person.list.count == 1)
        person.press("G")
        #expect(person.list.query == "tag:two")
        person.press("Enter")
        #expect(person.state.shell.focus == .list && person.selectedName == "Beta")
        person.press("Esc")
        #expect(person.list.query.isEmpty)
        // The sidebar's row for this filter is selected.
        person.press("Shift-Tab")
        #expect(person.state.sidebar.selected == .all(3))
    }

    @Test func foldersOpenAndClose() {
        var person = person()
        person.press("Shift-Tab")
        #expect(person.screen.contains("▸ Dev") && !person.screen.contains("Swift"))
        while person.state.sidebar.selected?.query != "folder:Dev" { person.press("j") }
        person.press("l")
        #expect(person.screen.contains("▾ Dev") && person.screen.contains("Swift"))
        person.press("j", "h")
        #expect(person.state.sidebar.selected?.query == "folder:Dev")
        person.press("h")
        #expect(!person.screen.contains("Swift"))
        person.press("h")
        #expect(person.state.sidebar.selected == .group(.folders, isOpen: true))
        person.press("h")
        #expect(!person.screen.contains("News"))
    }

    /// In the list, the next key would apply to a bookmark.
    @Test func openingALeafOfTheSidebarDoesNotGoToTheList() {
        var person = person()
        person.press("Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:Dev" { person.press("j") }
        person.press("l", "l")
        #expect(person.state.sidebar.selected?.query == "folder:Dev/Swift")
        for query in ["folder:Dev/Swift", "folder:News", "tag:two"] {
            while person.state.sidebar.selected?.query != query { person.press("j") }
            for key in ["l", "Right", "Space"] {
                person.press(key)
                #expect(person.said == "There is nothing to open here; Enter to go to the list")
                #expect(person.state.shell.focus == .sidebar && person.list.query == query)
            }
        }
        person.press("Enter")
        #expect(person.state.shell.focus == .list)
    }

    @Test func sidebarFollowsTheTrashAndBack() {
        var person = person()
        person.press("D")
        #expect(person.state.sidebar.selected == .trash(4))
        person.press("Esc")
        #expect(person.state.sidebar.selected == .all(3))
    }

    @Test func markedBookmarksMoveToAFolderOfTheSidebar() {
        var person = person()
        person.press(" ", " ", "Shift-Tab")
        while person.state.sidebar.selected?.query != "folder:News" { person.press("j") }
        _ = person.takeEffects()
        person.press("m")
        #expect(person.takeEffects() == [.change(.setFolder("News"), ids: ["a", "b"])])
    }

    @Test func tagsCanBeRenamedAndDeletedInTheSidebar() {
        var person = person()
        person.press("Shift-Tab", "G", "r")
        #expect(person.state.shell.context == .prompt)
        person.press("Esc", "d")
        #expect(person.takeEffects().contains(.send(OrganizeLabels(.deleteTag("two")))))
        person.press("g", "d")
        #expect(person.said == "Select a folder, a tag or a saved search first")
    }

    @Test func keysNeverGoToAHiddenPane() {
        var person = person()
        person.press("Shift-Tab")
        person.resize(80, 24)
        #expect(person.state.shell.focus == .list && person.state.shell.context == .list)
        person.resize(150, 30)
        #expect(person.state.shell.focus == .sidebar)
        person.press("?")
        #expect(person.state.shell.context == .help)
    }

    @Test func focusedPreviewScrolls() {
        var person = person(120, 14)
        let notes = (0..<40).map { "line \($0)" }.joined(separator: "\n")
        person.send(preview("a", notes: notes))
        person.press("Tab", "G")
        #expect(person.state.shell.focus == .preview && person.screen.contains("line 39"))
        #expect(person.selectedName == "Alpha")
        person.press("g")
        #expect(!person.screen.contains("line 39"))
        person.press("Tab", "j")
        #expect(person.selectedName == "Beta")
    }

    @Test func clicksReachEveryPane() throws {
        var person = person()
        let frames = try #require(person.state.shell.paneFrames)
        let (sidebar, main) = (try #require(frames.sidebar), frames.main)
        func press(_ frame: PaneFrames.Frame, row: Int) -> Event {
            .terminal(
                .mouse(
                    .press,
                    Position(column: frame.origin.column + 2, row: frame.origin.row + row)))
        }
        person.send(press(sidebar, row: 1))
        #expect(person.list.query == "is:unread" && person.state.shell.focus == .sidebar)
        person.send(press(sidebar, row: 0))
        person.send(press(main, row: 1))
        #expect(person.selectedName == "Beta" && person.state.shell.focus == .list)
        let preview = try #require(frames.preview)
        person.send(press(preview, row: 9))
        #expect(person.state.shell.focus == .preview)
    }

    @Test func statusPageTakesTheRoomOfThePreview() {
        var person = person()
        person.press("S")
        #expect(!person.screen.contains("Preview") && person.screen.contains("Library"))
        person.press("q", "D")
        #expect(person.screen.contains("Preview"), "the trash must show the preview")
    }

    @Test func bordersCanBeLeftOut() {
        let screen = person(150, 30, Panes(hasBorders: false)).screen
        #expect(!screen.contains("╭") && screen.contains("Library") && screen.contains("Preview"))
    }

    @Test func hitInThePathShowsTheWholeURL() {
        var person = Person(rows: Self.rows, columns: 130, rows: 24)
        person.type("/deep")
        #expect(person.screen.contains("deep/page"))
        person.press("Esc")
        #expect(!person.screen.contains("deep/page"))
    }

    @Test func guessesAreLabelledAndNotMarkedTogether() {
        var person = Person(rows: Self.rows, columns: 90, rows: 24)
        person.list.ranksAnswers = true
        person.type("/gmma")
        #expect(person.list.hasGuessed && person.lines[0].contains("no match, 1 similar"))
        person.press("Enter", "*")
        #expect(person.said?.contains("guesses") == true && person.state.listView.marks.ids.isEmpty)
        person.press("Esc")
        person.type("/gamma")
        #expect(!person.list.hasGuessed && person.list.count == 1)
    }

    @Test func keysToggleUnreadAndArchived() {
        var person = Person(rows: Self.rows, columns: 90, rows: 24)
        person.press("N")
        #expect(person.takeEffects() == [.change(.setUnread(true), ids: ["a"])])
        person.press("G", "N")
        #expect(person.takeEffects() == [.change(.setUnread(false), ids: ["c"])])
        person.press("z")
        #expect(person.takeEffects() == [.change(.setArchived(true), ids: ["c"])])
        person.press(" ", "g", " ", "N")
        #expect(person.takeEffects() == [.change(.setUnread(true), ids: ["a", "c"])])
    }

    @Test(arguments: ["", "sidebar=sometimes", "=", "preview-columns=many", "x y=z"])
    func invalidKeptPanesAreIgnored(_ text: String) {
        #expect(Panes(kept: text) ?? Panes() == Panes())
    }
}
