import Bookmarks
import Screen

extension ActionContext {
    /// The page of all actions, with a filter.
    public static let palette = ActionContext("palette", takesText: true)
}

extension ActionSection {
    public static let palette = ActionSection("In the action palette")
}

extension ActionID {
    public static let showPalette = ActionID("show-palette")
    public static let runAction = ActionID("run-action")
    public static let leavePalette = ActionID("leave-palette")
}

/// The page of every action in the previous context, filtered by words. It opens from every page
/// without a field: see `Action.programActions(_:)`.
struct ActionPalette: ChoicePage, FilteredPage {
    static let context = ActionContext.palette
    static let filterContext = ActionContext.palette
    static let section: ActionSection? = .palette
    static let actsOnClick = true

    static let actions = [
        Action(
            .runAction, [.enter], "Do the selected action", .palette, in: [.palette],
            hint: ActionHint(label: "do it", priority: 94), need: .page),
        Action(
            .leavePalette, [.escape], "Go back and do nothing", .palette, in: [.palette],
            hint: ActionHint(label: "back", priority: 92)),
    ]

    /// The context in which the actions are performed.
    let origin: ActionContext
    var editor = LineEditor()
    var isFiltering = true
    var choice = Choice()
    private(set) var rows: [Action] = []

    var count: Int? { rows.count }
    var emptyText: String { "No action has these letters." }

    func emptyText(in view: ShellView) -> String {
        view.keyName(.leavePalette).map { "\(emptyText) Press \($0) to go back." } ?? emptyText
    }

    static func opened(by action: ActionID, in view: ShellView) -> ActionPalette? {
        guard action == .showPalette else { return nil }
        var palette = ActionPalette(origin: view.context)
        palette.follow(view)
        return palette
    }

    private init(origin: ActionContext) {
        self.origin = origin
    }

    func heading(in view: ShellView) -> [String] { ["Actions", grouped(rows.count)] }

    mutating func follow(_ view: ShellView) {
        let known = view.keys.actions.all.filter {
            $0.contexts.contains(origin) && ![.showPalette, .up, .down].contains($0.id)
        }
        rows = ranked(known, allowsGaps: false)
        if rows.isEmpty { rows = ranked(known, allowsGaps: true) }
        choice = Choice()
    }

    private func ranked(_ known: [Action], allowsGaps: Bool) -> [Action] {
        let ranked = known.enumerated().compactMap { index, action in
            Self.rank(of: action, for: editor.text, allowsGaps).map { ($0, index, action) }
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Returns the rank of an action's match with the typed text, the lower the better; `nil` if it
    /// does not match. Its help counts most; its name in settings and other words also match.
    private static func rank(
        of action: Action, for typed: String, _ allowsGaps: Bool
    ) -> Int? {
        let own = "\(action.help) \(action.id)"
        let best = FuzzyMatch.rank(typed, in: own, allowsGaps: allowsGaps)
        let all = "\(own) \(action.section.rawValue) \(action.synonyms)"
        // In so many words, letters with gaps would match by chance.
        guard let other = FuzzyMatch.rank(typed, in: all, allowsGaps: false) else { return best }
        // Of equal matches, the action whose help has the word wins.
        let further = other + Self.costOfSynonym
        return best.map { min($0, further) } ?? further
    }

    /// More than any difference in length, less than one step between places.
    private static let costOfSynonym = 512

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let action = rows[index]
        let key = view.keys.keys(of: action, in: origin).first.map { view.symbols.name(of: $0) }
        let end = pen.write(key ?? "", endingAt: pen.columns - 2, row: row, .hintKey)
        pen.write(action.help, column: 3, row: row, width: max(0, end - 4))
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        rows.isEmpty ? "No action has these letters" : nil
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        if action == .leavePalette { return [.leave] }
        return [.run(rows[min(choice.index, rows.count - 1)].id)]
    }
}
