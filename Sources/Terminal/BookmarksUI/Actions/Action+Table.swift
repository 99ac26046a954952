extension Action {
    /// Every action there is, in the order of help and hint line.
    public static let all: [Action] = rows.map { action in
        var action = action
        action.contexts += Pages.all.filter { $0.sharedActions.contains(action.id) }
            .map { $0.context }
        return action
    }

    /// A page's rows are behind those of their heading, or behind the bookmarks'.
    private static let rows: [Action] = {
        var own: [Action] = []
        var rows = shellActions
        for action in Pages.all.flatMap({ $0.actions }) {
            if let last = rows.lastIndex(where: { $0.section == action.section }) {
                rows.insert(action, at: last + 1)
            } else {
                own.append(action)
            }
        }
        return bookmarkActions + own + rows
    }()

    private static let shellActions =
        markActions + moveActions + viewActions + webActions + syncActions + programActions
        + filterActions + formActions + promptActions + labelActions + sortActions
        + questionActions
}
