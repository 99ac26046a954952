import Screen

extension Action {
    static let sortActions = [
        Action(
            .sortByAdded, [.character("a")], "When it was added", .sort, in: [.sortMenu],
            hint: ActionHint(label: "added", priority: 90)),
        Action(
            .sortByModified, [.character("m")], "When it was last edited", .sort, in: [.sortMenu],
            hint: ActionHint(label: "modified", priority: 80)),
        Action(
            .sortByName, [.character("n")], "Its name", .sort, in: [.sortMenu],
            hint: ActionHint(label: "name", priority: 85)),
        Action(
            .sortByURL, [.character("u")], "Its URL", .sort, in: [.sortMenu],
            hint: ActionHint(label: "URL", priority: 75)),
        Action(
            .sortByRelevance, [.character("r")], "How well it matches the filter", .sort,
            in: [.sortMenu], hint: ActionHint(label: "relevance", priority: 72)),
        Action(
            .sortByOpened, [.character("o")], "When it was last opened on this device", .sort,
            in: [.sortMenu], hint: ActionHint(label: "opened", priority: 70)),
        Action(
            .sortByFrequency, [.character("f")], "How often it was opened on this device", .sort,
            in: [.sortMenu], hint: ActionHint(label: "often", priority: 65)),
        Action(
            .sortManually, [.character("p")], "Manual order", .sort,
            in: [.sortMenu], hint: ActionHint(label: "manual", priority: 60)),
        Action(
            .closeMenu, [.escape, .character("q"), .character("h"), .left], "Close the menu",
            .sort, in: [.sortMenu, .editMenu], hint: ActionHint(label: "leave", priority: 95)),
    ]
}
