import Bookmarks
import Screen

/// Says why there is nothing to see, and what to press.
func drawEmpty(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen) {
    let lines: [String]
    if list.total == 0 {
        lines = ["No bookmarks yet.", "Press a to add one, or paste a URL."]
    } else {
        lines = ["No match for \(state.symbols.quoted(list.query)).", "Esc clears the filter."]
    }
    let wrapped = lines.flatMap { pen.measure.wrapped($0, to: pen.columns - 4) }
    let above = layout.rows.count > wrapped.count + 2 ? 1 : 0
    for (text, row) in zip(wrapped, layout.rows.dropFirst(above)) {
        pen.write(text, column: 3, row: row)
    }
}
