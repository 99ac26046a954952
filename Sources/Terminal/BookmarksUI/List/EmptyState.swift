import Bookmarks
import Screen

/// Draws why the list is empty, and what to press.
func drawEmpty(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen) {
    if state.greets(list) {
        return drawCentered(state.greeting.lines(layout.rows.count, pen), layout.rows, &pen)
    }
    let lines: [String]
    if list.total == 0, list.archivedCount == 0 {
        let add = state.shell.keyName(.add).map { "Press \($0) to add one, or paste a URL." }
        // A person whose bookmarks are gone wants to know where they are, not how to begin.
        lines =
            ["The list is empty."] + wayBackLines(state) + [add ?? "Paste a URL to add one."]
    } else if list.isPartial {
        // Rows that are not loaded yet may match.
        lines = ["Loading" + state.shell.symbols.ellipsis]
    } else if list.query.isEmpty {
        let filter = state.shell.keyName(.filter).map { "Type \($0)is:archived to see them." }
        lines = ["All bookmarks are archived.", filter ?? ""]
    } else if state.picking != nil {
        lines =
            [
                "No match for \(state.shell.symbols.quoted(list.query)).",
                state.shell.emptyPickAdvice,
            ]
            + [state.listView.queryNames.meant.map { state.words(for: $0) }].compactMap(\.self)
    } else if list.query.trimmed == SidebarRow.trash(0).query {
        let back = state.shell.hint(.clear, to: "see all bookmarks").map { "Press \($0)." }
        lines = ["The trash is empty.", back ?? ""]
    } else {
        let clear = state.shell.hint(.clear, to: "clear the filter").map { "Press \($0)." }
        // A list that ranks answers already searches for the letters of a word.
        let advice =
            state.listView.queryNames.meant.map { state.words(for: $0) }
            ?? list.search.adviceWithoutHits(triedLetters: list.ranksAnswers)
        let text = state.listView.saved.isEmpty ? nil : list.search.askingText
        lines = [
            "No match for \(state.shell.symbols.quoted(list.query)).", clear ?? "", advice ?? "",
            text.map { "To search saved pages, notes and files: \($0)" } ?? "",
        ]
    }
    drawCentered(lines, layout.rows, &pen)
}

/// Draws lines as a centered block in some rows.
func drawCentered(_ lines: [String], _ rows: Range<Int>, _ pen: inout Pen) {
    let wrapped = lines.flatMap { pen.measure.wrapped($0, to: max(1, pen.columns - 4)) }
    drawCentered(wrapped.map { TextLine($0, at: 0) }, rows, &pen)
}

/// Draws lines that already fit, at the left edge, in the middle of some rows.
func drawCentered(_ lines: [TextLine], _ rows: Range<Int>, _ pen: inout Pen) {
    let width = lines.map { $0.width(pen.measure) }.max() ?? 0
    let above = max(0, (rows.count - lines.count) / 2 - rows.count / 8)
    let column = max(2, (pen.columns - width) / 2)
    for (line, row) in zip(lines, rows.dropFirst(above)) {
        pen.write(line.moved(by: column), row: row)
    }
}

/// Returns the ways for a person without bookmarks to get them back.
private func wayBackLines(_ state: ScreenState) -> [String] {
    let undo =
        state.shell.undoOffer.coversLatestChange
        ? state.shell.hint(.undo, to: "undo the latest edit") : nil
    let restore = state.shell.hint(.showDeleted, to: "restore deleted bookmarks")
    return [undo, restore].compactMap { hint in hint.map { "Press \($0)." } }
}
