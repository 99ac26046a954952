import Bookmarks
import KeyValueStore
import Screen
import TestSupport
import Testing

@testable import BookmarksUI

/// Clicks that do more than select: on hints, menus, headings, tags and folders.
@Suite(.ownThread) struct ClickTests {
    /// Clicks on a text in the last row of the screen that has it.
    private func click(_ text: String, in person: inout Person) {
        let lines = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = lines.lastIndex(where: { $0.contains(text) }),
            let range = lines[row].firstRange(of: text)
        else {
            Issue.record("“\(text)” is not on the screen:\n\(person.screen)")
            return
        }
        let column = person.state.shell.measure.width(String(lines[row][..<range.lowerBound]))
        person.send(.terminal(.mouse(.press, Position(column: column, row: row))))
        person.send(.tick(person.state.shell.now + 1))
    }

    private static let tagged = [
        BookmarkRow(
            id: "a", name: "Alpha", url: "https://a.example/", tags: "red blue", added: 3,
            modified: 3),
        BookmarkRow(
            id: "b", name: "Beta", url: "https://b.example/", tags: "blue", added: 2, modified: 2),
    ]

    @Test(arguments: [("Name", SortOrder.Field.name), ("Host", .url), ("Added", .added)])
    func clickOnAHeadingSortsTheList(_ heading: String, _ field: SortOrder.Field) {
        var person = Person(rows: Self.tagged, columns: 110, rows: 24)
        person.list.sort(SortOrder(.modified))
        person.list.sort(SortOrder(field == .name ? .url : .name))
        person.send(.listChanged)
        click(heading, in: &person)
        #expect(person.list.order == .natural(field))
        click(heading, in: &person)
        #expect(person.list.order == SortOrder.natural(field).reversed)
    }

    @Test func clicksOnTheSortOrderOfAPaneChangeIt() {
        var person = Person(rows: Self.tagged, columns: 150, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        let before = person.list.order
        click("▲", in: &person)
        #expect(person.list.order == before.reversed)
        click("Name ▼", in: &person)
        #expect(person.state.shell.context == .sortMenu)
        click("(u)RL", in: &person)
        #expect(person.list.order == .natural(.url) && person.state.shell.context == .list)
    }

    @Test func clickOnAHintStartsItsAction() {
        var person = Person(rows: Self.tagged, columns: 110, rows: 24)
        click("a add", in: &person)
        #expect(person.state.shell.context == .form)
        click("Esc leave", in: &person)
        #expect(person.state.shell.context == .list)
        click("filter", in: &person)
        #expect(person.state.shell.context == .filter)
    }

    /// A click does the same as the key that the hint names.
    @Test func clickOnTheHintOfAKeptFilterEndsTheFilter() {
        var person = Person(rows: Self.tagged, columns: 110, rows: 24)
        person.press("t", "/")
        person.type("s")
        person.press("Enter")
        click("Esc clear", in: &person)
        #expect(person.state.shell.context == .labels)
        click("Esc back", in: &person)
        #expect(person.state.shell.context == .list)
    }

    /// In each mode, a click on a hint starts an action that the mode has.
    @Test(arguments: EveryModeTests.ways) func everyHintStartsAnActionOfItsMode(
        _ context: ActionContext, _ keys: [String]
    ) {
        let person = EveryModeTests().person(keys)
        let (list, state) = (person.list, person.state)
        let row = state.shell.size.rows - 1
        var seen: Set<ActionID> = []
        for column in 0..<state.shell.size.columns {
            guard case .start(let id)? = state.click(at: Position(column: column, row: row), list)
            else { continue }
            seen.insert(id)
            #expect(Action.named(id)?.contexts.contains(context) == true, "\(id) \(context)")
        }
        #expect(!seen.isEmpty)
    }

    @Test func clickOnAnOfferedUndoStartsIt() {
        var person = Person(rows: Self.tagged, columns: 80, rows: 24)
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.outcome(.deleted(id: "a", name: "Alpha")))
        let line = person.lines.firstIndex { $0.contains("Deleted “Alpha”") } ?? 0
        #expect(line > 0)
        let column = person.messageLine.split(separator: "u undo", maxSplits: 1)[0].count
        person.send(.terminal(.mouse(.press, Position(column: column, row: 22))))
        #expect(person.takeEffects() == [.undo])
    }

    @Test(arguments: [("y/N", true), ("/N", false)]) func clickAnswersAQuestion(
        _ place: String, _ isYes: Bool
    ) {
        var person = Person(Person.names(9))
        for _ in 0..<6 { person.press("Space") }
        person.press("o")
        #expect(person.state.shell.context == .question)
        click(place, in: &person)
        #expect(person.state.shell.context == .list)
        #expect(person.takeEffects().isEmpty == !isYes)
    }

