import Screen

extension Action {
    static let labelActions = [
        Action(
            .chooseLabel, [.enter], "Show its bookmarks, in place of the filter", .labels,
            in: [.labels], hint: ActionHint(label: "show", priority: 94), need: .label),
        Action(
            .narrowByLabel, [.character("n")], "Show those of its bookmarks that the filter finds",
            .labels, in: [.labels], need: .label),
        Action(
            .renameLabel, [.character("r")], "Rename it everywhere; a name in use merges the two",
            .labels, in: [.labels], hint: ActionHint(label: "rename", priority: 86), need: .label),
        Action(
            .deleteLabel, [.character("d"), .delete], "Take it from all bookmarks, which stay",
            .labels, in: [.labels], hint: ActionHint(label: "delete", priority: 84), need: .label),
        Action(
            .nextTab, [.tab], "Go on to folders, to saved searches, to tags", .labels,
            in: [.labels], hint: ActionHint(label: "next", priority: 88)),
        Action(.previousTab, [.backTab], "Go the other way round", .labels, in: [.labels]),
        Action(
            .filterLabels, [.character("/")], "Show only the names that match what you type",
            .labels, in: [.labels], hint: ActionHint(label: "filter", priority: 75)),
        Action(
            .sortLabels, [.character("s")], "Sort by name, or by how many bookmarks there are",
            .labels, in: [.labels], hint: ActionHint(label: "sort", priority: 60)),
    ]
}
