import Bookmarks
import Screen

/// Draws the headings of the columns and the rows that show; only those are asked of the list.
func drawList(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen) {
    let columns = ListColumns(layout.size.columns, isWide: layout.isWide)
    if let heading = layout.heading, list.total > 0 {
        drawHeadings(list.order, columns, heading, &pen)
    }
    guard let selected = shownIndex(state, list) else {
        drawEmpty(state, list, layout, &pen)
        return
    }
    let top = min(max(0, state.selection.top), list.count - 1)
    let step = layout.rowsPerBookmark
    for (line, index) in (top..<min(list.count, top + layout.page)).enumerated() {
        let row = layout.rows.lowerBound + line * step
        let bookmark = list[index]
        let mark = state.marks[bookmark.id]
        if step == 1 {
            drawOneLine(bookmark, mark, columns, row, &pen)
        } else {
            drawTwoLines(bookmark, mark, row, &pen)
        }
        guard index == selected else { continue }
        pen.write(">", column: 1, row: row, .marker)
        for row in row..<min(row + step, layout.rows.upperBound) { pen.select(row: row) }
    }
}

private func drawOneLine(
    _ bookmark: BookmarkRow, _ mark: String?, _ columns: ListColumns, _ row: Int, _ pen: inout Pen
) {
    var end = pen.columns - 1
    if let mark { end = drawMark(mark, row, &pen) - 1 }
    func part(_ text: String, _ range: Range<Int>, _ role: Role) {
        let width = min(range.upperBound, end) - range.lowerBound
        if width > 0 { pen.write(text, column: range.lowerBound, row: row, width: width, role) }
    }
    part(bookmark.title, columns.name, .plain)
    part(bookmark.url, columns.url, .url)
    part(bookmark.hashedTags, columns.tags, .tag)
}

private func drawTwoLines(_ bookmark: BookmarkRow, _ mark: String?, _ row: Int, _ pen: inout Pen) {
    var end = pen.columns - 1
    if let mark { end = drawMark(mark, row, &pen) - 1 }
    pen.write(bookmark.title, column: 3, row: row, width: max(0, end - 3))
    pen.write(bookmark.url, column: 5, row: row + 1, width: max(0, pen.columns - 6), .url)
}

/// Draws the device a change came from at the end of the row and returns the column where it
/// begins. The name of the device takes at most a third of the row, and has no room in the smallest
/// ones.
private func drawMark(_ device: String, _ row: Int, _ pen: inout Pen) -> Int {
    let mark = pen.columns < 32 ? pen.symbols.from : "\(pen.symbols.from) \(device)"
    let shown = pen.measure.truncated(
        mark, to: pen.columns / 3, ellipsis: pen.symbols.ellipsis)
    return pen.write(shown, endingAt: pen.columns - 1, row: row, .device)
}

private func drawHeadings(
    _ order: SortOrder, _ columns: ListColumns, _ row: Int, _ pen: inout Pen
) {
    func heading(_ name: String, _ field: SortOrder.Field?) -> String {
        guard field == order.field else { return name }
        return name + " " + (order.isDescending ? pen.symbols.descending : pen.symbols.ascending)
    }
    let name = columns.isWide ? columns.name : 3..<max(3, pen.columns / 2)
    pen.write(
        heading("Name", .name), column: name.lowerBound, row: row, width: name.count, .heading)
    if columns.isWide || order.field == .url {
        let url = columns.isWide ? columns.url : name.upperBound..<pen.columns
        pen.write(
            heading("URL", .url), column: url.lowerBound, row: row, width: url.count, .heading)
    }
    if !columns.tags.isEmpty {
        let tags = columns.tags
        pen.write("Tags", column: tags.lowerBound, row: row, width: tags.count, .heading)
    }
    // An order by something that has no column stands at the end of the line.
    if order.field == .added || order.field == .modified {
        let text = heading(order.field.rawValue.capitalizedFirst, order.field)
        pen.write(text, endingAt: pen.columns - 1, row: row, .heading)
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Where the parts of a bookmark stand when it is on one line.
struct ListColumns {
    let isWide: Bool
    let name: Range<Int>
    let url: Range<Int>
    let tags: Range<Int>

    init(_ columns: Int, isWide: Bool) {
        self.isWide = isWide
        let end = max(3, columns - 1)
        guard isWide else {
            name = 3..<end
            url = end..<end
            tags = end..<end
            return
        }
        let room = end - 3
        let nameWidth = min(max(16, room * 38 / 100), 60)
        let tagsWidth = columns >= 76 ? min(room * 24 / 100, 40) : 0
        name = 3..<3 + nameWidth
        url = name.upperBound + 2..<end - tagsWidth
        tags = min(end, url.upperBound + 2)..<end
    }
}

extension BookmarkRow {
    /// The name, or the URL of a bookmark without one.
    var title: String { name.isEmpty ? url : name }

    /// The tags, each with its sign.
    var hashedTags: String {
        tags.split(separator: " ").map { "#" + $0 }.joined(separator: " ")
    }
}