    @Test func clickChoosesFromTheEditMenu() {
        var person = Person(Person.names(9))
        person.press("Space", "Space", "e")
        click("(m)ove", in: &person)
        #expect(person.state.shell.context == .prompt && person.messageLine.contains("to folder"))
    }

    @Test func clickOnAPaletteEntryPerformsIt() {
        var person = Person(Person.names(9))
        person.press(":")
        person.type("duplicates to merge")
        click("Show duplicates", in: &person)
        #expect(person.state.shell.context == .duplicates)
    }

    @Test func clickOnASuggestionCompletesTheLine() {
        var person = Person.withTags()
        person.press("+")
        person.send(.answer(["swift", "swimming", "other"], to: TagsRequest()))
        person.type("sw")
        click("swimming", in: &person)
        #expect(person.messageLine.contains(": swimming") && person.state.shell.context == .prompt)
        person.press("Esc", "a")
        person.type("https://x.example")
        person.press("Enter", "Tab")
        person.send(.answer(["swift", "swimming", "other"], to: TagsRequest()))
        person.type("sw")
        click("swimming", in: &person)
        #expect(person.state.shell.form?.editor(of: .tags).text == "swimming ")
    }

    @Test func clickOnATagFiltersTheList() {
        var person = Person(rows: Self.tagged, columns: 110, rows: 24)
        click("#red", in: &person)
        #expect(person.list.query == "tag:red" && person.list.count == 1)
        person.press("Esc")
        // A click beside a tag selects the row as usual.
        click("Beta", in: &person)
        #expect(person.selectedName == "Beta" && person.list.query.isEmpty)
    }

    private func bookmark() -> Bookmark {
        Bookmark(
            id: "a", name: "Alpha", url: "https://a.example/", tags: ["red", "blue"],
            folder: "Dev/My Swift", added: 3)
    }

    @Test(arguments: [("#blue", "tag:blue"), ("Dev/My", "folder:\"Dev/My Swift\"")])
    func clickOnATagOrFolderInThePreviewFilters(_ text: String, _ query: String) {
        var person = Person(rows: Self.tagged, columns: 130, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        let content = PreviewContent(
            shown: ShownBookmark(bookmark()), history: BookmarkHistory(changes: [], keptSince: 0))
        person.send(.answer(content, to: PreviewRequest(id: "a")))
        let frame = person.state.shell.paneFrames?.preview
        let lines = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let row = lines.firstIndex { $0.suffix(52).contains(text) } ?? 0
        let column = (frame?.origin.column ?? 0) + (text == "#blue" ? 7 : 3)
        person.send(.terminal(.mouse(.press, Position(column: column, row: row))))
        #expect(person.list.query == query, "\(person.screen)")
    }

    @Test func clickOnATagInTheDetailsFiltersTheList() {
        var person = Person(rows: Self.tagged, columns: 80, rows: 24)
        person.press("l")
        person.send(.details(bookmark()))
        click("#blue", in: &person)
        #expect(person.state.shell.context == .list && person.list.query == "tag:blue")
    }

    @Test(arguments: [110, 150]) func clicksDoNotDiscardTypedText(_ columns: Int) {
        var person = Person(rows: Self.tagged, columns: columns, rows: 24)
        person.state.shell.setPanes(columns == 150 ? Panes() : .none)
        person.send(.listChanged)
        person.press("a")
        person.type("https://new.example")
        for row in 0..<22 {
            for column in stride(from: 0, to: columns, by: 5) {
                person.send(.terminal(.mouse(.press, Position(column: column, row: row))))
            }
        }
        #expect(person.state.shell.context == .form && person.list.query.isEmpty)
    }

    @Test func scrollingWithTheWheelKeepsTheFocus() throws {
        var person = Person(Person.names(90), columns: 150, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.press("Shift-Tab")
        let main = try #require(person.state.shell.paneFrames?.main)
        person.send(
            .terminal(.mouse(.wheelDown, Position(column: main.origin.column + 3, row: 9))))
        #expect(person.state.shell.focus == .sidebar && person.state.listView.selection.top == 3)
    }

    @Test func clickInTheSidebarClosesThePage() throws {
        var person = Person(rows: Self.tagged, columns: 150, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.send(
            .answer(
                SidebarFacts(
                    tallies: CatalogTallies(
                        listed: 2, unread: 1, conflicts: 0, archived: 0, deleted: 0)),
                to: SidebarRequest()))
        person.press("S")
        #expect(person.state.shell.context == .status)
        let sidebar = try #require(person.state.shell.paneFrames?.sidebar)
        person.send(
            .terminal(
                .mouse(
                    .press,
                    Position(column: sidebar.origin.column + 2, row: sidebar.origin.row + 1))))
        #expect(person.list.query == "is:unread" && person.state.shell.context == .sidebar)
    }
}
