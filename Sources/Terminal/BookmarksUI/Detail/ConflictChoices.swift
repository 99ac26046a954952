public import Bookmarks
import Replication
import Screen

extension ActionContext {
    /// The page of the values of a field that is in conflict.
    public static let conflictChoices = ActionContext(
        "conflictChoices", called: "values in conflict")
}

extension ActionSection {
    public static let conflictChoices = ActionSection("On the conflict page")
}

extension ActionID {
    public static let takeValue = ActionID("take-value")
}

/// The page for choosing among several values of a field that is in conflict. The first row is the
/// value that shows.
struct ConflictChoices: ChoicePage {
    static let context = ActionContext.conflictChoices
    static let section: ActionSection? = .conflictChoices
    static let actions = [
        Action(
            .takeValue, [.enter, .character(" ")], "Take the value and drop the others",
            .conflictChoices, in: [.conflictChoices], hint: ActionHint(label: "take", priority: 94),
            need: .page, also: "settle conflict")
    ]

    private var bookmark: Bookmark
    private let field: String
    var choice = Choice(index: 1)

    init(_ bookmark: Bookmark, field: String) {
        self.bookmark = bookmark
        self.field = field
    }

    private var others: [LostValue] { bookmark.lostValues.filter { $0.field == field } }
    private var shown: String { bookmark.text(ofField: field) }
    /// The selected other value; `nil` if the one that shows is selected.
    private var selected: LostValue? {
        let others = others
        return others.indices.contains(choice.index - 1) ? others[choice.index - 1] : nil
    }

    var bookmarkID: String? { bookmark.id }
    var requests: [any PageOperation] { [DetailRequest(id: bookmark.id)] }
    var count: Int? { others.count + 1 }
    var emptyText: String { "" }

    func isStale(after change: LibraryChange) -> Bool {
        Detail(id: bookmark.id).isStale(after: change)
    }

    /// Shows the present values. The same one stays selected.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard case let shown?? = answer.answer(to: DetailRequest(id: bookmark.id)) else { return }
        let before = selected
        bookmark = shown.bookmark
        if let before { choice.index = others.firstIndex(of: before).map { $0 + 1 } ?? 0 }
        move(by: 0, page: view.rows)
    }

    func heading(in view: ShellView) -> [String] { ["Conflict", field, bookmark.title] }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let others = others
        let other = others.indices.contains(index - 1) ? others[index - 1] : nil
        if other == nil { pen.write(view.symbols.mark, column: 3, row: row, .marker) }
        let origin = other.map { "\($0.device), \(date($0, view))" } ?? "current"
        let end =
            pen.columns < 50
            ? pen.columns - 1
            : pen.write(origin, endingAt: pen.columns - 1, row: row, .faint) - 1
        let text = other?.text ?? shown
        let line = String(text.map { $0.isNewline ? " " : $0 })
        pen.write(
            text.isEmpty ? "empty" : line, column: 5, row: row, width: max(0, end - 5),
            text.isEmpty ? .faint : .plain)
    }

    /// Returns the whole selected value, and its device.
    func linesBelow(in view: ShellView) -> [TextLine] {
        let width = view.size.columns - 2
        let text = selected?.text ?? shown
        let origin = selected.map { "From \($0.device), \(date($0, view))" } ?? "Current value"
        let lines = text.isEmpty ? [] : view.measure.wrapped(text, to: width).prefix(6)
        return [TextLine(), TextLine(origin, .faint)] + lines.map { TextLine($0) }
    }

    private func date(_ value: LostValue, _ view: ShellView) -> String {
        CalendarTime(value.typed, offset: view.utcOffset).dateAndTime
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        others.isEmpty ? "This conflict is already settled" : nil
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard let selected else { return [.leave, .edit(KeepShown(of: bookmark.id, others))] }
        return [.leave, .edit(TakeLost(selected, of: bookmark.id, dropping: others))]
    }
}

/// Drops the other values of a field that is in conflict, as far as the person saw them.
public struct KeepShown: PageEdit {
    var id: String
    var others: [LostValue]

    public init(of id: String, _ others: [LostValue]) {
        self.id = id
        self.others = others
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try controller.settle(id: id, dropping: others)
        let name = ActionOutcome.quoted(try controller.title(ofID: id))
        let field = others.first?.field ?? "value"
        return .changed(what: "Kept the \(field) of \(name) and dropped the others", ids: [id])
    }
}

extension Bookmark {
    /// Returns the text of a field by its name in a ``LostValue``.
    fileprivate func text(ofField name: String) -> String {
        switch Field(rawValue: name) {
        case .name: self.name
        case .url: url
        case .notes: notes
        case .description: description
        case .folder: folder
        case .tags, .unread, .archived, nil: ""
        }
    }
}
