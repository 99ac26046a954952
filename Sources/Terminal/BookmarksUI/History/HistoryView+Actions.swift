import Bookmarks
import Screen

extension ActionContext {
    /// The page of a bookmark's changes.
    public static let history = ActionContext("history")
}

extension ActionSection {
    public static let history = ActionSection("In the history of a bookmark")
}

extension ActionID {
    public static let showHistory = ActionID("show-history")
    public static let bringBack = ActionID("bring-back")
}

extension HistoryView {
    static let actions = [
        Action(
            .showHistory, [.character("H")], "Show what changed in it, when and where",
            .detail, in: [.detail], hint: ActionHint(label: "history", priority: 22),
            need: .bookmark,
            also: "versions revisions log past"),
        Action(
            .bringBack, [.character("r"), .enter], "Restore the value before this change",
            .history, in: [.history], hint: ActionHint(label: "restore", priority: 90),
            need: .page),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> HistoryView? {
        action == .showHistory ? view.target.map { HistoryView(id: $0) } : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        guard action == .bringBack, selected?.field == nil else { return nil }
        return count == 0 ? "Nothing changed in this bookmark" : "There is no old value in this row"
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard action == .bringBack, let row = selected, let field = row.field else { return [] }
        return [.edit(BringBack(id: id, before: row.change.number, field: field.name))]
    }
}
