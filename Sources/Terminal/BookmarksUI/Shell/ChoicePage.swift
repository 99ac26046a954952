import Screen

/// A page of rows, one of which is selected.
protocol ChoicePage: Page {
    /// Whether a click on a row acts like Enter there; otherwise it takes two.
    static var actsOnClick: Bool { get }
    var choice: Choice { get set }
    /// How many rows there are; `nil` until they are loaded.
    var count: Int? { get }
    /// The text where there are no rows.
    var emptyText: String { get }
    /// The same where it depends on the view.
    func emptyText(in view: ShellView) -> String
    /// Lines above the rows, and below them: as long as enough is left for the rows.
    func above(in view: ShellView) -> [TextLine]
    func below(in view: ShellView) -> [TextLine]
    /// Draws a row between the marker, which has its place, and the right edge.
    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen)
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
    static var actsOnClick: Bool { false }
    func emptyText(in view: ShellView) -> String {
        guard !emptyText.isEmpty, let key = view.keys.name(of: .back, in: view.context)
        else { return emptyText }
        return "\(emptyText) Press \(key) to go back."
    }
    func above(in view: ShellView) -> [TextLine] { [] }
    func below(in view: ShellView) -> [TextLine] { [] }

    /// Where the rows are on the part of the screen that the page has.
    func rowsArea(_ area: Range<Int>, _ view: ShellView) -> Range<Int> {
        // The lines above matter more: they are cut, and those below left out.
        let above = min(above(in: view).count, max(0, area.count - Self.leastRows))
        let below = below(in: view).count
        let start = area.lowerBound + above
        let hasBelow = area.count - above - below >= Self.leastRows
        return start..<area.upperBound - (hasBelow ? below : 0)
    }

    /// How many rows matter more than the lines around them.
    private static var leastRows: Int { 3 }

    /// Moves the selection, which stays in sight of `page` rows.
    mutating func move(by step: Int, page: Int) {
        choice.move(by: step, count: count ?? 0, page: page)
    }
}

/// Draws as many rows as there is room for, from the first that shows.
///
/// - Parameter looked: the first row that a person looks at, if it is another one.
func draw(
    _ page: any ChoicePage, _ area: Range<Int>, _ view: ShellView, looked: Int? = nil,
    _ pen: inout Pen
) {
    guard !area.isEmpty else { return }
    let whole = area
    let area = page.rowsArea(area, view)
    for (line, row) in zip(page.above(in: view), whole.lowerBound..<area.lowerBound) {
        pen.write(line, row: row)
    }
    for (line, row) in zip(page.below(in: view), area.upperBound..<whole.upperBound) {
        pen.write(line, row: row)
    }
    guard let count = page.count, count > 0 else {
        let text = page.count == nil ? "Loading" + view.symbols.ellipsis : page.emptyText(in: view)
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
