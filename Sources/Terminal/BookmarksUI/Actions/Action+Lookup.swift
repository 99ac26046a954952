import Screen

extension Action {
    /// Every action, in the order of help and hint line.
    public static var all: [Action] { ActionTable.standard.all }

    /// Returns the action with an id; every id has one.
    public static func named(_ id: ActionID) -> Action? { ActionTable.standard.named(id) }

    /// Returns the name of the default key of an action, for texts that don't know the person's
    /// settings.
    public static func usualKey(of id: ActionID) -> String { named(id)?.keys.first?.name ?? "?" }

    /// The actions under each heading, in the order of help and manual. No heading is empty.
    public static var sections: [(section: ActionSection, actions: [Action])] {
        ActionTable.standard.sections
    }

    /// Returns the shell's actions, except those about bookmarks, which come first.
    static func shellActions(with pages: [any Page.Type]) -> [Action] {
        markActions + moveActions(pages) + viewActions(pages) + paneActions(pages) + webActions
            + documentActions
            + syncActions
            + programActions(pages) + filterActions(pages) + promptActions
            + completionActions + sortActions + questionActions
    }
}
