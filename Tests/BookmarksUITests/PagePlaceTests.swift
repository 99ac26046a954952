import Bookmarks
import Replication
import Screen
import Testing

@testable import BookmarksUI

/// Pages among the panes of a wide screen.
@Suite struct PagePlaceTests {
    private func person(_ columns: Int = 150) -> Person {
        var person = Person(rows: PaneTests.rows, columns: columns, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.send(.answer(PaneTests.facts, to: SidebarRequest()))
        return person
    }

    private func details(_ index: Int) -> Event {
        .details(Bookmark(PaneTests.rows[index], BookmarkDetails(notes: "Notes \(index)")))
    }

    /// A click in a pane, so many rows below its top.
    private func click(_ frame: PaneFrames.Frame, row: Int) -> Event {
        let place = Position(column: frame.origin.column + 8, row: frame.origin.row + row)
        return .terminal(.mouse(.press, place))
    }

    private func content(_ bookmark: Bookmark) -> PreviewContent {
        PreviewContent(
            shown: ShownBookmark(bookmark), history: BookmarkHistory(changes: [], keptSince: 0))
    }

    @Test(arguments: [100, 139, 140, 220]) func detailsShowBesideTheListOnAWideScreen(
        _ columns: Int
    ) throws {
        var person = person(columns)
        person.press("l")
        person.send(details(0))
        #expect(person.screen.contains("Notes 0") && person.screen.contains("Gamma"))
        #expect(!person.screen.contains("Preview"))
        let frames = try #require(person.state.shell.paneFrames)
        let panes = [frames.sidebar, frames.main, frames.preview].compactMap(\.self)
        #expect(panes.map(\.columns.count).reduce(0, +) == columns)
        #expect(frames.main.columns.count >= PaneFrames.leastList)
        // The page is for reading, and has more room than a preview.
        #expect(frames.front.columns.count > frames.main.columns.count)
    }

    @Test func detailsReplaceTheListOnANarrowScreen() {
        var person = person(99)
        person.press("l")
        person.send(details(0))
        #expect(person.screen.contains("Notes 0") && !person.screen.contains("Gamma"))
    }

    @Test func listSelectionFollowsTheDetails() {
        var person = person()
        person.press("l", "j")
        person.send(details(1))
        #expect(person.screen.contains("Notes 1") && person.selectedName == "Beta")
        let row = person.lines.first { $0.contains("Beta") }
        #expect(row?.contains("> Beta") == true)
    }

    /// The page that opened the details stays in sight, even if it is not the list.
    @Test func detailsShowBesideThePageThatOpenedThem() throws {
        var person = person()
        let deleted = DeletedRow(PaneTests.rows[1], device: "phone")
        person.press("D")
        person.send(.answer([deleted], to: DeletedRequest()))
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: "b"))))
        person.press("l")
        person.send(details(1))
        #expect(person.screen.contains("Deleted bookmarks") && person.screen.contains("Notes 1"))
        person.press("Esc")
        #expect(person.state.shell.context == .deleted && person.screen.contains("Preview"))
    }

    @Test func previewShowsTheBookmarksOfATag() throws {
        var person = person()
        person.press("t")
        _ = person.takeEffects()
        person.press("j")
        let asked = person.takeEffects().compactMap { effect -> FoundRequest? in
            if case .request(let any) = effect { any.request as? FoundRequest } else { nil }
        }
        let request = try #require(asked.first)
        #expect(
            asked.count == 1 && request.text == LabelRow.tag(TagCount(name: "two", count: 1)).query)
        let many = (0..<300).map { Person.row($0, "Page \($0)") }
        person.send(.answer(FoundBookmarks(many), to: request))
        #expect(person.screen.contains("More than 200 bookmarks"))
        #expect(person.screen.contains("Page 20"))
        #expect(person.screen.contains("page.example"))
        // An answer about the previous tag is ignored.
        person.press("k")
        person.send(.answer(FoundBookmarks(many), to: request))
        #expect(!person.screen.contains("More than 200 bookmarks"))
    }

    /// The page knows how many bookmarks a tag has, so that no more are read than show.
    @Test func previewOfATagTakesItsCountFromTheTag() throws {
        let rows = (0..<300).map { number in
            var row = Person.row(number, "Page \(number)")
            row.tags = "many"
            return row
        }
        var person = Person(rows: rows, columns: 150, rows: 30)
        person.state.shell.setPanes(Panes())
        person.press("t")
        let query = LabelRow.tag(TagCount(name: "many", count: 300)).query
        let request = FoundRequest(text: query, query: try Query(query))
        person.send(.answer(FoundBookmarks(Array(rows.prefix(201))), to: request))
        #expect(person.screen.contains("300 bookmarks"))
        let preview = try #require(person.state.shell.paneFrames?.preview)
        for _ in 0..<80 { person.send(wheel(preview)) }
        #expect(person.screen.contains("100 more") && person.screen.contains("Page 199"))
        #expect(!person.screen.contains("Page 200"))
        // A short name leaves its room to a long host.
        let long = BookmarkRow(
            id: "x", name: "Long", url: "https://a-name-of-twenty-six.example/", added: 1,
            modified: 1)
        person.send(.answer(FoundBookmarks([long]), to: request))
        #expect(person.screen.contains(" Long "))
        #expect(person.screen.contains(" a-name-of-twenty-six.example "))
    }

    /// On that page, Tab switches tabs, so another key goes to the preview.
    @Test(arguments: ["l", "Right"])
    func rightKeyGoesFromTheTagsToThePreview(_ key: String) throws {
        var person = person()
        person.press("t")
        let query = try #require(person.state.shell.labelsView?.selected?.query)
        #expect(person.lines.last?.contains("l preview") == true)
        let request = FoundRequest(text: query, query: try Query(query))
        person.send(
            .answer(
                FoundBookmarks((100..<190).map { Person.row($0, "Page \($0)") }), to: request))
        person.press(key)
        #expect(person.state.shell.context == .previewBesidePage)
        person.press("G")
        #expect(person.screen.contains("Page 189") && !person.screen.contains("Page 100"))
        person.press("Esc")
        #expect(person.state.shell.context == .labels)
        person.press("Tab")
        #expect(person.state.shell.labelsView?.tab == .folders)
        #expect(
            person.lines.last?.contains("l preview") == false, "the hint needs a selected folder")
        person.press("Shift-Tab")
        #expect(person.lines.last?.contains("l preview") == true)
        person.resize(90, 30)
        #expect(person.lines.last?.contains("l preview") == false)
        person.press(key)
        #expect(
            person.said == "There is no other pane here" && person.state.shell.context == .labels)
    }

    /// No more bookmarks are read than show: the sidebar has counted them.
    @Test func previewOfASavedSearchTakesItsCountFromTheSidebar() throws {
        var person = person()
        person.send(.searches(SavedSearches(["later": "is:unread"])))
        let query = try Query("is:unread")
        person.press("t", "Shift-Tab")
        let found = FoundRequest(
            text: "@later", query: try Query("@later", searches: person.state.searches))
        let many = (0..<201).map { Person.row($0, "Page \($0)") }
        person.send(.answer(FoundBookmarks(many), to: found))
        #expect(person.screen.contains("More than 200 bookmarks"))
        var facts = PaneTests.facts
        facts.searches = ["later": 1234]
        person.send(.answer(facts, to: SidebarRequest(searches: ["later": query])))
        #expect(person.screen.contains("1,234 bookmarks"))
        // A count may be wrong after a change.
        person.resize(120, 30)
        #expect(person.screen.contains("1,234 bookmarks"))
        person.send(.documentsChanged)
        #expect(person.screen.contains("More than 200 bookmarks"))
    }

    @Test func previewShowsTheSelectedDuplicate() throws {
        var person = person()
        let two = ["a", "b"].map {
            Bookmark(id: $0, name: "Page", url: "https://p.example/", tags: [$0], added: 0)
        }
        person.press("=")
        person.send(.answer([try #require(DuplicateGroup(two))], to: DuplicatesRequest()))
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: two[0].id))))
        person.press("j", "j")
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: two[1].id))))
    }

    @Test func tabGoesFromAPageToThePreviewAndTheSidebar() {
        var person = person()
        let row = DeletedRow(PaneTests.rows[1], device: "phone")
        person.press("D")
        person.send(.answer([row], to: DeletedRequest()))
        let notes = (0..<60).map { "line \($0)" }.joined(separator: "\n")
        let bookmark = Bookmark(PaneTests.rows[1], BookmarkDetails(notes: notes))
        person.send(.answer(content(bookmark), to: PreviewRequest(id: "b")))
        person.press("Tab", "G")
        #expect(
            person.state.shell.context == .previewBesidePage && person.screen.contains("line 59"))
        // The page's actions do not work in the preview.
        _ = person.takeEffects()
        person.press("r")
        #expect(person.takeEffects().isEmpty)
        person.press("Esc")
        #expect(person.state.shell.context == .deleted)
        person.press("Shift-Tab")
        #expect(person.state.shell.context == .sidebar && person.state.shell.modes.isEmpty)
        #expect(person.list.query == "is:deleted", "the list must keep the filter of the row")
    }

    @Test func tabGoesFromTheDetailsToTheOtherPanes() {
        var person = person()
        person.press("l", "Shift-Tab")
        #expect(person.state.shell.context == .list && person.screen.contains("Preview"))
        person.press("l", "Tab")
        #expect(person.state.shell.context == .sidebar)
        var narrow = self.person(90)
        narrow.press("S", "Tab")
        #expect(
            narrow.said == "There is no other pane here" && narrow.state.shell.context == .status)
    }

    @Test func clickOnTheListClosesThePageBesideIt() throws {
        var person = person()
        person.press("l")
        let frames = try #require(person.state.shell.paneFrames)
        person.send(click(frames.main, row: 2))
        #expect(person.state.shell.context == .list && person.selectedName == "Gamma")
        person.press("l", "H")
        person.send(click(try #require(person.state.shell.paneFrames).front, row: 2))
        #expect(person.state.shell.context == .history, "a click on the page must keep it open")
    }

    @Test func clickOnTheSelectedRowClosesThePageBesideIt() throws {
        var person = person()
        person.press("l", "H")
        let frames = try #require(person.state.shell.paneFrames)
        person.send(click(frames.main, row: 0))
        #expect(person.state.shell.context == .list && person.selectedName == "Alpha")
        _ = person.takeEffects()
        person.send(click(frames.main, row: 0))
        #expect(
            person.takeEffects() == [.open(ids: ["a"])], "a double click must open the bookmark")
    }

    private func wheel(_ frame: PaneFrames.Frame, _ action: MouseAction = .wheelDown) -> Event {
        let place = Position(column: frame.origin.column + 8, row: frame.origin.row + 4)
        return .terminal(.mouse(action, place))
    }

    /// The wheel scrolls the list, and the page stays with its bookmark.
    @Test func wheelScrollsTheListBesideAPage() throws {
        var person = Person(Person.names(60), columns: 150, rows: 20)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.press("l")
        _ = person.takeEffects()
        let list = try #require(person.state.shell.paneFrames).main
        func first() -> Substring? {
            let row = person.lines[list.origin.row].split(separator: "│")
            return row.dropFirst().first?.drop { " >".contains($0) }.prefix(8)
        }
        #expect(first() == "Name 000")
        person.send(wheel(list))
        #expect(first() == "Name 003" && person.selectedName == "Name 000")
        #expect(person.state.shell.context == .detail && person.effects.isEmpty)
        person.send(wheel(list, .wheelUp))
        #expect(first() == "Name 000")
        for _ in 0..<50 { person.send(wheel(list)) }
        #expect(person.screen.contains("Name 059"))
        // A key continues from the selected row.
        person.press("j")
        #expect(first() == "Name 000" && person.selectedName == "Name 001")
        person.send(wheel(list))
        person.send(click(list, row: 1))
        #expect(person.state.shell.context == .list && person.selectedName == "Name 004")
        #expect(first() == "Name 003", "a click must not scroll the list")
    }

    @Test func wheelScrollsThePageBesideTheDetails() throws {
        var person = person()
        let rows = (0..<60).map { DeletedRow(Person.row($0, Person.names(60)[$0]), device: "desk") }
        person.press("D")
        person.send(.answer(rows, to: DeletedRequest()))
        person.press("l")
        let page = try #require(person.state.shell.paneFrames).main
        person.send(wheel(page))
        person.send(wheel(page))
        #expect(!person.screen.contains("Name 005") && person.screen.contains("Name 006"))
        #expect(person.state.shell.context == .detail)
        person.send(click(page, row: 2))
        #expect(person.state.shell.context == .deleted && person.screen.contains("> Name 008"))
    }

    /// The selected row of the sidebar stays, since the list follows that row.
    @Test func wheelScrollsAnUnfocusedSidebar() throws {
        var person = person()
        let facts = SidebarFacts(
            tallies: CatalogTallies(listed: 3),
            tags: (10..<90).map { TagCount(name: "tag\($0)", count: 1) })
        person.send(.answer(facts, to: SidebarRequest()))
        let sidebar = try #require(person.state.shell.paneFrames?.sidebar)
        #expect(person.screen.contains("#tag10") && person.state.shell.context == .list)
        for _ in 0..<3 { person.send(wheel(sidebar)) }
        #expect(!person.screen.contains("#tag12") && person.screen.contains("#tag30"))
        #expect(person.list.query.isEmpty && person.state.shell.context == .list)
        person.send(click(sidebar, row: 0))
        #expect(person.list.query.hasPrefix("tag:tag"))
        #expect(!person.screen.contains("#tag10"), "a click must not scroll the sidebar")
    }

    @Test func coveredPreviewLoadsNoContent() {
        var person = person()
        person.press("l")
        _ = person.takeEffects()
        person.press("j")
        #expect(person.takeEffects() == [.loadDetails(id: "b")])
        person.press("Esc")
        #expect(person.takeEffects() == [.send(PreviewRequest(id: "b"))])
    }

    @Test func draggingTheBorderOfAPageKeepsThePreviewWidth() throws {
        var person = person()
        let before = person.state.shell.paneFrames?.preview
        person.press("l")
        let border = try #require(person.state.shell.paneFrames?.preview).columns.lowerBound
        person.send(.terminal(.mouse(.press, Position(column: border, row: 5))))
        person.send(.terminal(.mouse(.drag, Position(column: border + 20, row: 5))))
        person.press("Esc")
        #expect(person.state.shell.paneFrames?.preview == before)
    }

    /// After a page is left, keys go to the same pane as before.
    @Test func focusReturnsToThePaneWhenAPageCloses() {
        var person = person()
        person.press("Shift-Tab")
        person.press("?", "Esc")
        #expect(person.state.shell.context == .sidebar)
        person.press("g", "G", "k")
        #expect(person.state.sidebar.selected?.label != nil)
        person.press(":")
        person.type("rename it")
        person.press("Enter")
        #expect(person.state.shell.context == .prompt, "the palette must act on the selected tag")
    }
}
