import Bookmarks
import Replication
import Screen

/// The page of a bookmark's changes: a row for each field of each change, the latest first, and a
/// last row about the beginning of the known history.
struct HistoryView: ChoicePage {
    static let context = ActionContext.history
    static let section: ActionSection? = .history
    static let sharedActions: [ActionID] = [.undo, .redo, .nextItem, .previousItem]

    let id: String
    /// The known history; `nil` until it is loaded.
    var history: BookmarkHistory?
    var choice = Choice()

    init(id: String) {
        self.id = id
    }

    /// A row: a change, and one of its fields.
    struct Row: Sendable, Hashable {
        var change: BookmarkChange
        /// The field; `nil` if the bookmark was deleted, or restored unchanged.
        var field: BookmarkChange.Field?
    }

    var rows: [Row] {
        (history?.changes ?? []).flatMap { change in
            let fields = change.fields.filter { $0.name != "added" }
            return fields.isEmpty
                ? [Row(change: change, field: nil)]
                : fields.map { Row(change: change, field: $0) }
        }
    }

    /// The number of rows; 0 if nothing changed, in which case a sentence shows instead.
    var count: Int? { history.map { _ in rows.isEmpty ? 0 : rows.count + 1 } }
    var emptyText: String { "Its history is unknown." }

    /// The selected row, unless it is the row about the beginning.
    var selected: Row? {
        let rows = rows
        return rows.indices.contains(choice.index) ? rows[choice.index] : nil
    }

    func heading(in view: ShellView) -> [String] {
        let count = history?.changes.count ?? 0
        return ["History"] + (count > 0 ? [grouped(count)] : [])
            + [view.list.row(id: id)?.title].compactMap(\.self)
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let rows = rows
        guard rows.indices.contains(index) else { return drawBeginning(row, view, &pen) }
        let change = rows[index].change
        let time = CalendarTime(change.made, offset: view.utcOffset)
        var column = 3
        // Only the first row of a change shows its time.
        let isFirst = index == 0 || rows[index - 1].change.number != change.number
        if pen.columns >= 60 {
            if isFirst {
                pen.write(
                    "\(time.dateAndTime) \(change.device)", column: 3, row: row, width: 27, .faint)
            }
            column = 31
        } else if pen.columns >= 30 {
            if isFirst { pen.write(time.date, column: 3, row: row, .faint) }
            column = 14
        }
        let width = max(0, pen.columns - column - 1)
        guard let field = rows[index].field else {
            let what = change.kind == .deleted ? "deleted" : "restored"
            pen.write(what, column: column, row: row, width: width, .warning)
            return
        }
        if let words = field.words {
            pen.write(words, column: column, row: row, width: width)
            return
        }
        let quoted = { (text: String) in text.isEmpty ? "nothing" : view.symbols.quoted(text) }
        let arrow = view.symbols.right
        let end = pen.write("\(field.title) ", column: column, row: row, width: width, .label)
        let rest = max(0, pen.columns - end - 1)
        // Both values are visible, however long the first one is.
        let before = view.measure.truncated(
            quoted(field.textBefore), to: max(1, rest / 2 - 2), ellipsis: view.symbols.ellipsis)
        let text = "\(before) \(arrow) \(quoted(field.textAfter))"
        pen.write(text.replacingLineBreaks, column: end, row: row, width: rest)
    }

    func emptyText(in view: ShellView) -> String {
        let back = view.hint(.back, to: "go back").map { ".\nPress \($0)." }
        return beginnings(in: view)[0] + (back ?? "")
    }

    /// Returns sentences about the beginning of the known history, from the longest to the
    /// shortest.
    private func beginnings(in view: ShellView) -> [String] {
        func moment(_ time: Double) -> String {
            CalendarTime(time, offset: view.utcOffset).dateAndTime
        }
        let since = "Unchanged since " + moment(history?.keptSince ?? 0)
        if let addition = history?.addition {
            return ["Added \(moment(addition.made)) on \(addition.device)"]
        }
        if let first = history?.changes.last {
            let when = "\(moment(first.madeBefore)) on \(first.deviceBefore)"
            return [
                "Before: as of \(when); earlier changes are unknown here",
                "As of \(when); earlier is unknown", "Earlier is unknown",
            ]
        }
        return [since + " or since it arrived here", since, "Unchanged"]
    }

    private func drawBeginning(_ row: Int, _ view: ShellView, _ pen: inout Pen) {
        // A row has room for one sentence.
        let texts = beginnings(in: view)
        let width = max(0, pen.columns - 4)
        let text = texts.first { pen.measure.width($0) <= width } ?? texts.last ?? ""
        pen.write(text, column: 3, row: row, width: width, .faint)
    }
}

extension String {
    /// The text on one line.
    fileprivate var replacingLineBreaks: String {
        String(map { $0.isNewline ? " " : $0 })
    }
}
