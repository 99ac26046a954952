import Bookmarks
import Screen

extension ActionContext {
    /// The page for choosing, ordering and sizing the columns of the list.
    public static let columnChoices = ActionContext("columnChoices", called: "columns of the list")
}

extension ActionSection {
    public static let columnChoices = ActionSection("On the page of columns")
}

extension ActionID {
    public static let toggleColumn = ActionID("toggle-column")
    public static let moveColumnUp = ActionID("move-column-up")
    public static let moveColumnDown = ActionID("move-column-down")
    public static let widenColumn = ActionID("widen-column")
    public static let narrowColumn = ActionID("narrow-column")
    public static let freeColumn = ActionID("free-column")
}

/// The page of the list's columns. Each key saves, and the list behind the page follows.
struct ColumnChoices: ChoicePage {
    static let context = ActionContext.columnChoices
    static let section: ActionSection? = .columnChoices
    static let actions = [
        Action(
            .toggleColumn, [.character(" "), .enter], "Show or hide the column", .columnChoices,
            in: [.columnChoices], hint: ActionHint(label: "show or hide", priority: 94)),
        Action(
            .moveColumnUp, [.character("K"), .character("<")], "Move the column to the left",
            .columnChoices, in: [.columnChoices],
            hint: ActionHint(label: "left", priority: 88)),
        Action(
            .moveColumnDown, [.character("J"), .character(">")], "Move the column to the right",
            .columnChoices, in: [.columnChoices],
            hint: ActionHint(label: "right", priority: 87)),
        Action(
            .widenColumn, [.character("+")], "Make the column wider", .columnChoices,
            in: [.columnChoices], hint: ActionHint(label: "wider", priority: 79)),
        Action(
            .narrowColumn, [.character("-")], "Make the column narrower", .columnChoices,
            in: [.columnChoices], hint: ActionHint(label: "narrower", priority: 78)),
        Action(
            .freeColumn, [.character("0")], "Size the column automatically",
            .columnChoices, in: [.columnChoices],
            hint: ActionHint(label: "any width", priority: 77)),
    ]

    /// All columns: the shown ones in their order, then the others.
    private(set) var columns: [ListColumn]
    private(set) var shown: Int
    /// The order in which columns are shown, with those hidden here at their former places.
    private var order: [ListColumn.Kind] = []
    var choice = Choice()

    init(_ shown: [ListColumn]) {
        (columns, self.shown) = ([], 0)
        show(shown)
    }

    private mutating func show(_ shown: [ListColumn]) {
        let others = ListColumn.Kind.allCases.filter { kind in
            !shown.contains { $0.kind == kind }
        }
        columns = shown + others.map { ListColumn($0) }
        self.shown = shown.count
        order = shown.map(\.kind)
    }

    var requests: [any PageOperation] { [SettingsRequest()] }

    func isStale(after change: LibraryChange) -> Bool { change.concernsSettings }

    /// Takes the columns that were set elsewhere. The same column stays selected.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let facts = answer.answer(to: SettingsRequest()),
            facts.settings.columns != Array(columns.prefix(shown))
        else { return }
        let selected = columns[index].kind
        show(facts.settings.columns)
        choice.index = columns.firstIndex { $0.kind == selected } ?? choice.index
    }

    var count: Int? { columns.count }
    var emptyText: String { "There are no columns." }
    private var index: Int { min(choice.index, columns.count - 1) }

    func heading(in view: ShellView) -> [String] { ["Settings", "columns"] }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let column = columns[index]
        let isShown = index < shown
        pen.write(isShown ? view.symbols.mark : " ", column: 3, row: row, .marker)
        pen.write(column.kind.rawValue, column: 5, row: row, isShown ? .plain : .faint)
        guard isShown else { return }
        let width = column.width.map { counted($0, "column") } ?? "any width"
        let end = pen.write(width, column: 12, row: row, width: max(0, pen.columns - 13), .faint)
        let problem = view.problem(of: column.kind, among: Array(columns.prefix(shown)))
        guard let problem, end + 2 < pen.columns else { return }
        pen.write(
            problem, column: end + 2, row: row, width: max(0, pen.columns - end - 3), .warning)
    }

    func linesBelow(in view: ShellView) -> [TextLine] {
        let text =
            "The columns of the list, from left to right. Without a width, a column is sized "
            + "automatically, and the name comes first."
        return [TextLine()]
            + view.measure.wrapped(text, to: view.size.columns - 2).map { TextLine($0, .faint) }
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        view.settingHistory.reason(against: action)
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        let before = columns.prefix(shown)
        if action != .toggleColumn, index >= shown {
            let what = "This column is hidden"
            return [.reply(view.text(what, .toggleColumn, to: "show it"))]
        }
        switch action {
        case .toggleColumn:
            if columns[index].kind == .name { return [.reply("The name always shows")] }
            toggle()
        case .moveColumnUp, .moveColumnDown:
            let next = index + (action == .moveColumnUp ? -1 : 1)
            guard (0..<shown).contains(next) else {
                return [.reply("It is the \(next < 0 ? "first" : "last") column")]
            }
            if let here = order.firstIndex(of: columns[index].kind),
                let there = order.firstIndex(of: columns[next].kind)
            {
                order.swapAt(here, there)
            }
            columns.swapAt(index, next)
            choice.index = next
        case .widenColumn, .narrowColumn: resize(by: action == .widenColumn ? 2 : -2)
        default: columns[index].width = nil
        }
        let now = columns.prefix(shown)
        return now == before ? [] : [.edit(ChangeSetting("columns", to: ListColumn.text(of: now)))]
    }

    /// Shows or hides the selected column. A column that was hidden here returns to its former
    /// place; another one comes last. A hidden one comes before other hidden ones.
    private mutating func toggle() {
        let isShown = index < shown
        let column = columns.remove(at: index)
        if isShown { shown -= 1 }
        let place = isShown ? shown : placeToReturn(of: column.kind)
        if !isShown { shown += 1 }
        columns.insert(column, at: place)
        choice.index = place
    }

    /// Returns the place of a hidden column among the shown ones: behind all that were before it.
    private mutating func placeToReturn(of kind: ListColumn.Kind) -> Int {
        guard let former = order.firstIndex(of: kind) else {
            order.append(kind)
            return shown
        }
        let before = order.prefix(former)
        return (columns.prefix(shown).lastIndex { before.contains($0.kind) } ?? -1) + 1
    }

    private mutating func resize(by step: Int) {
        let width = (columns[index].width ?? Self.firstWidth) + step
        columns[index].width = min(max(4, width), 500)
    }

    /// The initial width when a key first makes a column wider or narrower.
    private static let firstWidth = 20
}

extension ListColumn {
    /// Returns columns in the notation of settings.
    static func text(of columns: some Sequence<ListColumn>) -> String {
        columns.map { column in
            column.kind.rawValue + (column.width.map { ":\($0)" } ?? "")
        }.joined(separator: " ")
    }
}
