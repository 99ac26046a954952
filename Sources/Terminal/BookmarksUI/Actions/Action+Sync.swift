import Screen

extension Action {
    private static let everywhere = ActionContext.allCases
    private static let outsideQuestions = everywhere.filter { $0 != .question }

    static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide on deletions that are held back", .sync,
            in: [.list, .detail], need: .online),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail]),
        Action(
            .acceptDeletions, [.character("a")],
            "Delete here too what other devices deleted and is held", .held, in: [.held],
            hint: ActionHint(label: "delete here too", priority: 90)),
        Action(
            .restoreDeletions, [.character("r")],
            "Bring back everywhere what other devices deleted and is held", .held,
            in: [.held], hint: ActionHint(label: "bring back", priority: 92)),
    ]
}
