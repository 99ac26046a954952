import Bookmarks
import Screen

extension ActionContext {
    public static let help = ActionContext("help")
    /// The line that filters the help.
    public static let helpFilter = ActionContext(
        "helpFilter", called: "filter of the help", takesText: true)
}

extension ActionSection {
    public static let help = ActionSection("In this help")
}

extension ActionID {
    public static let filterHelp = ActionID("filter-help")
}

extension Help {
    static let actions = [
        Action(
            .filterHelp, [.character("/")], "Show only the keys that match what you type", .help,
            in: [.help], hint: ActionHint(label: "filter", priority: 60))
    ]

    static func opened(by action: ActionID, in view: ShellView) -> Help? {
        guard action == .help else { return nil }
        let isOnDeleted = view.target.map { !view.list.contains(id: $0) } ?? false
        return Help(for: view.context, onDeleted: isOnDeleted)
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        isFiltering = true
        return []
    }
}
