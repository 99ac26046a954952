import Screen

extension Action {
    /// Every action there is, in the order of help and hint line.
    public static var all: [Action] { ActionTable.standard.all }

    /// The row of the table with an id; every id has one.
    public static func named(_ id: ActionID) -> Action? { ActionTable.standard.named(id) }

    /// The name of the key that starts an action unless a person has set another, for texts that
    /// are written without knowing the settings.
    public static func usualKey(of id: ActionID) -> String { named(id)?.keys.first?.name ?? "?" }

    /// The actions under each heading, in the order of help and manual. No heading is empty.
    public static var sections: [(section: ActionSection, actions: [Action])] {
        ActionTable.standard.sections
    }

    /// The rows of the shell but for those that are first, about bookmarks.
    static func shellActions(with pages: [any Page.Type]) -> [Action] {
        markActions + moveActions(pages) + viewActions(pages) + paneActions(pages) + webActions
            + documentActions
            + syncActions
            + programActions(pages) + filterActions(pages) + promptActions
            + completionActions + sortActions + questionActions
    }
}
