import Bookmarks
import Screen

/// Says why there is nothing to see, and what to press.
func drawEmpty(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen) {
    let lines: [String]
    if list.total == 0 {
        let add = state.keyName(.add).map { "Press \($0) to add one, or paste a URL." }
        let added = [add ?? "Paste a URL to add one."]
        // A user who had bookmarks wants to know where they are, not how to begin.
        lines =
            state.hadBookmarks || state.canUndo
            ? ["The list is empty."] + wayBackLines(state) + added
            : ["No bookmarks yet.", ""] + added + importLines(state) + helpLines(state)
    } else if list.isPartial {
        // Rows that are not read yet may match.
        lines = []
    } else if state.picking != nil {
        lines = ["No match for \(state.symbols.quoted(list.query)).", state.emptyPickAdvice]
    } else {
        let clear = state.keyName(.clear).map { "\($0) clears the filter." }
        let advice = list.search.adviceWithoutHits
        lines = ["No match for \(state.symbols.quoted(list.query)).", clear ?? "", advice ?? ""]
    }
    drawCentered(lines, layout.rows, &pen)
}

/// Draws lines as a block in the middle of some rows.
func drawCentered(_ lines: [String], _ rows: Range<Int>, _ pen: inout Pen) {
    let wrapped = lines.flatMap { pen.measure.wrapped($0, to: max(1, pen.columns - 4)) }
    let width = wrapped.map { pen.measure.width($0) }.max() ?? 0
    let above = max(0, (rows.count - wrapped.count) / 2 - rows.count / 8)
    let column = max(2, (pen.columns - width) / 2)
    for (text, row) in zip(wrapped, rows.dropFirst(above)) {
        pen.write(text, column: column, row: row)
    }
}

/// How a person who has no bookmark left gets them back.
private func wayBackLines(_ state: ScreenState) -> [String] {
    let undo = state.offersUndo ? state.keyName(.undo) : nil
    return [
        undo.map { "\($0) undoes the latest edit." },
        state.keyName(.showDeleted).map { "\($0) shows deleted bookmarks, to restore them." },
    ].compactMap(\.self)
}

/// How a person who has bookmarks elsewhere gets them.
private func importLines(_ state: ScreenState) -> [String] {
    guard let key = state.keyName(.importBookmarks) else { return [] }
    let found = state.imports.browsers ?? []
    guard !found.isEmpty else { return ["Press \(key) to import a file or a URL."] }
    return ["Press \(key) to import from \(found.names), a file or a URL."]
}

private func helpLines(_ state: ScreenState) -> [String] {
    state.keyName(.help).map { ["Press \($0) to see all keys."] } ?? []
}
