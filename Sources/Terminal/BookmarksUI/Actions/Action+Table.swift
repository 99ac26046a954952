extension Action {
    /// Every action there is, in the order of help and hint line.
    public static let all: [Action] = rows.map { action in
        var action = action
        action.contexts += Pages.all.filter { $0.sharedActions.contains(action.id) }
            .map { $0.context }
        return action
    }

    private static let rows: [Action] =
        bookmarkActions + pageActions + markActions + moveActions + viewActions + webActions
        + syncActions + programActions + filterActions + formActions + promptActions
        + labelActions + sortActions + questionActions

    private static var pageActions: [Action] { Pages.all.flatMap { $0.actions } }
}
