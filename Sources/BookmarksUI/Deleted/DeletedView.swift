import Bookmarks
import Screen

/// The screen of the bookmarks that were deleted and can be restored.
struct DeletedView: Sendable, Hashable {
    /// What was deleted, the latest first; `nil` until it is loaded.
    var rows: [DeletedRow]?
    /// The selected row.
    var index = 0
    /// The first row that shows.
    var top = 0

    var selected: DeletedRow? { rows.flatMap { $0.isEmpty ? nil : $0[min(index, $0.count - 1)] } }

    /// Moves the selection, which stays in sight of `page` rows.
    mutating func move(by step: Int, page: Int) {
        index = min(max(0, index + step), max(0, (rows?.count ?? 0) - 1))
        keepInSight(page)
    }

    /// Takes rows that were asked for. The selection stays where it was.
    mutating func take(_ new: [DeletedRow], page: Int) {
        rows = new
        move(by: 0, page: page)
    }

    mutating func keepInSight(_ page: Int) {
        let last = max(0, (rows?.count ?? 0) - max(1, page))
        top = min(max(top, index - max(1, page) + 1), index, last)
    }
}

/// Draws as many rows as there is room for, from the first that shows.
func draw(_ view: DeletedView, _ area: Range<Int>, _ state: ScreenState, _ pen: inout Pen) {
    guard !area.isEmpty else { return }
    guard let rows = view.rows, !rows.isEmpty else {
        let text = view.rows == nil ? "Loading" + state.symbols.ellipsis : "Nothing was deleted."
        pen.write(TextLine(text, .faint, at: 1), row: area.lowerBound)
        return
    }
    var shown = view
    shown.keepInSight(area.count)
    for (row, index) in zip(area, shown.top..<rows.count) {
        let deleted = rows[index]
        let time = CalendarTime(deleted.deleted, offset: state.utcOffset)
        let isWide = pen.columns >= 60
        let when =
            pen.columns >= 100
            ? "\(time.dateAndTime) on \(deleted.device)"
            : isWide ? "\(time.date) \(deleted.device)" : time.date
        let end =
            pen.columns < 24
            ? pen.columns
            : pen.write(
                when, endingAt: pen.columns - 1, row: row, .faint) - 1
        let urlColumn = max(24, pen.columns * 2 / 5)
        let nameEnd = isWide ? min(urlColumn - 1, end) : end
        pen.write(deleted.title, column: 3, row: row, width: max(0, nameEnd - 3))
        if isWide, end > urlColumn {
            pen.write(deleted.url, column: urlColumn, row: row, width: end - urlColumn, .url)
        }
        guard index == shown.index else { continue }
        pen.write(">", column: 1, row: row, .marker)
        pen.select(row: row)
    }
}

extension ScreenState {
    /// The open view of what was deleted, if any; there is at most one.
    var deletedView: DeletedView? {
        get { modes.lazy.compactMap { if case .deleted(let it) = $0 { it } else { nil } }.last }
        set {
            replace(newValue.map(Mode.deleted)) { if case .deleted = $0 { true } else { false } }
        }
    }

    /// Restores the selected one, or asks whether to forget it for good.
    mutating func performOnDeleted(_ action: ActionID) -> [Effect] {
        guard let row = deletedView?.selected else { return [] }
        if action == .restore { return [.restore(id: row.id)] }
        modes.append(.question(.purge(id: row.id, name: row.title)))
        return []
    }
}
