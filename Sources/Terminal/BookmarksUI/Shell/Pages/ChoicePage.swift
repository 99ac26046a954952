import Screen

/// A page with rows, one of which is selected.
protocol ChoicePage: Page {
    /// Whether a click on a row acts like Enter; otherwise, a double click does.
    static var actsOnClick: Bool { get }
    var choice: Choice { get set }
    /// The number of rows; `nil` until they are loaded.
    var count: Int? { get }
    /// The text if there are no rows.
    var emptyText: String { get }
    /// Returns the text if there are no rows, depending on the view.
    func emptyText(in view: ShellView) -> String
    /// Returns lines above and below the rows; they show if enough room is left for the rows.
    func linesAbove(in view: ShellView) -> [TextLine]
    func linesBelow(in view: ShellView) -> [TextLine]
    /// Draws a row between the marker's column and the right edge.
    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen)
}

/// The selected row of a page, and the first visible one.
struct Choice: Sendable, Hashable {
    var index = 0
    var top = 0

    /// Moves the selection among `count` rows, of which `page` are visible.
    mutating func move(by step: Int, count: Int, page: Int) {
        index = min(max(0, index + step), max(0, count - 1))
        keepInSight(count: count, page: page)
    }

    /// Scrolls by a number of rows; the selection stays on the screen.
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
    static var shape: PageShape { .rows }
    var content: PageContent { .rows(self) }
    static var actsOnClick: Bool { false }
    func emptyText(in view: ShellView) -> String {
        guard !emptyText.isEmpty, let key = view.keys.name(of: .back, in: view.context)
        else { return emptyText }
        return "\(emptyText) Press \(key) to go back."
    }
    func linesAbove(in view: ShellView) -> [TextLine] { [] }
    func linesBelow(in view: ShellView) -> [TextLine] { [] }

    /// Returns the part of the page's area that has the rows.
    func rowsArea(_ area: Range<Int>, _ view: ShellView) -> Range<Int> {
        // The lines above matter more: they are cut, while those below are left out.
        let above = min(linesAbove(in: view).count, max(0, area.count - Self.leastRows))
        let below = linesBelow(in: view).count
        let start = area.lowerBound + above
        let hasBelow = area.count - above - below >= Self.leastRows
        return start..<area.upperBound - (hasBelow ? below : 0)
    }

    /// The number of rows that matter more than the lines around them.
    private static var leastRows: Int { 3 }

    /// Moves the selection, which stays among the `page` visible rows.
    mutating func move(by step: Int, page: Int) {
        choice.move(by: step, count: count ?? 0, page: page)
    }
}

/// Draws the visible rows.
///
/// - Parameter looked: the first row to show, if the person has scrolled elsewhere.
func draw(
    _ page: any ChoicePage, _ area: Range<Int>, _ view: ShellView, looked: Int? = nil,
    _ pen: inout Pen
) {
    guard !area.isEmpty else { return }
    let whole = area
    let area = page.rowsArea(area, view)
    for (line, row) in zip(page.linesAbove(in: view), whole.lowerBound..<area.lowerBound) {
        pen.write(line, row: row)
    }
    for (line, row) in zip(page.linesBelow(in: view), area.upperBound..<whole.upperBound) {
        pen.write(line, row: row)
    }
    guard let count = page.count, count > 0 else {
        let text = page.count == nil ? page.waitingText(in: view) : page.emptyText(in: view)
        return drawCentered([text], area, &pen)
    }
    let top = page.choice.top(count: count, page: area.count, looked: looked)
    let selected = min(page.choice.index, count - 1)
    for (row, index) in zip(area, top..<count) {
        page.drawRow(index, row, view, &pen)
        guard index == selected else { continue }
        pen.write(">", column: 1, row: row, .marker)
        pen.select(row: row)
    }
}
