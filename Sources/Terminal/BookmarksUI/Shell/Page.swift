import Bookmarks
import Screen

/// A screen in the place of the list that is read or chosen from, and left again.
///
/// A page owns its state, draws itself, names its actions, sends requests, and takes the answers.
/// ``Pages`` lists all of them; nothing else outside a page's folder knows it.
protocol Page: Sendable {
    /// Where a key is pressed while the page is in front.
    static var context: ActionContext { get }
    /// The heading of its actions in help and manual, if it has one of its own.
    static var section: ActionSection? { get }
    /// The rows that it adds to the table of actions: what opens it, and what works only here.
    static var actions: [Action] { get }
    /// Actions of other rows that work here too.
    static var sharedActions: [ActionID] { get }
    /// The page that an action opens, when it is one of this kind.
    ///
    /// - Parameter target: the bookmark that an action is about now.
    static func opened(by action: ActionID, target: String?) -> Self?

    /// The context now, which differs while the page is filtered.
    var context: ActionContext { get }
    /// The line in which it is being filtered, if it is.
    var filterEditor: LineEditor? { get }
    /// The bookmark that it is about, if it is about one: it closes when that is deleted.
    var bookmarkID: String? { get }
    /// What the title line calls it.
    func heading(in state: ScreenState) -> String
    /// What it has to know: asked when it opens, and again after a change that it says makes
    /// stale what it shows.
    var requests: [any PageRequest] { get }
    func isStale(after change: LibraryChange) -> Bool
    /// What asks anew for what it shows, after somebody else changed bookmarks.
    func effects(after news: BookmarksNews) -> [Effect]
    /// Takes an answer, if it is to a request of its own.
    ///
    /// - Parameter rows: how many rows of the screen it has.
    mutating func receive(_ answer: PageAnswer, rows: Int)
    /// Why an action with ``ActionNeed/page`` can't be done now; `nil` when it can.
    func reason(against action: ActionID) -> String?
    /// Does one of its own actions; `nil` leaves it to the shell.
    mutating func perform(_ action: ActionID) -> [PageCommand]?
}

extension Page {
    static var section: ActionSection? { nil }
    static var actions: [Action] { [] }
    static var sharedActions: [ActionID] { [] }
    static func opened(by action: ActionID, target: String?) -> Self? { nil }
    var context: ActionContext { Self.context }
    var filterEditor: LineEditor? { nil }
    var bookmarkID: String? { nil }
    var requests: [any PageRequest] { [] }
    func isStale(after change: LibraryChange) -> Bool { false }
    func effects(after news: BookmarksNews) -> [Effect] { [] }
    mutating func receive(_ answer: PageAnswer, rows: Int) {}
    func reason(against action: ActionID) -> String? { nil }
    mutating func perform(_ action: ActionID) -> [PageCommand]? { nil }

    /// Whether an action is a row of this page.
    static func owns(_ action: ActionID) -> Bool { actions.contains { $0.id == action } }
}

/// A change of bookmarks after which a page may show what is so no longer.
enum LibraryChange {
    /// Others changed bookmarks.
    case news(BookmarksNews)
    /// This list did something.
    case outcome(ActionOutcome)
    /// An edit of many bookmarks has ended, however it did.
    case editEnded
}

/// What a page has done for it.
enum PageCommand: Sendable {
    case edit(any PageEdit)
    /// Does the edit if the person says yes to a question.
    case ask(String, any PageEdit)
}

/// A page of text that scrolls.
protocol TextPage: Page {
    /// How many lines are above the screen.
    var scroll: Int { get set }
    /// The lines of the page, or those that it begins with.
    func lines(in state: ScreenState) -> [TextLine]
    /// How many follow that are made only where they are seen: there may be as many as bookmarks.
    func laterCount(in state: ScreenState) -> Int
    /// One of these, counted from 0.
    func laterLine(_ index: Int, in state: ScreenState) -> TextLine
}

extension TextPage {
    func laterCount(in state: ScreenState) -> Int { 0 }
    func laterLine(_ index: Int, in state: ScreenState) -> TextLine { TextLine() }
}

/// The lines of a page of text.
struct PageText {
    private let page: any TextPage
    private let state: ScreenState
    private let first: [TextLine]
    let count: Int

    init(_ page: any TextPage, in state: ScreenState) {
        self.page = page
        self.state = state
        first = page.lines(in: state)
        count = first.count + page.laterCount(in: state)
    }

    /// At most so many lines, from one on.
    func lines(from start: Int, atMost limit: Int) -> [TextLine] {
        let start = max(0, start)
        guard start < count else { return [] }
        return (start..<min(count, start + limit)).map { index in
            index < first.count ? first[index] : page.laterLine(index - first.count, in: state)
        }
    }
}

/// A page of rows, one of which is selected.
protocol ChoicePage: Page {
    var choice: Choice { get set }
    /// How many rows there are; `nil` until they are loaded.
    var count: Int? { get }
    /// What is said where there are no rows.
    var emptyText: String { get }
    /// Draws a row between the marker, which has its place, and the right edge.
    func drawRow(_ index: Int, _ row: Int, _ state: ScreenState, _ pen: inout Pen)
}

/// The selected row of a page, and the first one that shows.
struct Choice: Sendable, Hashable {
    var index = 0
    var top = 0

    /// Moves the selection among `count` rows, of which `page` are in sight.
    mutating func move(by step: Int, count: Int, page: Int) {
        index = min(max(0, index + step), max(0, count - 1))
        keepInSight(count: count, page: page)
    }

    /// Scrolls so many rows; the selection comes along where it would leave the screen.
    mutating func scroll(by step: Int, count: Int, page: Int) {
        top = min(max(0, top + step), max(0, count - page))
        index = min(max(top, index), max(top, min(top + page, count) - 1))
    }

    mutating func keepInSight(count: Int, page: Int) {
        let last = max(0, count - max(1, page))
        top = min(max(top, index - max(1, page) + 1), index, last)
    }
}

extension ChoicePage {
    /// Moves the selection, which stays in sight of `page` rows.
    mutating func move(by step: Int, page: Int) {
        choice.move(by: step, count: count ?? 0, page: page)
    }
}

/// Draws as many rows as there is room for, from the first that shows.
func draw(_ page: any ChoicePage, _ area: Range<Int>, _ state: ScreenState, _ pen: inout Pen) {
    guard !area.isEmpty else { return }
    guard let count = page.count, count > 0 else {
        let text = page.count == nil ? "Loading" + state.symbols.ellipsis : page.emptyText
        for (line, row) in zip(pen.measure.wrapped(text, to: pen.columns - 2), area) {
            pen.write(TextLine(line, .faint, at: 1), row: row)
        }
        return
    }
    var shown = page.choice
    shown.index = min(shown.index, count - 1)
    shown.keepInSight(count: count, page: area.count)
    for (row, index) in zip(area, shown.top..<count) {
        page.drawRow(index, row, state, &pen)
        guard index == shown.index else { continue }
        pen.write(">", column: 1, row: row, .marker)
        pen.select(row: row)
    }
}
